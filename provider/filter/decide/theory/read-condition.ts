import type { Spend } from "../../../regex";
import {
  type Call,
  type Comparison,
  CONSTANTS,
  type Expression,
  type Quantifier,
  type Span,
  type Value,
} from "../../parse/ast";
import { nodesOf } from "../../parse/walk-filter";
import { printFilter, printValue } from "../../print/print-filter";
import { isArray } from "../../scheme/types";
import type { Circuit, Node } from "../boolean/circuit";
import type { Atom } from "./atom";
import { elementsIn } from "./elements";
import { INTEGERS } from "./numbers";
import { requirementOn } from "./preimage";
import { everyValue, setOf } from "./value-set";

/** Names that were renamed: each has the same values as the field of the other name. */
const OLD_PREFIX = "ip.geoip.";
const PREFIX = "ip.src.";

/** Turns conditions into nodes of a circuit. Conditions on the same value share a subject, whatever functions are around it. */
export class ConditionReader {
  /** @param spend takes the memory of automata */
  constructor(
    private readonly circuit: Circuit<Atom>,
    private readonly spend: Spend,
  ) {}

  /** @param expression what `condition` is a part of */
  read(condition: Expression, expression = condition): Node {
    const { circuit } = this;
    switch (condition.kind) {
      case "group":
        return this.read(condition.expression, expression);
      case "negation":
        return circuit.not(this.read(condition.operand, expression));
      case "combination": {
        const parts = condition.items.map((item) => this.read(item, expression));
        if (condition.operator === "and") return circuit.and(parts);
        if (condition.operator === "or") return circuit.or(parts);
        return parts.reduce((odd, part) => circuit.xor(odd, part));
      }
      case "quantifier":
        return this.readQuantifier(condition, expression);
      case "comparison":
        return this.readComparison(condition, expression);
    }
  }

  private readComparison(comparison: Comparison, expression: Expression): Node {
    const { circuit } = this;
    const left = renamed(comparison.left);
    const { test } = comparison;
    const constant = left.source.kind === "field" ? CONSTANTS.get(left.source.name) : undefined;
    if (constant !== undefined) return constant ? circuit.yes : circuit.no;
    if (hasUnknownName(comparison)) return this.opaque(comparison, expression);
    const key = printFilter({ ...comparison, left });
    const part = { expression, span: comparison.span };
    if (test.kind === "values") return this.readValues(left, comparison, expression);
    if (test.kind === "inList") {
      const { value } = requirementOn(left, everyValue(left), this.spend);
      return circuit.atom(key, () => ({
        kind: "listed",
        key,
        part,
        value,
        list: test.name,
        test: comparison,
      }));
    }
    const set = setOf(left, test, this.spend);
    if (set === undefined) return this.opaque(comparison, expression);
    const array = set.kind === "numbers" ? arrayMeasured(left) : undefined;
    if (array !== undefined && set.kind === "numbers") {
      const { intervals } = set;
      return circuit.atom(key, () => ({ kind: "length", key, part, value: array, intervals }));
    }
    return circuit.atom(key, () => ({ kind: "value", key, part, ...requirementOn(left, set, this.spend) }));
  }

  /** Compares two values. Only a comparison of a value with itself is analysed. */
  private readValues(left: Value, comparison: Comparison, expression: Expression): Node {
    const { test } = comparison;
    if (test.kind !== "values" || test.operator === "bits") return this.opaque(comparison, expression);
    const right = renamed(test.right);
    const [text, other] = [printValue(left), printValue(right)];
    if (text === other) {
      if (test.operator === "ne" || test.operator === "lt" || test.operator === "gt") return this.circuit.no;
      const part = { expression, span: comparison.span };
      const present = `${text} eq ${text}`;
      return this.circuit.atom(present, () => ({
        kind: "value",
        key: present,
        part,
        ...requirementOn(left, everyValue(left), this.spend),
      }));
    }
    const isSymmetric = test.operator === "eq" || test.operator === "ne";
    const sides = isSymmetric && other < text ? [right, left] : [left, right];
    const [first = left, second = right] = sides;
    const ordered = { ...comparison, left: first, test: { ...test, right: second } };
    return this.opaque(ordered, expression, comparison.span);
  }

  private readQuantifier(quantifier: Quantifier, expression: Expression): Node {
    const { circuit } = this;
    const { argument } = quantifier;
    const isAll = quantifier.quantifier === "all";
    const found = hasUnknownName(quantifier) ? undefined : elementsIn(argument, isAll, this.spend);
    if (found === undefined) return this.opaque(quantifier, expression);
    const part = { expression, span: quantifier.span };
    const key = printFilter(quantifier);
    const some = circuit.atom(isAll ? `not ${key}` : key, () => ({
      kind: "some",
      key: isAll ? `not ${key}` : key,
      part,
      ...found,
    }));
    if (!isAll) return some;
    if (argument.kind !== "value") return circuit.not(some);
    // A call on a missing array has no result, so `all` is false.
    const present = `len(${printValue(arrayOf(found.value))}) ge 0`;
    const array = circuit.atom(present, () => ({
      kind: "length",
      key: present,
      part,
      value: found.value,
      intervals: INTEGERS,
    }));
    return circuit.and([array, circuit.not(some)]);
  }

  private opaque(condition: Expression, expression: Expression, span: Span = condition.span): Node {
    const key = printFilter(condition);
    return this.circuit.atom(key, () => ({ kind: "opaque", key, part: { expression, span } }));
  }
}

/** Returns the elements of the array whose length a value is; undefined for other values. */
function arrayMeasured({ source, indexes }: Value): Value | undefined {
  const argument = source.kind === "call" && source.name === "len" ? source.arguments[0] : undefined;
  if (argument?.kind !== "value" || !isArray(argument.type) || indexes.length > 0) return undefined;
  const each = { kind: "each", span: argument.span } as const;
  return { ...argument, indexes: [...argument.indexes, each], type: argument.type.element };
}

function arrayOf(element: Value): Value {
  return { ...element, indexes: element.indexes.slice(0, -1) };
}

/** Replaces old names of fields in a value by their present names. */
function renamed(value: Value): Value {
  const { source } = value;
  if (source.kind === "field") {
    if (!source.name.startsWith(OLD_PREFIX)) return value;
    return { ...value, source: { ...source, name: PREFIX + source.name.slice(OLD_PREFIX.length) } };
  }
  const args: Call["arguments"] = source.arguments.map((one) => (one.kind === "value" ? renamed(one) : one));
  return { ...value, source: { ...source, arguments: args } };
}

function hasUnknownName(condition: Expression): boolean {
  const { field, call } = nodesOf(condition);
  return [...field, ...call].some(({ outside }) => outside === "unknown");
}
