import type * as pulumi from "@pulumi/pulumi";
import type { Action } from "../api";
import type { ActionParametersByAction } from "./action-parameters";

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

/** What a rule takes whatever its action. */
export interface RuleCommonArgs {
  /** The rule's own name in the ruleset, unique there: it keeps its identity, and the vendor's id, over every edit. */
  ref: pulumi.Input<string>;
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

/** Actions that have to have parameters: `block` may have some. */
export type ParameterAction = Exclude<keyof ActionParametersByAction, "block">;
/** Actions that take none. */
export type PlainAction = Exclude<Action, keyof ActionParametersByAction>;

/** A rule of an action that has to have parameters. */
export interface ParameterRuleArgs<A extends ParameterAction> extends RuleCommonArgs {
  action: A;
  /** What the action takes, in camelCase. */
  actionParameters: DeepInput<ActionParametersByAction[A]>;
}

export interface BlockRuleArgs extends RuleCommonArgs {
  action: "block";
  /** `{ response: { statusCode: 403, … } }`; without it the vendor's own page is answered. */
  actionParameters?: DeepInput<ActionParametersByAction["block"]> | undefined;
}

/** A rule of an action that takes no parameters. */
export interface PlainRuleArgs<A extends PlainAction> extends RuleCommonArgs {
  action: A;
  actionParameters?: pulumi.Input<Record<string, never>> | undefined;
}

/** A rule whose action is known later: whether its parameters suit it is said at preview. */
export interface LaterRuleArgs extends RuleCommonArgs {
  action: pulumi.Output<Action> | Promise<Action>;
  actionParameters?: pulumi.Input<Record<string, unknown>> | undefined;
}

/** A rule. Its `action` says which `actionParameters` it takes. */
export type RuleArgs =
  | { [A in ParameterAction]: ParameterRuleArgs<A> }[ParameterAction]
  | { [A in PlainAction]: PlainRuleArgs<A> }[PlainAction]
  | BlockRuleArgs
  | LaterRuleArgs;

/** The same with every member, at any depth, in plain or known later. */
export type DeepInput<T> = [T] extends [string | number | boolean | undefined]
  ? pulumi.Input<T>
  : T extends readonly (infer Item)[]
    ? pulumi.Input<DeepInput<Item>[]>
    : T extends object
      ? pulumi.Input<{
          [K in keyof T]: Partial<Pick<T, K>> extends Pick<T, K>
            ? DeepInput<T[K]> | undefined
            : DeepInput<T[K]>;
        }>
      : T;
