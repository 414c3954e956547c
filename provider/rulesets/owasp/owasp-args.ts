import type { ManagedAction } from "../../api";

/** Names of a rule's tags: level N runs the rules of all levels up to N. */
export const PARANOIA_LEVELS = [1, 2, 3, 4] as const;

/** Scores from which on a request is acted upon, by the names that the dashboard has for them. */
export const SCORE_THRESHOLDS = { low: 60, medium: 40, high: 25 } as const;
export type ThresholdName = keyof typeof SCORE_THRESHOLDS;

/** What is done to a request that reaches the threshold, where nothing is said. */
export const DEFAULT_OWASP_ACTION: ManagedAction = "block";

/** The ref of a deploying rule that this package makes. */
export const DEFAULT_OWASP_REF = "owasp-core-ruleset";

/** The OWASP core ruleset of a zone, as a program asks for it. */
export interface OwaspArgs {
  zoneId: string;
  /** 1 to 4. */
  paranoiaLevel: number;
  /** At least 1; the lower, the stricter. */
  scoreThreshold: number | ThresholdName;
  /** Default `block`. */
  action?: ManagedAction;
  /** Single rules, or all rules of a tag, switched or made to act otherwise. */
  rules?: OwaspRuleOverride[];
  /** Which requests; default `true`, all of them. */
  expression?: string;
  /** Default true. */
  enabled?: boolean;
  /** Of the managed ruleset; default: the one whose name ends with `OWASP Core Ruleset`. */
  rulesetName?: string;
  /** Of a deploying rule that has to be made; default `owasp-core-ruleset`. */
  ref?: string;
}

/** Names of the arguments, once for the class, its check and its lifecycle. */
export const OWASP_FIELDS = [
  "zoneId",
  "paranoiaLevel",
  "scoreThreshold",
  "action",
  "rules",
  "expression",
  "enabled",
  "rulesetName",
  "ref",
] as const satisfies readonly (keyof OwaspArgs)[];

/** Exactly one of number, id and tag; at least one of enabled and action. */
export interface OwaspRuleOverride {
  /** The number that the rule's description begins with, such as `920272`. */
  number?: string;
  id?: string;
  tag?: string;
  enabled?: boolean;
  action?: ManagedAction;
}

/** The tag of the rules that come with this level. */
export function paranoiaTag(level: number): string {
  return `paranoia-level-${level}`;
}

/** The threshold as a number. */
export function scoreOf(threshold: number | ThresholdName): number {
  return typeof threshold === "number" ? threshold : SCORE_THRESHOLDS[threshold];
}
