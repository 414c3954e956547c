import type { Combination, Comparison, Expression, Value } from "../../parse/ast";
import { walkFilter } from "../../parse/walk-filter";
import { printValue } from "../../print/print-filter";
import { newDecider } from "./example";

/** Conditions on one value that were joined by the wrong operator. */
export interface Misjoined {
  /** The operator that the expression has. */
  readonly operator: "and" | "or";
  /** The value, as text: `http.host`. */
  readonly subject: string;
  /** The joined conditions, in the order of the text. */
  readonly conditions: readonly Expression[];
}

/**
 * Finds conditions on one value that were joined by the wrong operator: `a ne 1 or a ne 2`, which is true for every value, and
 * `a eq 1 and a eq 2`, which no value fulfils.
 */
export function findMisjoined(ast: Expression): Misjoined[] {
  const found: Misjoined[] = [];
  walkFilter(ast, (node) => {
    if (node.kind === "combination" && node.type === "Bool") found.push(...misjoinedIn(node));
  });
  return found;
}

/** A joined condition: a comparison that must hold, or must not. */
interface Member {
  readonly condition: Expression;
  readonly comparison: Comparison;
  readonly value: Value;
  readonly holds: boolean;
}

function misjoinedIn({ operator, items }: Combination): Misjoined[] {
  if (operator === "xor") return [];
  const bySubject = new Map<string, Member[]>();
  for (const condition of items) {
    const member = memberOf(condition);
    // `or` joins exclusions that together exclude nothing; `and` joins requirements that no value meets together.
    if (member === undefined || excludes(member) !== (operator === "or")) continue;
    const subject = printValue(member.value);
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), member]);
  }
  return [...bySubject].flatMap(([subject, members]) =>
    members.length > 1 && areMisjoined(operator, members)
      ? [{ operator, subject, conditions: members.map(({ condition }) => condition) }]
      : [],
  );
}

function memberOf(condition: Expression, holds = true, node = condition): Member | undefined {
  switch (node.kind) {
    case "group":
      return memberOf(condition, holds, node.expression);
    case "negation":
      return memberOf(condition, !holds, node.operand);
    case "comparison":
      return { condition, comparison: node, value: testedIn(node), holds };
    default:
      return undefined;
  }
}

/** Returns the value that a comparison tests: for `starts_with` and `ends_with`, the first argument. */
function testedIn({ left, test }: Comparison): Value {
  const { source } = left;
  if (test.kind !== "truth" || source.kind !== "call" || !/^(?:starts|ends)_with$/.test(source.name))
    return left;
  const [argument] = source.arguments;
  return argument?.kind === "value" ? argument : left;
}

/** Whether a condition names values that it excludes, such as `ne` and `not in`. */
function excludes({ comparison: { test }, holds }: Member): boolean {
  return (test.kind === "ordering" && test.operator === "ne") === holds;
}

/** Whether no present value is left by all conditions, with `or` by their negations, although each leaves one. */
function areMisjoined(operator: "and" | "or", members: readonly Member[]): boolean {
  const decider = newDecider();
  const { circuit } = decider;
  const [{ value } = { value: undefined }] = members;
  const demanded = members.map(({ comparison, holds }) => {
    const node = decider.node(comparison);
    return holds === (operator === "and") ? node : circuit.not(node);
  });
  const present = value ? [decider.node(presenceOf(value))] : [];
  return (
    decider.excludes([...demanded, ...present]) &&
    !demanded.some((node) => decider.excludes([node, ...present]))
  );
}

/** Returns a condition that holds exactly if a value is present. */
function presenceOf(value: Value): Comparison {
  const { span } = value;
  return {
    kind: "comparison",
    left: value,
    test: { kind: "values", operator: "eq", right: value },
    type: "Bool",
    span,
  };
}
