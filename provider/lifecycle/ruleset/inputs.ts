import { isDeepStrictEqual } from "node:util";
import { containsUnknown, found, isMembers, isUnknown, kindOf, type Problem } from "../../api";
import { redacted } from "../../redaction";
import {
  checkPhase,
  checkPhasePlace,
  checkRules,
  describeOrder,
  rulesFromMap,
  rulesToMap,
  type RuleState,
  type RuleMap,
  type RulesAt,
} from "../../rulesets";
import { argumentsOf } from "../../properties";
import { checkBoolean, checkOneOf, isPreview, isSecretInput, pick, unknownArguments } from "../inputs";
import type { Checked, Context, Properties } from "../lifecycle";
import { MARK, markInputs } from "../marks";
import { checkExpressions } from "./check-expressions";
import { noteElsewhere } from "./hand-over";
import { namedByRef } from "./named-by-ref";
import { areRulesSecret, KEYED, SECRET_MEMBERS } from "../secret-members";
import { checkPlace, withDefaultAccount, type RulesetPlace } from "./place";

/**
 * Checks the arguments of an entry point ruleset. The inputs hold `rules` as a map by ref, each rule with the ref before it, so
 * that the engine shows an inserted rule as one insert.
 */
export function checkEntrypointInputs(
  context: Context,
  place: RulesetPlace,
  olds: Properties,
  news: Properties,
): Checked {
  const names = argumentsOf(place.properties);
  const given = withDefaultAccount(context, place, pick(news, [...names, KEYED, SECRET_MEMBERS]));
  const { inputs, problems } = checkRulesInput(olds, given, place.kind);
  if (problems.length === 0) reportOrder(context, olds, news, inputs);
  const mark = markInputs(context, olds, news);
  noteElsewhere(mark[MARK], news["__elsewhere"]);
  return {
    inputs: { ...inputs, ...mark },
    problems: [
      ...unknownArguments(news, names),
      ...checkPlace(place, given),
      ...checkOneOf(given, "ownership", ["shared", "exclusive"]),
      ...checkPosition(given["position"]),
      ...problems,
    ],
  };
}

function without(properties: Properties, name: string): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name));
}

/** Checks what every resource that writes rules takes. */
export function checkRulesInput(olds: Properties, given: Properties, kind: RulesAt["kind"]): Checked {
  const { phase } = given;
  const rules = writtenRules(olds, given);
  const problems = [
    ...checkPhase(phase),
    ...checkPhasePlace({ phase, kind }),
    ...checkDescription(given["description"]),
    ...checkOneOf(given, "onConcurrentChange", ["overwrite", "fail"]),
    ...checkOneOf(given, "refs", ["marked", "exact"]),
    ...checkBoolean(given, "takeOver"),
    ...namedByRef(rules, [
      ...checkRules(rules, { phase, kind, secret: isSecretInput(given, "rules") }),
      ...checkExpressions(rules, { phase, kind }, given),
    ]),
  ];
  if (problems.length > 0 || !Array.isArray(rules) || rules.some(hasNoRef))
    return { inputs: without(given, KEYED), problems };
  // Checked above: each is a rule with a unique ref.
  return { inputs: { ...without(given, KEYED), rules: rulesToMap(rules as RuleState[]) }, problems };
}

/** In a preview, prints the resulting order of rules if it changes: the engine shows them as a map, sorted by name. */
export function reportOrder(context: Context, olds: Properties, news: Properties, inputs: Properties): void {
  if (!isPreview(news) || areRulesSecret(inputs)) return;
  const [before, after] = [olds, inputs].map((properties) => rulesOfInputs(properties).map(({ ref }) => ref));
  const order = describeOrder(before ?? [], after ?? []);
  if (order !== undefined) context.log(redacted(`${String(inputs["phase"])}: rules in order: ${order}`));
}

/** Returns the rules of inputs or outputs that `check` has passed, in their order. */
export function rulesOfInputs(properties: Properties): RuleState[] {
  const { rules } = properties;
  // Only `.get` makes a state without such a map, and that resource has no rules.
  return typeof rules === "object" && rules !== null && !Array.isArray(rules)
    ? rulesFromMap(rules as RuleMap)
    : [];
}

/**
 * Returns `rules` as a list. With `ignoreChanges` the engine hands over the old input, which is a map; a program hands over a map
 * if a rule has a secret.
 */
function writtenRules(olds: Properties, { rules, [KEYED]: keyed }: Properties): unknown {
  if (!isMembers(rules)) return rules;
  if (isDeepStrictEqual(rules, olds["rules"])) return rulesOfInputs(olds);
  // The cast holds as far as it is needed: the class has made the map of objects with refs.
  return keyed === true ? rulesFromMap(rules as RuleMap) : rules;
}

function checkDescription(description: unknown): Problem[] {
  if (description === undefined || typeof description === "string") return [];
  return [{ path: "description", message: `must be a text, found ${kindOf(description)}` }];
}

/** Whether the key of the rule in the map is not known yet. The preview then shows the list as written. */
function hasNoRef(rule: unknown): boolean {
  return isUnknown(rule) || !isMembers(rule) || containsUnknown(rule["ref"]);
}

function checkPosition(position: unknown): Problem[] {
  if (position === undefined || isUnknown(position) || position === "first" || position === "last") return [];
  if (typeof position === "object" && position !== null) {
    const entries = Object.entries(position);
    const [only] = entries;
    if (only && entries.length === 1 && ["before", "after"].includes(only[0]) && typeof only[1] === "string")
      return [];
  }
  const message = `must be "first", "last", { before: "<ref>" } or { after: "<ref>" }, found ${found(position)}`;
  return [{ path: "position", message }];
}
