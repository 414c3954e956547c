import { parseFilter } from "../parse/parse-filter";
import { printForPeople } from "../on-demand";

/** A condition of a filter expression; its text is the expression. */
export class Condition {
  /** Made by `field(…)` and its operators, `and`, `or`, `xor` and `not`. */
  constructor(
    private readonly text: string,
    private readonly operator?: "and" | "or" | "xor",
  ) {}

  /** The text where it stands beside others: in parentheses, unless the operator is the same. */
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

/** All of the conditions. @throws RangeError where there is none. */
export function and(...conditions: readonly Condition[]): Condition {
  return combine("and", conditions);
}

/** At least one of the conditions. @throws RangeError where there is none. */
export function or(...conditions: readonly Condition[]): Condition {
  return combine("or", conditions);
}

/** An odd number of the conditions. @throws RangeError where there is none. */
export function xor(...conditions: readonly Condition[]): Condition {
  return combine("xor", conditions);
}

export function not(condition: Condition): Condition {
  return new Condition(`not ${condition.within("not")}`);
}

/** @throws RangeError where a value makes the condition one that the language refuses: no address, no regular expression. */
export function checkedCondition(text: string): Condition {
  const parsed = parseFilter(text);
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
