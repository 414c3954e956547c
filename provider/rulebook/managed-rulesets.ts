import type { Phase } from "../api/wire";

/** A managed ruleset whose id is public. */
export interface ManagedRuleset {
  readonly name: string;
  readonly phase: Phase;
  /** Public ids of its rules. There are many more. */
  readonly rules: readonly string[];
  /** Public categories of its rules. There are more. */
  readonly categories: readonly string[];
  /** The rule whose `score_threshold` decides. */
  readonly scoringRule?: string;
}

/** The vendor's general managed ruleset. */
export const GENERAL_RULESET = "efb7b8c949ac4650a09736fc376e9aee";
export const OWASP_RULESET = "4814384a9e5d4991b9815dcfc25d2f1f";
export const OWASP_NAME = "Cloudflare OWASP Core Ruleset";
/** The last rule of the OWASP ruleset, which compares the score with the threshold. */
export const OWASP_SCORING_RULE = "6179ae15870a4bb7b2d480d4843b323c";
export const SENSITIVE_DATA_RULESET = "e22d83c647c64a3eae91b71b499d988e";
export const EXPOSED_CREDENTIALS_RULESET = "c2e184081120413c86c3ab7e14069605";

const MANAGED_RULESETS: Readonly<Record<string, ManagedRuleset>> = {
  [GENERAL_RULESET]: {
    name: "Cloudflare Managed Ruleset",
    phase: "http_request_firewall_managed",
    rules: [
      "5de7edfa648c4d6891dc3e7f84534ffa",
      "e3a567afc347477d9702d9047e97d760",
      "d9e350f1b72d4730899c8a420e48a85d",
    ],
    categories: ["wordpress", "joomla", "file-inclusion", "october-cms"],
  },
  [OWASP_RULESET]: {
    name: OWASP_NAME,
    phase: "http_request_firewall_managed",
    rules: [
      OWASP_SCORING_RULE,
      "04116d14d7524986ba314d11c8a41e11",
      "55b58c71f653446fa0942cf7700f8c8e",
      "7683285d70b14023ac407b67eccbb280",
    ],
    categories: [
      "paranoia-level-1",
      "paranoia-level-2",
      "paranoia-level-3",
      "paranoia-level-4",
      "language-java",
      "language-php",
      "language-shell",
    ],
    scoringRule: OWASP_SCORING_RULE,
  },
  [EXPOSED_CREDENTIALS_RULESET]: {
    name: "Cloudflare Exposed Credentials Check Ruleset",
    phase: "http_request_firewall_managed",
    rules: [],
    categories: [],
  },
  "77454fe2d30c4220b5701f6fdfb893ba": {
    name: "Cloudflare Managed Free Ruleset",
    phase: "http_request_firewall_managed",
    rules: [],
    categories: [],
  },
  [SENSITIVE_DATA_RULESET]: {
    name: "Cloudflare Sensitive Data Detection",
    phase: "http_response_firewall_managed",
    rules: [],
    categories: [],
  },
  "4d21379b4f9f4bb088e0729962c8b3cf": {
    name: "DDoS L7 ruleset",
    phase: "ddos_l7",
    rules: [
      "fdfdac75430c4c47a959592f0aa5e68a",
      "60a48054bbcf4014ac63c44f1712a123",
      "29d170ba2f004cc787b1ac272c9e04e7",
      "dd42da7baabe4e518eaf11c393596a9d",
      "8fc7efb08f984ced8d61b34b254da96a",
    ],
    categories: ["botnets"],
  },
  "3b64149bfa6e4220bbbc2bd6db589552": {
    name: "Cloudflare L3/4 DDoS Ruleset",
    phase: "ddos_l4",
    rules: ["599dab0942ff4898ac1b7797e954e98b", "89bd10e19f974b9ba3784db068c2fd70"],
    categories: [],
  },
  "70339d97bdb34195bbf054b1ebe81f76": {
    name: "Cloudflare Normalization Ruleset",
    phase: "http_request_sanitize",
    rules: ["78723a9e0c7c4c6dbec5684cb766231d"],
    categories: [],
  },
};

/** Phases that execute one managed ruleset and nothing else. */
const SINGLE: ReadonlySet<string> = new Set<Phase>(["http_request_sanitize", "ddos_l7", "ddos_l4"]);

export function managedRuleset(id: string): ManagedRuleset | undefined {
  return Object.hasOwn(MANAGED_RULESETS, id) ? MANAGED_RULESETS[id] : undefined;
}

/** Returns the public id of a managed ruleset, or its name if the id is not known. */
export function managedIdOf(name: string): string {
  return Object.keys(MANAGED_RULESETS).find((id) => MANAGED_RULESETS[id]?.name === name) ?? name;
}

/** Returns the id of the managed ruleset that a rule with a public id belongs to. */
export function rulesetOfRule(ruleId: string): string | undefined {
  return Object.keys(MANAGED_RULESETS).find((id) => MANAGED_RULESETS[id]?.rules.includes(ruleId));
}

/** Returns the id of the only ruleset that a phase executes, or undefined if the phase executes several. */
export function onlyRulesetOf(phase: string): string | undefined {
  if (!SINGLE.has(phase)) return undefined;
  return Object.keys(MANAGED_RULESETS).find((id) => MANAGED_RULESETS[id]?.phase === phase);
}

/** Returns the managed rulesets of a phase as `id (name)`, for messages. */
export function managedRulesetsOf(phase: string): string[] {
  return Object.entries(MANAGED_RULESETS)
    .filter(([, ruleset]) => ruleset.phase === phase)
    .map(([id, { name }]) => `${id} (${name})`);
}

/** The paranoia levels. Level N runs the rules of all levels up to N. */
export const PARANOIA_LEVELS = [1, 2, 3, 4] as const;

/** Returns the tag of the rules of a level. */
export function paranoiaTag(level: number): string {
  return `paranoia-level-${level}`;
}
