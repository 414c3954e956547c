import type * as pulumi from "@pulumi/pulumi";
import type { Action, Phase } from "../api/wire";
import type { ActionIn, LIMITING_PHASES, NOT_COUNTING } from "../rulebook/phases";
import type { MITIGATION_TIMEOUTS, PERIODS } from "../rulebook/plan-limits";
import type { ActionParametersByAction } from "./action-parameters";
import type { Computed, Expected, OrAny, OrComputed } from "./computed";

/** A rate limit; all times are in seconds. In a zone, `characteristics` must include `cf.colo.id`. */
export interface RateLimitArgs {
  /** What requests are counted by: `ip.src`, `http.request.headers["x-api-key"]`. In a zone, `cf.colo.id` must be among them. */
  characteristics: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Seconds: 10 in a Free plan, up to 60 in Pro, 600 in Business, 65535 in Enterprise. One of 10, 15, 20, 30, 40, 45, 60, 90, 120, 180,
   * 240, 300, 480, 600, 900, 1200, 1800, 2400, 3600, 65535, 86400.
   */
  period: pulumi.Input<OrAny<(typeof PERIODS)[number]>>;
  /** Requests beyond this number in a period match. Either this or `scorePerPeriod`. */
  requestsPerPeriod?: pulumi.Input<number> | undefined;
  /**
   * Seconds for which the action continues: 10 in a Free plan, up to 3600 in Pro, 86400 in Business and Enterprise. Defaults to 0. One of 0, 10, 60,
   * 120, 300, 600, 3600, 86400; any number up to 86400 in Enterprise.
   */
  mitigationTimeout?: pulumi.Input<OrAny<(typeof MITIGATION_TIMEOUTS)[number]>> | undefined;
  /** A filter expression that selects the requests that are counted. Defaults to the `expression` of the rule. */
  countingExpression?: pulumi.Input<string> | undefined;
  /** Whether only requests that reach the origin are counted. Defaults to false. */
  requestsToOrigin?: pulumi.Input<boolean> | undefined;
  /** A sum of scores beyond this number in a period matches; with `scoreResponseHeaderName`. */
  scorePerPeriod?: pulumi.Input<number> | undefined;
  /** The response header in which the origin returns the score of a request. */
  scoreResponseHeaderName?: pulumi.Input<string> | undefined;
}

/** The arguments of every rule. */
export interface RuleCommonArgs {
  /** The unique name of the rule in the ruleset. A rule keeps its API id as long as it keeps its ref. */
  ref: pulumi.Input<string>;
  /** A filter expression, parsed at preview. With the `expression` of a `ValidatedFilter` the rule waits for the validation. */
  expression: pulumi.Input<string>;
  /** Whether the rule is on. Defaults to true. */
  enabled?: pulumi.Input<boolean> | undefined;
  /** What the rule is for. Defaults to none. */
  description?: pulumi.Input<string> | undefined;
  /** Whether matches are logged; only for skip rules. */
  logging?:
    | pulumi.Input<{
        /** Whether matches are logged. */
        enabled: pulumi.Input<boolean>;
      }>
    | undefined;
  /** Only for rules in `http_ratelimit`. */
  ratelimit?: pulumi.Input<RateLimitArgs> | undefined;
  /**
   * Where a request has the user name and the password that are compared with leaked ones. Only in a custom ruleset of an account. Fields
   * such as `cf.waf.credential_check.username_and_password_leaked` replace it.
   */
  exposedCredentialCheck?:
    | pulumi.Input<{
        /** The expression of the user name, of at most 1,024 characters: `url_decode(http.request.body.form["user"][0])`. */
        usernameExpression: pulumi.Input<string>;
        /** The expression of the password, of at most 1,024 characters. */
        passwordExpression: pulumi.Input<string>;
      }>
    | undefined;
}

/** Actions that require parameters. Those of `block` are optional. */
export type ParameterAction = Exclude<keyof ActionParametersByAction, "block">;
/** Actions without parameters. */
export type PlainAction = Exclude<Action, keyof ActionParametersByAction>;

