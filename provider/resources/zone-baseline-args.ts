import type * as pulumi from "@pulumi/pulumi";
import type { ManagedAction } from "../api/wire";
import type { CommonArgs } from "./edge-resource";
import type { OwaspConfigArgs } from "./owasp-config";
import type { LaterRuleArgs, PlainRuleArgs, RateLimitArgs, RuleArgs, RuleCommonArgs } from "./rule-args";

/** The arguments of a ZoneBaseline. `F` are the names of its filters, `A` the actions of its custom rules; the compiler finds both. */
export interface ZoneBaselineArgs<F extends string = never, A extends string = never> extends CommonArgs {
  /** The id of the zone: 32 hexadecimal digits. A change replaces all resources of the component. */
  zoneId: pulumi.Input<string>;
  /**
   * The last day, in UTC, on which everything without an `action` only logs: `2027-01-31`. Without it, the managed rules and OWASP act.
   * After that day, they go on logging, previews warn, and policies report them: remove the argument, or write a later day.
   */
  logOnlyUntil?: string | undefined;
  /** Named expressions that the rules below share. The API validates each before a rule that uses it is written. */
  filters?: Record<F, pulumi.Input<string>> | undefined;
  /** Rules in phase `http_request_firewall_custom`, in the order of evaluation. A rule without an action logs. */
  customRules?: BaselineRules<BaselineRuleArgs<A>, F> | undefined;
  /** Rules in phase `http_ratelimit`, in the order of evaluation. A rule without an action logs. */
  rateLimits?: BaselineRules<BaselineRateLimitArgs, F> | undefined;
  /** The vendor's managed ruleset. By default, it is deployed and its rules act as the vendor has set them; `false` leaves it out. */
  managedRules?: BaselineManagedRulesArgs | false | undefined;
  /** The OWASP core ruleset. By default, it is deployed at level 2 and challenges scores from 40; `false` leaves it out. */
  owasp?: BaselineOwaspArgs | false | undefined;
}

/** A list, or a function that makes the list from the expressions of the filters. */
export type BaselineRules<Rule, F extends string> =
  Rule[] | ((filters: Readonly<Record<F, pulumi.Output<string>>>) => Rule[]);

/** A rule whose action defaults to `log`. */
export type BaselineRuleArgs<A extends string = never> = RuleArgs | LaterRuleArgs<A> | LoggingRuleArgs;

/** A rule without an action, which logs. */
export interface LoggingRuleArgs extends Omit<PlainRuleArgs<"log">, "action"> {
  /** Left out: the rule logs. */
  action?: undefined;
}

/** A rate limit whose action defaults to `log`. */
export interface BaselineRateLimitArgs extends Omit<RuleCommonArgs, "ratelimit" | "exposedCredentialCheck"> {
  /** Defaults to `log`. */
  action?: ManagedAction | undefined;
  /** Requests beyond this number in a period match. */
  requestsPerPeriod: NonNullable<RateLimitArgs["requestsPerPeriod"]>;
  /** Seconds. Defaults to 60. */
  period?: RateLimitArgs["period"] | undefined;
  /** Seconds for which the action continues. Defaults to the API's default. */
  mitigationTimeout?: RateLimitArgs["mitigationTimeout"];
  /** What requests are counted by. Defaults to client address, `ip.src`, and data centre, `cf.colo.id`. */
  characteristics?: RateLimitArgs["characteristics"] | undefined;
}

/** The managed ruleset that a `ZoneBaseline` deploys. */
export interface BaselineManagedRulesArgs {
  /** The action of all of its rules; `default` keeps the action of each rule. Defaults to `default`; with `logOnlyUntil`, to `log`. */
  action?: ManagedAction | "default" | undefined;
  /** A filter expression that selects requests. Defaults to `true`, all of them. */
  expression?: pulumi.Input<string> | undefined;
  /** The id of the managed ruleset. Defaults to the vendor's general one, which has the same id in every zone. */
  rulesetId?: pulumi.Input<string> | undefined;
}

/** Defaults to level 2, threshold `medium` (40) and action `managed_challenge`; with `logOnlyUntil`, to `log`. */
export interface BaselineOwaspArgs extends Partial<
  Omit<OwaspConfigArgs, "zoneId" | "connection" | "paranoiaLevel" | "scoreThreshold" | "action">
> {
  /** 1 to 4: enables the rules of this level and of the levels below. Defaults to 2. */
  paranoiaLevel?: OwaspConfigArgs["paranoiaLevel"] | undefined;
  /** The score from which `action` applies: a whole number from 1, or `low` (60), `medium` (40), `high` (25). Defaults to `medium`. */
  scoreThreshold?: OwaspConfigArgs["scoreThreshold"] | undefined;
  /** What happens to a request that reaches the score. Defaults to `managed_challenge`; with `logOnlyUntil`, to `log`. */
  action?: OwaspConfigArgs["action"];
}
