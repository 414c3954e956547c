import type * as pulumi from "@pulumi/pulumi";
import type { Action } from "../api";

/** Seconds throughout. Rules of a zone count by `cf.colo.id` among their characteristics. */
export interface RateLimitArgs {
  characteristics: pulumi.Input<pulumi.Input<string>[]>;
  period: pulumi.Input<number>;
  requestsPerPeriod?: pulumi.Input<number> | undefined;
  mitigationTimeout?: pulumi.Input<number> | undefined;
  countingExpression?: pulumi.Input<string> | undefined;
  requestsToOrigin?: pulumi.Input<boolean> | undefined;
  scorePerPeriod?: pulumi.Input<number> | undefined;
  scoreResponseHeaderName?: pulumi.Input<string> | undefined;
}

export interface RuleArgs {
  /** The rule's own name in the ruleset, unique there: it keeps its identity, and the vendor's id, over every edit. */
  ref: pulumi.Input<string>;
  action: pulumi.Input<Action>;
  /** What the action takes, in camelCase: `{ response: { statusCode: 403, … } }` of block, `{ ruleset: "current" }` of skip. */
  actionParameters?: pulumi.Input<Record<string, unknown>> | undefined;
  /** A filter expression, parsed at preview; the `expression` of a `ValidatedFilter` makes the rule wait for it. */
  expression: pulumi.Input<string>;
  /** Default true. */
  enabled?: pulumi.Input<boolean> | undefined;
  description?: pulumi.Input<string> | undefined;
  /** Whether matches are logged; of skip rules. */
  logging?: pulumi.Input<{ enabled: pulumi.Input<boolean> }> | undefined;
  /** Of rules in `http_ratelimit`. */
  ratelimit?: pulumi.Input<RateLimitArgs> | undefined;
  exposedCredentialCheck?:
    | pulumi.Input<{ usernameExpression: pulumi.Input<string>; passwordExpression: pulumi.Input<string> }>
    | undefined;
}
