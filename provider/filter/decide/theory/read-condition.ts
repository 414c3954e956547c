import type { Spend } from "../../../regex";
import type { Interval } from "../../evaluate/compile-set";
import {
  type Call,
  type Comparison,
  CONSTANTS,
  type Expression,
  type OrderingOperator,
  type Quantifier,
  type Value,
} from "../../parse/ast";
import { decodeUtf8 } from "../../parse/utf8";
import { walkFilter } from "../../parse/walk-filter";
import { printFilter, printValue } from "../../print/print-filter";
import { isArray, isMap, type Type } from "../../scheme/types";
import type { UndecidedPart } from "../answer";
import type { Circuit, Node } from "../boolean/circuit";
import { byteMappingOf } from "../words/images";
import { comparingImages } from "../words/literals";
import type { Atom } from "./atom";
import { elementsIn } from "./elements";
import { INTEGERS } from "./numbers";
import { requirementOn } from "./preimage";
import { everyValue, setOf, type ValueSet, words } from "./value-set";

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
    if (test.kind === "values") {
      return this.readValues(comparison, { ...test, left, right: renamed(test.right) }, expression);
    }
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
    const found = keyAskedFor(left);
    if (found !== undefined) return this.presence(found, key, part);
    const set = setOf(left, test, this.spend);
    if (set === undefined) return this.opaque(comparison, expression);
    const array = set.kind === "numbers" ? arrayMeasured(left) : undefined;
    if (array !== undefined && set.kind === "numbers") {
      return this.lengthAtom(key, array, set.intervals, part);
    }
    return this.valueAtom(key, left, set, part);
  }

  /** Compares two values. Only a comparison of a value with itself, or with itself in another case, is analysed. */
  private readValues(comparison: Comparison, sides: ValueSides, expression: Expression): Node {
    const { span } = comparison;
    const { operator, left, right } = sides;
    if (operator === "bits") return this.opaque(comparison, expression);
    const [text, other] = [printValue(left), printValue(right)];
    const isSymmetric = operator === "eq" || operator === "ne";
    const inOrder = isSymmetric && other < text ? { left: right, right: left } : { left, right };
    const ordered = {
      ...comparison,
      left: inOrder.left,
      test: { kind: "values", operator, right: inOrder.right },
    } as const;
    const key = printFilter(ordered);
    const [image, otherImage] = [imageOf(left), imageOf(right)];
    if (left.type === "Bytes" && printValue(image.value) === printValue(otherImage.value)) {
      const set = words(() => ({
        automaton: comparingImages(operator, image.map, otherImage.map, this.spend),
      }));
      return this.valueAtom(key, image.value, set, { expression, span });
    }
    if (text !== other) return this.opaque(ordered, expression);
    if (operator === "ne" || operator === "lt" || operator === "gt") return this.circuit.no;
    return this.valueAtom(key, left, everyValue(left), { expression, span });
  }

  private valueAtom(key: string, value: Value, set: ValueSet, part: UndecidedPart): Node {
    return this.circuit.atom(key, () => ({
      kind: "value",
      key,
      part,
      ...requirementOn(value, set, this.spend),
    }));
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
    const array = { ...found.value, indexes: found.value.indexes.slice(0, -1) };
    const present = this.lengthAtom(`len(${printValue(array)}) ge 0`, found.value, INTEGERS, part);
    return circuit.and([present, circuit.not(some)]);
  }

  private lengthAtom(key: string, value: Value, intervals: readonly Interval[], part: UndecidedPart): Node {
    return this.circuit.atom(key, () => ({ kind: "length", key, part, value, intervals }));
  }

  private presence(value: Value, key: string, part: UndecidedPart): Node {
    if (!isArray(value.type)) return this.valueAtom(key, value, everyValue(value), part);
    return this.lengthAtom(key, elementsOf(value, value.type.element), INTEGERS, part);
  }

  private opaque(condition: Expression, expression: Expression): Node {
    const key = printFilter(condition);
    return this.circuit.atom(key, () => ({
      kind: "opaque",
      key,
      part: { expression, span: condition.span },
    }));
  }
}

/** A comparison of two values. */
interface ValueSides {
  readonly operator: OrderingOperator | "bits";
  readonly left: Value;
  readonly right: Value;
}

/** Returns the value without functions that map single bytes, and what these do together. */
function imageOf(value: Value): { readonly value: Value; readonly map: (byte: number) => number } {
  const { source, indexes } = value;
  const map = source.kind === "call" && indexes.length === 0 ? byteMappingOf(source) : undefined;
  const argument = source.kind === "call" ? source.arguments[0] : undefined;
  if (map === undefined || argument?.kind !== "value") return { value, map: (byte) => byte };
  const inner = imageOf(argument);
  return { value: inner.value, map: (byte) => map(inner.map(byte)) };
}

/** Returns the elements of the array whose length a value is; undefined for other values. */
function arrayMeasured({ source, indexes }: Value): Value | undefined {
  const argument = source.kind === "call" && source.name === "len" ? source.arguments[0] : undefined;
  if (argument?.kind !== "value" || !isArray(argument.type) || indexes.length > 0) return undefined;
  return elementsOf(argument, argument.type.element);
}

function elementsOf(array: Value, type: Type): Value {
  return { ...array, indexes: [...array.indexes, { kind: "each", span: array.span }], type };
}

/** Returns the entry of a map that a call of `has_key` asks for; undefined for other values. */
function keyAskedFor({ source, indexes, span }: Value): Value | undefined {
  if (source.kind !== "call" || source.name !== "has_key" || indexes.length > 0) return undefined;
  const [map, key] = source.arguments;
  const name = key?.kind === "bytes" ? decodeUtf8(key.bytes) : undefined;
  if (map?.kind !== "value" || !isMap(map.type) || name === undefined || map.type.element === "Bool")
    return undefined;
  return { ...map, indexes: [...map.indexes, { kind: "key", key: name, span }], type: map.type.element };
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
  let isUnknown = false;
  walkFilter(condition, (node) => {
    if ((node.kind === "field" || node.kind === "call") && node.outside === "unknown") isUnknown = true;
  });
  return isUnknown;
}
