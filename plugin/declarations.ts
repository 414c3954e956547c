import { containsUnknown, isMembers, UNKNOWN } from "../provider/api";
import {
  isPart,
  resourceRules,
  type Declaration,
  type Declared,
  type DeclaredPart,
} from "../provider/claims/claim-conflict";
import { rulesInPhase, declareResource } from "../provider/claims/declare-parts";
import type { Context, Properties } from "../provider/lifecycle";
import type { ResourceKind } from "../provider/properties";
import { rulesFromMap, type RuleMap } from "../provider/rulesets";
import type { ResourceRules } from "../provider/rulesets/hazards/known-order";
import { lazily } from "../provider/lazily";
import { isDeepStrictEqual } from "node:util";
import { KEYED } from "../provider/properties/hidden";
import { hasEnvelope, opened, withoutSecrets } from "./secrets";

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
 * @param language returns what the settings say about the language of filters
 */
export function declarationsOf(
  kind: ResourceKind,
  name: string,
  args: Properties,
  shown: Properties,
  language: () => Context["language"] = () => undefined,
): Declarations {
  const rules = listed(shown["rules"]);
  const declared = declareResource(kind, name, { ...args, rules });
  const all = declared.flatMap(known);
  const [part] = declared.slice(0, 1).flatMap(known).filter(isPart);
  if (!part) return { all };
  const read = () => resourceRules(part.claim, rulesInPhase(kind, { ...shown, rules }, language()));
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

/** The arguments of a resource: all of them, and with an unknown value in place of each secret one. */
export interface Arguments {
  readonly program: Properties;
  readonly shown: Properties;
}

/**
 * Returns the arguments as policies have changed them, which they do after `check`. The engine hands over only the result: what
 * `check` returned, with the changes.
 *
 * @param checked what `check` returned, without envelopes
 * @param given the same after the policies, with envelopes
 */
export function remediated({ program, shown }: Arguments, checked: Properties, given: Properties): Arguments {
  const names = [...new Set([...Object.keys(checked), ...Object.keys(given)])].filter(
    (name) => !name.startsWith("__") && !isDeepStrictEqual(opened(given[name]), checked[name]),
  );
  if (names.length === 0) return { program, shown };
  const { secretInputs } = program;
  const isSecret = (name: string) => Array.isArray(secretInputs) && secretInputs.includes(name);
  const changed = { program: { ...program }, shown: { ...shown } };
  for (const name of names) {
    const value = given[name];
    changed.program[name] = opened(value);
    // A policy may have dropped the envelope.
    const isHidden = isSecret(name) && !hasEnvelope(value);
    changed.shown[name] = isHidden ? UNKNOWN : withoutSecrets(value);
  }
  if (names.includes("rules") && isMembers(changed.program["rules"])) {
    // `check` has made the list a map.
    changed.program[KEYED] = true;
    changed.shown["rules"] = listed(changed.shown["rules"]);
  }
  return changed;
}
