import type { ManagedAction } from "../../api/wire";

/** The score thresholds by their names in the dashboard. The action applies to requests with at least that score. */
export const SCORE_THRESHOLDS = { low: 60, medium: 40, high: 25 } as const;
/** The name of a score threshold. */
export type ThresholdName = keyof typeof SCORE_THRESHOLDS;

/** The default action for requests that reach the score threshold. */
export const DEFAULT_OWASP_ACTION: ManagedAction = "block";

/** The default ref of a deploying rule that this package creates. */
export const DEFAULT_OWASP_REF = "owasp-core-ruleset";

/** The arguments of an OwaspConfig, resolved: the deployment of the OWASP core ruleset in a zone. */
export interface OwaspArgs {
  zoneId: string;
  /** 1 to 4. */
  paranoiaLevel: number;
  /** At least 1. A lower threshold is stricter. */
  scoreThreshold: number | ThresholdName;
  /** Default: `block`. */
  action?: ManagedAction;
  /** Overrides of single rules, or of all rules with a tag. */
  rules?: OwaspRuleOverride[];
  /** The filter expression of the requests to inspect. Default: `true`, all requests. */
  expression?: string;
  /** Default: true. */
  enabled?: boolean;
  /** The name of the managed ruleset. Default: the one whose name ends with `OWASP Core Ruleset`. */
  rulesetName?: string;
  /** The ref of a new deploying rule. Default: `owasp-core-ruleset`. */
  ref?: string;
}

/** The names of the arguments, shared by the class, its check and its lifecycle. */
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

/** An override: exactly one of number, id and tag, and at least one of enabled and action. */
export interface OwaspRuleOverride {
  /** The number at the start of the rule's description, such as `920272`. */
  number?: string;
  id?: string;
  tag?: string;
  enabled?: boolean;
  action?: ManagedAction;
}

export function scoreOf(threshold: number | ThresholdName): number {
  return typeof threshold === "number" ? threshold : SCORE_THRESHOLDS[threshold];
}
