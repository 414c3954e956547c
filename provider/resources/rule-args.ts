import type * as pulumi from "@pulumi/pulumi";
import type { Action } from "../api/wire";
import type { ActionParametersByAction } from "./action-parameters";

/** A rate limit; all times are in seconds. In a zone, `characteristics` must include `cf.colo.id`. */
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

/** The arguments of every rule. */
export interface RuleCommonArgs {
  /** The unique name of the rule in the ruleset. A rule keeps its API id as long as it keeps its ref. */
  ref: pulumi.Input<string>;
  /** A filter expression, parsed at preview. With the `expression` of a `ValidatedFilter` the rule waits for the validation. */
  expression: pulumi.Input<string>;
  /** Defaults to true. */
  enabled?: pulumi.Input<boolean> | undefined;
  description?: pulumi.Input<string> | undefined;
  /** Whether matches are logged; only for skip rules. */
  logging?: pulumi.Input<{ enabled: pulumi.Input<boolean> }> | undefined;
  /** Only for rules in `http_ratelimit`. */
  ratelimit?: pulumi.Input<RateLimitArgs> | undefined;
  exposedCredentialCheck?:
    | pulumi.Input<{ usernameExpression: pulumi.Input<string>; passwordExpression: pulumi.Input<string> }>
    | undefined;
}

/** Actions that require parameters. Those of `block` are optional. */
export type ParameterAction = Exclude<keyof ActionParametersByAction, "block">;
/** Actions without parameters. */
export type PlainAction = Exclude<Action, keyof ActionParametersByAction>;

/** A rule whose action requires parameters. */
export interface ParameterRuleArgs<A extends ParameterAction> extends RuleCommonArgs {
  action: A;
  /** The parameters of the action, in camelCase. */
  actionParameters: DeepInput<ActionParametersByAction[A]>;
}

export interface BlockRuleArgs extends RuleCommonArgs {
  action: "block";
  /** `{ response: { statusCode: 403, … } }`. Defaults to the vendor's own page. */
  actionParameters?: DeepInput<ActionParametersByAction["block"]> | undefined;
}

/** A rule whose action takes no parameters. */
export interface PlainRuleArgs<A extends PlainAction> extends RuleCommonArgs {
  action: A;
  actionParameters?: pulumi.Input<Record<string, never>> | undefined;
}

/** A rule whose action is known later. The preview checks its parameters. */
export interface LaterRuleArgs extends RuleCommonArgs {
  action: pulumi.Output<Action> | Promise<Action>;
  actionParameters?: pulumi.Input<Record<string, unknown>> | undefined;
}

/** A rule. Its `action` determines its `actionParameters`. */
export type RuleArgs =
  | { [A in ParameterAction]: ParameterRuleArgs<A> }[ParameterAction]
  | { [A in PlainAction]: PlainRuleArgs<A> }[PlainAction]
  | BlockRuleArgs
  | LaterRuleArgs;

/** The same type with an input for every member, at any depth. */
export type DeepInput<T> = unknown extends T
  ? T
  : [T] extends [string | number | boolean | undefined]
    ? pulumi.Input<T>
    : undefined extends T
      ? DeepInput<Exclude<T, undefined>> | undefined
      : [T] extends [readonly (infer Item)[]]
        ? pulumi.Input<DeepInput<Item>[]>
        : pulumi.Input<DeepMembers<T>>;

/** The members of a type, or of each type of a union, as inputs. */
export type DeepMembers<T> = T extends unknown
  ? {
      [K in keyof T]: Partial<Pick<T, K>> extends Pick<T, K> ? DeepInput<T[K]> | undefined : DeepInput<T[K]>;
    }
  : never;
