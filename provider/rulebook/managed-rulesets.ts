import type { ZonePlan } from "../api/plans";
import type { Phase } from "../api/wire";
import { aPlan, includes } from "./plan-limits";

/** A managed ruleset whose id is public. */
export interface ManagedRuleset {
  readonly name: string;
  readonly phase: Phase;
  /** Ids of its rules that the vendor's documentation or public configurations name. There are many more. */
  readonly rules: readonly string[];
  /** Public categories of its rules. There are more. */
  readonly categories: readonly string[];
  /** The smallest plan of a zone that has the ruleset. Default: every plan has it. */
  readonly plan?: ZonePlan;
  /** The rule whose `score_threshold` decides. */
  readonly scoringRule?: string;
}

/** The vendor's general managed ruleset. */
export const GENERAL_RULESET = "efb7b8c949ac4650a09736fc376e9aee";
export const OWASP_RULESET = "4814384a9e5d4991b9815dcfc25d2f1f";
export const OWASP_NAME = "Cloudflare OWASP Core Ruleset";
/** The last rule of the OWASP ruleset, which compares the score with the threshold. */
export const OWASP_SCORING_RULE = "6179ae15870a4bb7b2d480d4843b323c";
/** The managed ruleset that every plan has. */
export const FREE_RULESET = "77454fe2d30c4220b5701f6fdfb893ba";
export const SENSITIVE_DATA_RULESET = "e22d83c647c64a3eae91b71b499d988e";
export const EXPOSED_CREDENTIALS_RULESET = "c2e184081120413c86c3ab7e14069605";

const MANAGED_RULESETS: Readonly<Record<string, ManagedRuleset>> = {
  [GENERAL_RULESET]: {
    name: "Cloudflare Managed Ruleset",
    plan: "pro",
    phase: "http_request_firewall_managed",
    rules: [
      "5de7edfa648c4d6891dc3e7f84534ffa",
      "e3a567afc347477d9702d9047e97d760",
      "d9e350f1b72d4730899c8a420e48a85d",
      "d52aa57408a144afa35e0fd96e3897dc",
      "7994335d116849f7a0ab6b771d1d0db7",
      "20e34d3164a340dbb5c5d29203ccff90",
      "8d9f209f35df412ba4bafe5156335ab1",
      "8840c3fa2c7947f6b10176ceb8f65558",
      "48e06376fc6347c0bf08b8ccf82d008b",
      "8ea0937695984040b528c80a4e6df495",
      "b777ce009bb346b39be4886055a71165",
      "cb5b6de178d3488d8649da8608b7b3a2",
      "390b6273c8dc4366b36e52fc6f35c356",
      "8ac6964456494da6b098a93c35f86fc9",
      "5ac122b3972c4247a247f3271045f374",
      "b1efd337665d49f5950f892971120c4b",
      "34158d546873469a8f8ccee19139627b",
      "062a7840e0cb47f7b36acd2d507ce584",
    ],
    categories: ["wordpress", "joomla", "file-inclusion", "october-cms"],
  },
  [OWASP_RULESET]: {
    name: OWASP_NAME,
    plan: "pro",
    phase: "http_request_firewall_managed",
    rules: [
      OWASP_SCORING_RULE,
      "04116d14d7524986ba314d11c8a41e11",
      "55b58c71f653446fa0942cf7700f8c8e",
      "7683285d70b14023ac407b67eccbb280",
      "37da7855d2f94f69865365d894a556a4",
      "6afe6795ee6a48d6a1dfe59255395a78",
      "5a6f5a57cde8428ab0668ce17cdec0c8",
      "5e4903d6afa841c9b88b96203297003f",
      "2380cd409b604c2a9273042f3eb29c4e",
      "f5aebedc99a14c8d9e8cfa2ce5f94216",
      "edf8c37cc81747d382690b3c77e82ce4",
      "1129dfb383bb42e48466488cf3b37cb1",
      "a6be45d4905042b9964ff81dc12e41d2",
      "fa54f3d75ed446e78c22b4ea57b90acf",
      "ec42fac3279943388b6be5ee9182835e",
      "f2db062052cf453fbe9e93f058ecf7e7",
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
    plan: "pro",
    phase: "http_request_firewall_managed",
    rules: [],
    categories: [],
  },
  [FREE_RULESET]: {
    name: "Cloudflare Managed Free Ruleset",
    phase: "http_request_firewall_managed",
    rules: [],
    categories: [],
  },
  [SENSITIVE_DATA_RULESET]: {
    name: "Cloudflare Sensitive Data Detection",
    plan: "enterprise",
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
      "cc5ac300fbc54ceda2944ca261bc58d5",
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

/** Returns why the plan of a zone has no managed ruleset, as the end of a sentence; undefined if the plan has it, or it is not known. */
export function lackOfManaged(id: string, plan: ZonePlan): string | undefined {
  const { plan: needed = "free", name } = managedRuleset(id) ?? {};
  if (name === undefined || includes(plan, needed)) return undefined;
  const instead =
    needed === "pro" ? `; every plan has ${MANAGED_RULESETS[FREE_RULESET]?.name} (${FREE_RULESET})` : "";
  return `${name}, which needs ${aPlan(needed)}, but the plan is ${plan}${instead}`;
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
