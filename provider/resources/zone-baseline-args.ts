import type * as pulumi from "@pulumi/pulumi";
import type { ManagedAction } from "../api";
import type { CommonArgs } from "./edge-resource";
import type { OwaspConfigArgs } from "./owasp-config";
import type { PlainRuleArgs, RateLimitArgs, RuleArgs, RuleCommonArgs } from "./rule-args";

/** `F` are the names of the filters. */
export interface ZoneBaselineArgs<F extends string = never> extends CommonArgs {
  zoneId: pulumi.Input<string>;
  /** Expressions by name, that the rules below share. The API judges each before a rule that uses it is written. */
  filters?: Record<F, pulumi.Input<string>> | undefined;
  /** In phase `http_request_firewall_custom`, in the order of evaluation. */
  customRules?: BaselineRules<BaselineRuleArgs, F> | undefined;
  /** In phase `http_ratelimit`, in the order of evaluation. */
  rateLimits?: BaselineRules<BaselineRateLimitArgs, F> | undefined;
  /** The vendor's managed ruleset. Default: deployed, all of its rules log; `false`: left out. */
  managedRules?: BaselineManagedRulesArgs | false | undefined;
  /** The OWASP core ruleset. Default: deployed, at level 1, and scores from 60 are logged; `false`: left out. */
  owasp?: BaselineOwaspArgs | false | undefined;
}

/** A list, or a function that makes it of the expressions of the filters. */
export type BaselineRules<Rule, F extends string> =
  Rule[] | ((filters: Readonly<Record<F, pulumi.Output<string>>>) => Rule[]);

/** A rule that logs until it is given another action. */
export type BaselineRuleArgs = RuleArgs | (Omit<PlainRuleArgs<"log">, "action"> & { action?: undefined });

/** A limit for each client address, that logs until it is given another action. */
export interface BaselineRateLimitArgs extends Omit<RuleCommonArgs, "ratelimit" | "exposedCredentialCheck"> {
  /** Default `log`. */
  action?: ManagedAction | undefined;
  /** More requests than this in a period match. */
  requestsPerPeriod: NonNullable<RateLimitArgs["requestsPerPeriod"]>;
  /** Seconds. Default 60. */
  period?: RateLimitArgs["period"] | undefined;
  /** Seconds for which the action goes on. Default: the API's. */
  mitigationTimeout?: RateLimitArgs["mitigationTimeout"];
  /** What is counted by itself. Default: client addresses, `ip.src`, in each data centre, `cf.colo.id`. */
  characteristics?: RateLimitArgs["characteristics"] | undefined;
}

export interface BaselineManagedRulesArgs {
  /** What all of its rules do; `default`: each what the vendor has set for it. Default `log`. */
  action?: ManagedAction | "default" | undefined;
  /** Which requests are looked at. Default `true`: all. */
  expression?: pulumi.Input<string> | undefined;
  /** The vendor's id of the managed ruleset. Default: that of its general one, the same in every zone. */
  rulesetId?: pulumi.Input<string> | undefined;
}

/** Level 1, threshold `low` (60) and action `log` where they are left out. */
export type BaselineOwaspArgs = Partial<Omit<OwaspConfigArgs, "zoneId" | "connection">>;
