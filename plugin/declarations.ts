import { containsUnknown, isMembers, UNKNOWN } from "../provider/api";
import { isPart, resourceRules } from "../provider/claims/conflicts";
import type { Declaration, Declared, DeclaredPart } from "../provider/claims/declaration";
import { declareResource } from "../provider/claims/declare-resource";
import { rulesInPhase } from "../provider/claims/named-rules";
import type { Properties } from "../provider/lifecycle";
import type { ResourceKind } from "../provider/properties";
import { rulesFromMap, type RuleMap } from "../provider/rulesets";
import type { ResourceRules } from "../provider/rulesets/hazards/known-order";
import { lazily } from "../provider/lazily";

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
  const rules = listed(shown["rules"]);
  const declared = declareResource(kind, name, { ...args, rules });
  const all = declared.flatMap(known);
  const [part] = declared.slice(0, 1).flatMap(known).filter(isPart);
  if (!part) return { all };
  const read = () => resourceRules(part.claim, rulesInPhase(kind, { ...shown, rules }));
  return { all, main: { part, rules: lazily(read) } };
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