/** A rule whose action requires parameters. */
export interface ParameterRuleArgs<A extends ParameterAction> extends RuleCommonArgs {
  /** What happens to a request that matches. */
  action: A;
  /** The parameters of the action, in camelCase. */
  actionParameters: DeepInput<ActionParametersByAction[A]>;
}

/** A rule with the action `block`. */
export interface BlockRuleArgs extends RuleCommonArgs {
  /** Answers the request with an error. */
  action: "block";
  /** `{ response: { statusCode: 403, … } }`. Defaults to the vendor's own page. */
  actionParameters?: DeepInput<ActionParametersByAction["block"]> | undefined;
}

/** A rule whose action takes no parameters. */
export interface PlainRuleArgs<A extends PlainAction> extends RuleCommonArgs {
  /** What happens to a request that matches. */
  action: A;
  /** The action takes no parameters. */
  actionParameters?: pulumi.Input<Record<string, never>> | undefined;
}

/**
 * A rule whose action the program computes, or knows later. The preview checks action and parameters. `A` are the actions of the rules
 * beside it, which the compiler finds.
 */
export interface LaterRuleArgs<A extends string = never> extends RuleCommonArgs {
  /** What happens to a request that matches. */
  action:
    | pulumi.Output<Action | Computed<Action, A>>
    | Promise<Action | Computed<Action, A>>
    | Computed<Action, A>
    | Expected<Action, A>;
  /** The parameters of the action, in camelCase. */
  actionParameters?: pulumi.Input<Record<string, unknown>> | undefined;
}

/** The actions that need no `ratelimit` in `http_ratelimit`. */
type NotCounting = (typeof NOT_COUNTING)[number];

/** A rule with an action. */
type RuleOf<A extends Action> = A extends ParameterAction
  ? ParameterRuleArgs<A>
  : A extends PlainAction
    ? PlainRuleArgs<A>
    : A extends "block"
      ? BlockRuleArgs
      : never;

/** A rule with an action of a phase, and with `ratelimit` where the phase requires it. */
type RuleIn<P extends Phase> = P extends "http_ratelimit"
  ? | RuleOf<Extract<ActionIn<P>, NotCounting>>
    | (RuleOf<Exclude<ActionIn<P>, NotCounting>> & {
        /** The rate limit, which rules of this phase have. */
        ratelimit: pulumi.Input<RateLimitArgs>;
      })
  : P extends (typeof LIMITING_PHASES)[number]
    ? RuleOf<ActionIn<P>>
    : P extends Phase
      ? RuleOf<ActionIn<P>> & {
          /** Only for rules in `http_ratelimit`. */
          ratelimit?: undefined;
        }
      : never;

/**
 * A rule. Its `action` determines its `actionParameters`. With a phase, `RuleArgs<"http_ratelimit">`, the rule has an action of that phase.
 */
export type RuleArgs<P extends Phase = Phase> =
  ([Phase] extends [P] ? RuleOf<Action> : RuleIn<P>) | LaterRuleArgs;

/** The same type with an input for every member, at any depth. */
export type DeepInput<T> = unknown extends T
  ? T
  : [T] extends [string | number | boolean | undefined]
    ? pulumi.Input<OrComputed<T>>
    : undefined extends T
      ? DeepDefined<Exclude<T, undefined>> | undefined
      : DeepDefined<T>;

/** Does not ask for `undefined` again: without `strictNullChecks`, it belongs to every type, and the question would have no end. */
type DeepDefined<T> = [T] extends [readonly (infer Item)[]]
  ? pulumi.Input<DeepInput<Item>[]>
  : pulumi.Input<DeepMembers<T>>;

/** The members of a type, or of each type of a union, as inputs. */
export type DeepMembers<T> = T extends unknown
  ? {
      [K in keyof T]: Partial<Pick<T, K>> extends Pick<T, K> ? DeepInput<T[K]> | undefined : DeepInput<T[K]>;
    }
  : never;
