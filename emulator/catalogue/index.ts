import type { Phase } from "../../provider/api";
import { managedRuleset } from "../../provider/rulebook";
import { fixedId } from "../ids";
import type { StoredRule, StoredRuleset } from "../store/rulesets";
import { EDITION, OTHER_RULESETS, type Edition, type OtherRule, type OtherRuleset } from "./other-rulesets";
import { CRS_RULES, type CrsRule, GROUP_TAGS } from "./owasp-rules";

export const OWASP_ID = "4814384a9e5d4991b9815dcfc25d2f1f";

const OWASP_EDITIONS: readonly Edition[] = [
  { version: 34, lastUpdated: "2022-02-08T09:14:27.318204Z" },
  { version: 35, lastUpdated: "2022-06-21T13:40:02.551937Z" },
  { version: 36, lastUpdated: "2022-09-13T10:22:45.104868Z" },
];

/** Public ids of OWASP rules. Which rules have them is not public. */
const PUBLIC_IDS: Readonly<Record<string, string>> = {
  "921110": "04116d14d7524986ba314d11c8a41e11",
  "931100": "55b58c71f653446fa0942cf7700f8c8e",
  "943100": "7683285d70b14023ac407b67eccbb280",
  "913100": "37da7855d2f94f69865365d894a556a4",
  "920170": "6afe6795ee6a48d6a1dfe59255395a78",
  "920270": "5a6f5a57cde8428ab0668ce17cdec0c8",
  "921120": "5e4903d6afa841c9b88b96203297003f",
  "930100": "2380cd409b604c2a9273042f3eb29c4e",
  "932160": "f5aebedc99a14c8d9e8cfa2ce5f94216",
  "933151": "edf8c37cc81747d382690b3c77e82ce4",
  "941110": "1129dfb383bb42e48466488cf3b37cb1",
  "941160": "a6be45d4905042b9964ff81dc12e41d2",
  "942190": "fa54f3d75ed446e78c22b4ea57b90acf",
  "942251": "ec42fac3279943388b6be5ee9182835e",
  "942260": "f2db062052cf453fbe9e93f058ecf7e7",
};
const LANGUAGES: Readonly<Record<string, string>> = { "932": "shell", "933": "php", "944": "java" };

/** Returns the managed rulesets of a new platform, each with its versions, oldest first. */
export function managedRulesets(): StoredRuleset[][] {
  return [
    owasp(),
    ...OTHER_RULESETS.map(({ versions, ...other }) => versions.map((edition) => managed(other, edition))),
  ];
}

function owasp(): StoredRuleset[] {
  return OWASP_EDITIONS.map((edition) => ({
    ...head(OWASP_ID, "Cloudflare OWASP Core Ruleset", "http_request_firewall_managed", edition),
    description:
      "Cloudflare's implementation of the Open Web Application Security Project (OWASP) ModSecurity Core Rule Set. We routinely monitor for updates from OWASP based on the latest version available from the official code repository",
    rules: [
      ...CRS_RULES.filter(({ since = 0 }) => since <= edition.version).map(crsRule),
      thresholdRule(edition),
    ],
  }));
}

function crsRule(rule: CrsRule): StoredRule {
  const edition = OWASP_EDITIONS.find(({ version }) => version === rule.since) ?? OWASP_EDITIONS[0];
  return {
    id: PUBLIC_IDS[rule.number] ?? fixedId("owasp rule", rule.number),
    version: String(rule.since ?? 34),
    action: "score",
    action_parameters: { increment: rule.score },
    categories: ["application-multi", ...tagsOf(rule), `paranoia-level-${rule.level}`],
    description: `${rule.number}: ${rule.title}`,
    ...(edition && { last_updated: edition.lastUpdated }),
    ref: fixedId("owasp ref", rule.number),
    enabled: true,
  };
}

function tagsOf({ number }: CrsRule): string[] {
  const group = number.slice(0, 3);
  const language = LANGUAGES[group];
  return [...(language === undefined ? [] : [`language-${language}`]), GROUP_TAGS[group] ?? ""];
}

function thresholdRule({ version }: Edition): StoredRule {
  const since = Math.min(version, 35);
  const edition = OWASP_EDITIONS.find((one) => one.version === since);
  return {
    id: "6179ae15870a4bb7b2d480d4843b323c",
    version: String(since),
    action: "block",
    score_threshold: 40,
    description: "949110: Inbound Anomaly Score Exceeded",
    ...(edition && { last_updated: edition.lastUpdated }),
    ref: "ad0beb2fce9f149e565ee78d6e659d47",
    enabled: true,
  };
}

function managed(ruleset: OtherRuleset, edition: Edition): StoredRuleset {
  return {
    ...head(ruleset.id, ruleset.name, ruleset.phase, edition),
    description: ruleset.description,
    rules: [...ruleset.rules, ...otherPublicRules(ruleset)].map((rule) => otherRule(ruleset, rule)),
  };
}

/** Returns a sample rule for each public id of a ruleset that no sample has. */
function otherPublicRules({ id: rulesetId, phase, rules }: OtherRuleset): OtherRule[] {
  const named = new Set(rules.map(({ id }) => id));
  const action = phase.startsWith("ddos") ? "ddos_dynamic" : "block";
  return (managedRuleset(rulesetId)?.rules ?? [])
    .filter((id) => !named.has(id))
    .map((id) => ({ id, action, categories: [], description: `Sample rule with the public id ${id}` }));
}

function otherRule(ruleset: OtherRuleset, rule: OtherRule): StoredRule {
  const name = `${ruleset.id} ${rule.description}`;
  return {
    id: rule.id ?? fixedId("managed rule", name),
    version: rule.version ?? "1",
    action: rule.action,
    ...(rule.categories.length > 0 && { categories: [...rule.categories] }),
    description: rule.description,
    last_updated: EDITION.lastUpdated,
    ref: fixedId("managed ref", name),
    enabled: rule.enabled ?? true,
  };
}

function head(id: string, name: string, phase: Phase, { version, lastUpdated }: Edition) {
  return { id, scope: "vendor", kind: "managed", phase, name, version, lastUpdated } as const;
}
