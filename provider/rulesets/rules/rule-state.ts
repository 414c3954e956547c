/** A rule as a program writes it: member names in camelCase, those of `actionParameters` too. */
export interface RuleState {
  /** Tells the rule from every other of its ruleset, for as long as it lives. */
  ref: string;
  action: string;
  actionParameters?: Record<string, unknown>;
  expression: string;
  /** Default true. */
  enabled?: boolean;
  description?: string;
  logging?: { enabled: boolean };
  ratelimit?: RateLimitState;
  exposedCredentialCheck?: { usernameExpression: string; passwordExpression: string };
}

/** Period and time-out in seconds. */
export interface RateLimitState {
  /** What requests are counted by; in a zone `cf.colo.id` is to be among them. */
  characteristics: string[];
  period: number;
  requestsPerPeriod?: number;
  mitigationTimeout?: number;
  countingExpression?: string;
  requestsToOrigin?: boolean;
  scorePerPeriod?: number;
  scoreResponseHeaderName?: string;
}
