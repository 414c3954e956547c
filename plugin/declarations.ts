import { containsUnknown, isMembers, UNKNOWN } from "../provider/api/plain";
import { resourceRules } from "../provider/claims/conflicts";
import type { Declaration, Declared, DeclaredPart } from "../provider/claims/declaration";
import { declareNames } from "../provider/claims/declare-names";
import { declareEntrypoint, declareOwasp, owaspIdOf, owaspRule } from "../provider/claims/declare-parts";
import type { Properties } from "../provider/lifecycle";
import type { ResourceKind } from "../provider/properties";
import { rulesFromMap, type RuleMap } from "../provider/rulesets";
import type { ResourceRules } from "../provider/rulesets/hazards/known-order";
import { wireOf } from "../provider/rulesets/rules/rule-wire";
import { lazily } from "../provider/lazily";
import { namedRules } from "./warnings";

/** What a resource declares, as far as it is known. */
export interface Declarations {
  readonly all: readonly Declared[];
  /** The declaration that is about the rules of the resource. */
  readonly main?: {
    readonly part: DeclaredPart;
    /** Returns the rules in wire names, with `UNKNOWN` for what is secret. */
    readonly rules: () => ResourceRules;
  };
}

/**
 * Returns what a resource declares. Values that are not known declare nothing.
 *
 * @param args the arguments of the program
 * @param shown the same with `UNKNOWN` for secret values: messages name refs of several resources
 */
export function declarationsOf(
  kind: ResourceKind,
  name: string,
  args: Properties,
  shown: Properties,
): Declarations {
  const { connection, zoneId, accountId } = args;
  switch (kind) {
    case "AccountEntrypointRuleset":
      return entrypoint(name, { connection, id: accountId, noun: "account" }, args, shown);
    case "ZoneEntrypointRuleset":
      return entrypoint(name, { connection, id: zoneId, noun: "zone" }, args, shown);
    case "OwaspConfig": {
      const { rulesetName: named } = shown;
      const own = declareOwasp(name, { connection, id: zoneId, noun: "zone" }, args["rulesetName"]);
      const id = containsUnknown(named) ? named : owaspIdOf(named);
      return declarations(own, [], () => [owaspRule(shown, id)]);
    }
    case "ApiToken":
      return { all: declareNames(name, { ...args, kind, phase: undefined }).flatMap(known) };
    case "Ruleset":
      return { all: declareNames(name, { ...args, kind, adopt: undefined }).flatMap(known) };
    case "GatewayEndpoint":
    case "ValidatedFilter":
      return { all: [] };
  }
}

type Place = Parameters<typeof declareEntrypoint>[1];

function entrypoint(name: string, place: Place, args: Properties, shown: Properties): Declarations {
  const rules = listed(shown["rules"]);
  const [own, ...others] = declareEntrypoint(name, place, { ...args, rules });
  return declarations(own, others, () => rules);
}

function declarations(
  own: Declaration<DeclaredPart>,
  others: readonly Declaration<DeclaredPart>[],
  rules: () => unknown,
): Declarations {
  const all = [own, ...others].flatMap(known);
  const [part] = known(own);
  if (!part) return { all };
  const read = () => namedRules(rules()).map(({ path, rule }) => ({ path, rule: wireOf(rule) }));
  return { all, main: { part, rules: lazily(() => resourceRules(part.claim, read())) } };
}

function known<D extends Declared>({ values, read }: Declaration<D>): D[] {
  return values.some(containsUnknown) ? [] : [read(values)];
}

/** Returns rules as a list. With `ignoreChanges` the engine hands over the old input, which is a map. */
export function listed(rules: unknown): unknown {
  if (!isMembers(rules)) return rules;
  try {
    // The cast holds as far as it is needed: `check` has made the map, and reports one that the engine has changed.
    return rulesFromMap(rules as RuleMap);
  } catch {
    return UNKNOWN;
  }
}
