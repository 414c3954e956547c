import { isDeepStrictEqual } from "node:util";
import { containsUnknown, found, isMembers, isUnknown, kindOf, type Problem } from "../../api";
import { redacted } from "../../redaction";
import {
  checkPhase,
  checkRules,
  describeOrder,
  rulesFromMap,
  rulesToMap,
  type RuleState,
  type RuleMap,
  type RulesAt,
} from "../../rulesets";
import { argumentsOf } from "../../properties";
import { checkExpression } from "../check-expression";
import { checkBoolean, checkOneOf, isPreview, isSecretInput, pick, unknownArguments } from "../inputs";
import type { Checked, Context, Properties } from "../lifecycle";
import { MARK, markInputs } from "../marks";
import { noteElsewhere } from "./hand-over";
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
  const given = withDefaultAccount(context, place, pick(news, names));
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

/** Checks what every resource that writes rules takes. */
export function checkRulesInput(olds: Properties, given: Properties, kind: RulesAt["kind"]): Checked {
  const { phase } = given;
  const rules = writtenRules(olds, given);
  const problems = [
    ...checkPhase(phase),
    ...checkDescription(given["description"]),
    ...checkOneOf(given, "onConcurrentChange", ["overwrite", "fail"]),
    ...checkOneOf(given, "refs", ["marked", "exact"]),
    ...checkBoolean(given, "takeOver"),
    ...namedByRef(rules, [
      ...checkRules(rules, { phase, kind }),
      ...checkExpressions(rules, isSecretInput(given, "rules")),
    ]),
  ];
  if (problems.length > 0 || !Array.isArray(rules) || rules.some(hasNoRef))
    return { inputs: given, problems };
  // Checked above: each is a rule with a unique ref.
  return { inputs: { ...given, rules: rulesToMap(rules as RuleState[]) }, problems };
}

/** In a preview, prints the resulting order of rules if it changes: the engine shows them as a map, sorted by name. */
export function reportOrder(context: Context, olds: Properties, news: Properties, inputs: Properties): void {
  if (!isPreview(news) || isSecretInput(inputs, "rules")) return;
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

/** Returns `rules` as a list. With `ignoreChanges` the engine hands over the old input, which is a map. */
function writtenRules(olds: Properties, { rules }: Properties): unknown {
  return isMembers(rules) && isDeepStrictEqual(rules, olds["rules"]) ? rulesOfInputs(olds) : rules;
}

function checkDescription(description: unknown): Problem[] {
  if (description === undefined || typeof description === "string") return [];
  return [{ path: "description", message: `must be a text, found ${kindOf(description)}` }];
}

function checkExpressions(rules: unknown, secret: boolean): Problem[] {
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((rule: unknown, index) => {
    if (!isMembers(rule)) return [];
    const { expression, ratelimit } = rule;
    const counting = isMembers(ratelimit) ? ratelimit["countingExpression"] : undefined;
    return [
      ...(typeof expression === "string" && expression !== ""
        ? checkExpression(`rules[${index}].expression`, expression, secret)
        : []),
      ...(typeof counting === "string" && counting !== ""
        ? checkExpression(`rules[${index}].ratelimit.countingExpression`, counting, secret)
        : []),
    ];
  });
}

/** Puts the ref into the paths of problems, `rules["admin"]` for `rules[3]`, if only one rule has that ref. */
function namedByRef(rules: unknown, problems: readonly Problem[]): Problem[] {
  const refs: unknown[] = Array.isArray(rules)
    ? rules.map((rule) => (isMembers(rule) ? rule["ref"] : undefined))
    : [];
  return problems.map(({ path, message }) => {
    const named = path.replace(/^rules\[(\d+)\]/, (indexed, index: string) => {
      const ref = refs[Number(index)];
      const isUnique =
        typeof ref === "string" && !isUnknown(ref) && refs.indexOf(ref) === refs.lastIndexOf(ref);
      return isUnique ? `rules[${JSON.stringify(ref)}]` : indexed;
    });
    return { path: named, message };
  });
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
