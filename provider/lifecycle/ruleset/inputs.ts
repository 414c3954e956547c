import { isDeepStrictEqual } from "node:util";
import {
  checkList,
  containsUnknown,
  found,
  isMembers,
  isOutputText,
  isUnknown,
  kindOf,
  pathTo,
  type Problem,
} from "../../api";
import type { Place } from "../../filter";
import { redacted } from "../../redaction";
import { activeAllowances, judgeRules, problemsOf, PROGRAM, type WrittenRules } from "../../rulebook";
import { checkAllowances } from "../../rulebook/check-allowances";
import { describeOrder, rulesFromMap, rulesToMap, type RuleState, type RuleMap } from "../../rulesets";
import { argumentsOf } from "../../properties";
import { checkArguments, isPreview, isSecretInput, pick } from "../inputs";
import type { Checked, Context, Properties } from "../lifecycle";
import { markInputs } from "../evidence";
import { areRulesSecret, isSecretMember } from "../secret-members";
import { checkPhaseOf, checkPlace, withDefaultAccount, type RulesetPlace } from "./place";
import { KEYED, SECRET_MEMBERS } from "../../properties/hidden";

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
  const { inputs, problems } = checkRulesInput(context, olds, given, place);
  return {
    inputs: { ...inputs, ...markInputs(context, olds, news) },
    problems: [
      ...checkArguments(place.properties, news),
      ...checkPlace(place, given),
      ...checkPosition(given["position"]),
      ...problems,
    ],
  };
}

function without(properties: Properties, name: string): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name));
}

/** Checks what every resource that writes rules takes. */
export function checkRulesInput(
  context: Context,
  olds: Properties,
  given: Properties,
  place: RulesetPlace,
): Checked {
  const { phase } = given;
  const { rules, problems: unordered } = writtenRules(olds, given);
  if (unordered.length > 0) return { inputs: without(given, KEYED), problems: unordered };
  const problems = [
    ...checkPhaseOf(place, phase),
    ...checkDescription(given["description"]),
    ...checkAllowances(
      given["allowances"],
      Array.isArray(rules) ? rules.map((rule: unknown) => (isMembers(rule) ? rule["ref"] : rule)) : undefined,
    ),
    ...namedByRef(rules, checkRules(context, rules, given, place)),
  ];
  if (problems.length > 0 || !Array.isArray(rules) || rules.some(hasNoRef))
    return { inputs: without(given, KEYED), problems };
  // Checked above: each is a rule with a unique ref.
  return { inputs: { ...without(given, KEYED), rules: rulesToMap(rules as RuleState[]) }, problems };
}

function checkRules(
  { language }: Context,
  rules: unknown,
  given: Properties,
  { kind, noun: level }: RulesetPlace,
): Problem[] {
  const { phase } = given;
  const list: readonly unknown[] = Array.isArray(rules) ? rules : [];
  const known = typeof phase === "string" && !isUnknown(phase) ? phase : undefined;
  const place = { phase: known, kind, level, language };
  return [
    ...(Array.isArray(rules) ? [] : checkList(rules, "rules", "rules", () => [])),
    ...problemsOf(
      judgeRules(writtenRulesOf(list, given, place), "ruleset", "shape", "constraint", "language", "limit"),
    ),
  ];
}

/** Returns rules as they are judged. `given` are the arguments of the resource, which tell what is secret. */
export function writtenRulesOf(list: readonly unknown[], given: Properties, place: Place): WrittenRules {
  return {
    rules: list.map((rule, index) => ({ path: pathTo("rules", index), rule })),
    form: PROGRAM,
    place,
    allowances: activeAllowances(given["allowances"]),
    isSecret: (path: string) => {
      const [, index = "", member] = /^rules\[(\d+)\]\.(\w+)/.exec(path) ?? [];
      const rule = list[Number(index)];
      if (member === undefined || !isMembers(rule)) return isSecretInput(given, "rules");
      return isSecretMember(given, rule["ref"], member);
    },
  };
}

/** The order of the rules of an entry point, with those of others. */
export interface SeenOrder {
  /** The zone or account, as lines of a preview name it. */
  readonly where: string;
  /** The zone within `where`. */
  readonly zone?: string | undefined;
  /** The live order. Default: that of the state. */
  readonly before?: readonly string[];
  /** The order after the update. Default: that of the program. */
  readonly after?: readonly string[];
}

