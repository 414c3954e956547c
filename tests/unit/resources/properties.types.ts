/** Compiled, not run: the table of each resource lists exactly the arguments of its class. */
import type {
  AccountEntrypointRulesetArgs,
  ApiTokenArgs,
  GatewayEndpointArgs,
  OwaspConfigArgs,
  RulesetArgs,
  ValidatedFilterArgs,
  ZoneEntrypointRulesetArgs,
} from "../../../provider";
import type { PROPERTIES } from "../../../provider/properties";

interface ArgumentsByKind {
  AccountEntrypointRuleset: AccountEntrypointRulesetArgs;
  ApiToken: ApiTokenArgs;
  GatewayEndpoint: GatewayEndpointArgs;
  OwaspConfig: OwaspConfigArgs;
  Ruleset: RulesetArgs;
  ValidatedFilter: ValidatedFilterArgs;
  ZoneEntrypointRuleset: ZoneEntrypointRulesetArgs;
}

type Tables = typeof PROPERTIES;
type ArgumentNames<T> = { [K in keyof T]: T[K] extends { kind: "argument" } ? K : never }[keyof T];
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** A name that only one side has makes this type false for its kind, and the line below an error. */
type Complete = {
  [K in keyof Tables]: Equal<Exclude<ArgumentNames<Tables[K]>, "secretInputs">, keyof ArgumentsByKind[K]>;
};
export const complete: Complete = {
  AccountEntrypointRuleset: true,
  ApiToken: true,
  GatewayEndpoint: true,
  OwaspConfig: true,
  Ruleset: true,
  ValidatedFilter: true,
  ZoneEntrypointRuleset: true,
};
