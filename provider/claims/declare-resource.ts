import type { Members } from "../api";
import type { ResourceKind } from "../properties";
import type { Declaration, Declared } from "./declaration";
import { declareNames } from "./declare-names";
import { declareEntrypoint, declareOwasp, refsOf } from "./declare-parts";

/**
 * Returns what a resource declares. If its rules are judged together with those of other resources, the first declaration is about them.
 *
 * @param args the arguments; each, and what is in it, may be known later
 * @param refs returns the refs of rules: the declaration of a rule needs only its ref
 */
export function declareResource(
  kind: ResourceKind,
  name: string,
  args: Members,
  refs: (rules: unknown) => unknown = refsOf,
): readonly Declaration<Declared>[] {
  const { connection, zoneId, accountId, rules, rulesetName } = args;
  const zone = { connection, id: zoneId, noun: "zone" } as const;
  switch (kind) {
    case "AccountEntrypointRuleset":
      return declareEntrypoint(name, { connection, id: accountId, noun: "account" }, args, refs(rules));
    case "ZoneEntrypointRuleset":
      return declareEntrypoint(name, zone, args, refs(rules));
    case "OwaspConfig":
      return [declareOwasp(name, zone, rulesetName)];
    case "ApiToken":
      return declareNames(name, { ...args, kind, phase: undefined });
    case "Ruleset":
      return declareNames(name, { ...args, kind, adopt: undefined });
    case "GatewayEndpoint":
    case "List":
    case "ValidatedFilter":
      return [];
  }
}
