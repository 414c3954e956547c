import { printForPeople } from "../diagnostics/print";
import { parseFilter } from "../diagnostics/parse-filter";
import type { Language } from "../scheme/identifiers";

/** A condition of a filter expression. `toString()` returns the expression. */
export class Condition {
  /** @internal Use `field(…)` with its operators, `and`, `or`, `xor` and `not`. */
  constructor(
    private readonly text: string,
    private readonly operator?: "and" | "or" | "xor",
  ) {}

  /** Returns the text as an operand: in parentheses, unless the operator is the same. */
  within(operator: "and" | "or" | "xor" | "not"): string {
    return this.operator === undefined || this.operator === operator ? this.text : `(${this.text})`;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** Matches if all conditions match. @throws RangeError if there are no conditions. */
export function and(...conditions: readonly Condition[]): Condition {
  return combine("and", conditions);
}

/** Matches if at least one condition matches. @throws RangeError if there are no conditions. */
export function or(...conditions: readonly Condition[]): Condition {
  return combine("or", conditions);
}

/** Matches if an odd number of conditions match. @throws RangeError if there are no conditions. */
export function xor(...conditions: readonly Condition[]): Condition {
  return combine("xor", conditions);
}

/** Matches if the condition does not match. */
export function not(condition: Condition): Condition {
  return new Condition(`not ${condition.within("not")}`);
}

/** @throws RangeError if a value makes the condition invalid, such as a malformed address or regular expression. */
export function checkedCondition(text: string, language?: Language): Condition {
  const parsed = parseFilter(text, { language });
  if (!parsed.valid) throw new RangeError(printForPeople(text, parsed.diagnostics));
  return new Condition(text);
}

function combine(operator: "and" | "or" | "xor", conditions: readonly Condition[]): Condition {
  const [first] = conditions;
  if (first === undefined) throw new RangeError(`${operator}() needs at least one condition.`);
  if (conditions.length === 1) return first;
  return new Condition(
    conditions.map((condition) => condition.within(operator)).join(` ${operator} `),
    operator,
  );
}
