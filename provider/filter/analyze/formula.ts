import {
  type BytesLiteral,
  type Call,
  CONSTANTS,
  type Expression,
  type Test,
  type Value,
} from "../parse/ast";
import { printFilter, printTest, printValue } from "../print/print-filter";

/** A test of one value. `starts_with()` and `ends_with()` are tests of their first argument. */
export type ValueTest = Test | { readonly kind: "startsWith" | "endsWith"; readonly literal: BytesLiteral };

/** A condition that is not analysed further: a test of one value, or the whole condition as an unknown truth value. */
export interface Atom {
  /** What is tested, as printed text. Atoms with the same text test the same value. */
  readonly subject: string;
  /** Undefined if the condition is not a test of one value. */
  readonly value: Value | undefined;
  readonly test: ValueTest;
  /** Identifies the test among those of the subject. */
  readonly key: string;
}

/** A condition in negation normal form: only atoms are negated. */
export type Formula =
  | { readonly kind: "constant"; readonly value: boolean }
  | { readonly kind: "atom"; readonly atom: Atom; readonly holds: boolean }
  | { readonly kind: "all" | "any"; readonly items: readonly Formula[] };

/** Decides a condition without operators in advance: true or false, or undefined to keep it. */
export type Decide = (condition: Expression) => boolean | undefined;

const TRUTH: Test = { kind: "truth" };
const atomOf = remembered(newAtom);

/** Converts an expression of type Bool. With `holds: false`, the result is its negation. */
export function formulaOf(node: Expression, holds = true, decide?: Decide): Formula {
  switch (node.kind) {
    case "group":
      return formulaOf(node.expression, holds, decide);
    case "negation":
      return formulaOf(node.operand, !holds, decide);
    case "combination":
      // Conditions with `xor` would have to be copied for each truth value of the others.
      if (node.operator === "xor") break;
      return {
        kind: (node.operator === "and") === holds ? "all" : "any",
        items: node.items.map((item) => formulaOf(item, holds, decide)),
      };
    default:
      break;
  }
  const decided = decide?.(node) ?? constantOf(node);
  if (decided !== undefined) return { kind: "constant", value: decided === holds };
  return { kind: "atom", atom: atomOf(node), holds };
}

function constantOf(node: Expression): boolean | undefined {
  const source = node.kind === "comparison" ? node.left.source : undefined;
  return source?.kind === "field" ? CONSTANTS.get(source.name) : undefined;
}

function newAtom(node: Expression): Atom {
  if (node.kind !== "comparison") {
    return { subject: printFilter(node), value: undefined, test: TRUTH, key: "" };
  }
  const affix = affixTest(node.left);
  if (affix !== undefined) {
    const { value, test } = affix;
    return { subject: printValue(value), value, test, key: `${test.kind} ${bytesKey(test.literal)}` };
  }
  const { left, test } = node;
  return { subject: printValue(left), value: left, test, key: test.kind === "truth" ? "" : printTest(test) };
}

/** Returns the test that a call of `starts_with` or `ends_with` with a literal makes. */
function affixTest({ source, indexes }: Value):
  | {
      readonly value: Value;
      readonly test: { readonly kind: "startsWith" | "endsWith"; readonly literal: BytesLiteral };
    }
  | undefined {
  if (source.kind !== "call" || indexes.length > 0) return undefined;
  const kind = affixKind(source);
  const [value, literal] = source.arguments;
  if (kind === undefined || value?.kind !== "value" || literal?.kind !== "bytes") return undefined;
  return { value, test: { kind, literal } };
}

function affixKind({ name }: Call): "startsWith" | "endsWith" | undefined {
  if (name === "starts_with") return "startsWith";
  return name === "ends_with" ? "endsWith" : undefined;
}

function bytesKey({ bytes }: BytesLiteral): string {
  return bytes.join(" ");
}

/** Returns a function that computes the answer about an object once, and keeps it as long as the object. */
export function remembered<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const answers = new WeakMap<K, { readonly value: T }>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known.value;
    const value = compute(key);
    answers.set(key, { value });
    return value;
  };
}
