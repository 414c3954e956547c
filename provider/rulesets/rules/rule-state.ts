/** A rule in the state of a resource. All member names are camelCase, including those in `actionParameters`. */
export interface RuleState {
  /** Identifies the rule in its ruleset. Unique and stable for the lifetime of the rule. */
  ref: string;
  action: string;
  actionParameters?: Record<string, unknown>;
  expression: string;
  /** Default: true. */
  enabled?: boolean;
  description?: string;
  logging?: { enabled: boolean };
  ratelimit?: RateLimitState;
  exposedCredentialCheck?: { usernameExpression: string; passwordExpression: string };
}

/** The rate limit of a rule in the state of a resource. `period` and `mitigationTimeout` are in seconds. */
export interface RateLimitState {
  /** The fields that requests are counted by. In a zone, they must include `cf.colo.id`. */
  characteristics: string[];
  period: number;
  requestsPerPeriod?: number;
  mitigationTimeout?: number;
  countingExpression?: string;
  requestsToOrigin?: boolean;
  scorePerPeriod?: number;
  scoreResponseHeaderName?: string;
}
