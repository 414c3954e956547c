/** Compiled, not run: the table of each resource lists exactly the arguments of its class, with exactly the values of their types. */
import type {
  AccountEntrypointRulesetArgs,
  ApiTokenArgs,
  GatewayEndpointArgs,
  ListArgs,
  OwaspConfigArgs,
  RulesetArgs,
  ValidatedFilterArgs,
  ZoneCustomRulesetArgs,
  ZoneEntrypointRulesetArgs,
} from "../../../provider";
import type { Input } from "@pulumi/pulumi";
import type { PROPERTIES, ResourceKind } from "../../../provider/properties";

interface ArgumentsByKind extends Record<ResourceKind, object> {
  AccountEntrypointRuleset: AccountEntrypointRulesetArgs;
  ApiToken: ApiTokenArgs;
  GatewayEndpoint: GatewayEndpointArgs;
  List: ListArgs;
  OwaspConfig: OwaspConfigArgs;
  Ruleset: RulesetArgs;
  ValidatedFilter: ValidatedFilterArgs;
  ZoneCustomRuleset: ZoneCustomRulesetArgs;
  ZoneEntrypointRuleset: ZoneEntrypointRulesetArgs;
}

type Tables = typeof PROPERTIES;
type ArgumentNames<T> = { [K in keyof T]: T[K] extends { kind: "argument" } ? K : never }[keyof T];
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The values that the table allows for an argument. */
type Values<P> = P extends { values: readonly (infer V)[] }
  ? V
  : P extends { values: "boolean" }
    ? boolean
    : never;
/** The plain value of an argument. */
type Plain<A> = A extends Input<infer V> ? V : never;
type WithValues<T> = { [K in keyof T]: T[K] extends { values: unknown } ? K : never }[keyof T];
type WrongValues<T, A> = {
  [K in WithValues<T>]: K extends keyof A
    ? Equal<Values<T[K]>, Plain<NonNullable<A[K]>>> extends true
      ? never
      : K
    : K;
}[WithValues<T>];

/** A name or a value that only one side has makes this type another one for its kind, and the line below an error. */
type Complete = {
  [K in ResourceKind]: [
    Equal<Exclude<ArgumentNames<Tables[K]>, "secretInputs">, keyof ArgumentsByKind[K]>,
    WrongValues<Tables[K], ArgumentsByKind[K]>,
  ] extends [true, never]
    ? true
    : false;
};
export const complete: Complete = {
  AccountEntrypointRuleset: true,
  ApiToken: true,
  GatewayEndpoint: true,
  List: true,
  OwaspConfig: true,
  Ruleset: true,
  ValidatedFilter: true,
  ZoneCustomRuleset: true,
  ZoneEntrypointRuleset: true,
};