/**
 * In a preview, prints the resulting order of rules if it changes, since the engine shows them as a map, sorted by name; and the
 * rules in which a secret changes, since the engine shows no difference between two secrets. Without `seen`, the order is that of the
 * resource's own rules.
 */
export function reportOrder(
  context: Context,
  olds: Properties,
  news: Properties,
  inputs: Properties,
  seen?: SeenOrder,
): void {
  if (!isPreview(news) || areRulesSecret(inputs)) return;
  const phase = String(inputs["phase"]);
  const where = seen ? `${seen.where}, ${phase}` : phase;
  const secrets = changedSecrets(olds, inputs);
  const joined = seen?.zone === undefined ? {} : { zone: seen.zone };
  if (secrets.length > 0)
    context.log(redacted(`${where}: a secret changes in: ${secrets.join(", ")}`), joined);
  const [before, after] = [olds, inputs].map((properties) => rulesOfInputs(properties).map(({ ref }) => ref));
  const order = describeOrder(seen?.before ?? before ?? [], seen?.after ?? after ?? []);
  if (order !== undefined) context.log(redacted(`${where}: rules in order: ${order}`), joined);
}

/** Returns the known rules of the state whose secret members differ: `office (expression)`. */
function changedSecrets(olds: Properties, inputs: Properties): string[] {
  const before = new Map(rulesOfInputs(olds).map((rule) => [rule.ref, Object.entries(rule)]));
  return rulesOfInputs(inputs).flatMap((rule) => {
    const old = before.get(rule.ref);
    if (!old) return [];
    const members = new Map<string, unknown>(old);
    const changed = Object.entries(rule).flatMap(([member, value]) =>
      isSecretMember(inputs, rule.ref, member) && !isDeepStrictEqual(value, members.get(member))
        ? [member]
        : [],
    );
    return changed.length > 0 ? [`${rule.ref} (${changed.join(", ")})`] : [];
  });
}

/** Returns the rules of inputs or outputs that `check` has passed, in their order. */
export function rulesOfInputs(properties: Properties): RuleState[] {
  const { rules } = properties;
  // Only `.get` makes a state without such a map, and that resource has no rules.
  return isMembers(rules) ? rulesFromMap(rules as RuleMap) : [];
}

/**
 * Returns `rules` as a list. With `ignoreChanges` the engine hands over the old input, which is a map; a program hands over a map
 * if a rule has a secret.
 */
function writtenRules(
  olds: Properties,
  { rules, [KEYED]: keyed }: Properties,
): { rules?: unknown; problems: Problem[] } {
  if (!isMembers(rules)) return { rules, problems: [] };
  if (isDeepStrictEqual(rules, olds["rules"])) return { rules: rulesOfInputs(olds), problems: [] };
  if (keyed !== true) return { rules, problems: [] };
  try {
    // The cast holds as far as it is needed: the class has made the map of objects with refs.
    return { rules: rulesFromMap(rules as RuleMap), problems: [] };
  } catch {
    // Only the engine changes the map of the class.
    const message =
      "ignoreChanges keeps the old place of a rule among others that have moved; name members that it keeps, such as " +
      'rules["<ref>"].expression';
    return { problems: [{ path: "rules", message }] };
  }
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
  if (isMembers(position)) {
    const entries = Object.entries(position);
    const [only] = entries;
    if (only && entries.length === 1 && ["before", "after"].includes(only[0]) && typeof only[1] === "string")
      return [];
  }
  const message = `must be "first", "last", { before: "<ref>" } or { after: "<ref>" }, found ${found(position)}`;
  return [{ path: "position", message }];
}

/** Puts the ref into the paths of problems, `rules["admin"]` for `rules[3]`, if only one rule has that ref. */
export function namedByRef(rules: unknown, problems: readonly Problem[]): Problem[] {
  const refs: unknown[] = Array.isArray(rules)
    ? rules.map((rule) => (isMembers(rule) ? rule["ref"] : undefined))
    : [];
  const first = new Map([...refs.entries()].reverse().map(([index, ref]) => [ref, index]));
  const last = new Map([...refs.entries()].map(([index, ref]) => [ref, index]));
  return problems.map(({ path, message }) => {
    const named = path.replace(/^rules\[(\d+)\]/, (indexed, index: string) => {
      const ref = refs[Number(index)];
      const isName = typeof ref === "string" && !isUnknown(ref) && !isOutputText(ref);
      return isName && first.get(ref) === last.get(ref) ? `rules[${JSON.stringify(ref)}]` : indexed;
    });
    return { path: named, message };
  });
}
