import { toLatin1 } from "../evaluate/byte-functions";
import type { BytesLiteral, Call, Comparison, SetItem, Value } from "../parse/ast";
import type { FilterNode } from "../parse/walk-filter";

/** Returns the texts that a test is true for, or false for `ne`. */
export function equalTexts(test: Comparison["test"]): BytesLiteral[] {
  if (test.kind === "oneOf") return test.items.filter((item) => item.kind === "bytes");
  const isEquality = test.kind === "ordering" && (test.operator === "eq" || test.operator === "ne");
  return isEquality && test.literal.kind === "bytes" ? [test.literal] : [];
}

/** Returns the addresses and networks that a test is true for. */
export function addressesOf(test: Comparison["test"]): readonly SetItem[] {
  if (test.kind === "oneOf") return test.items;
  return test.kind === "ordering" && test.operator === "eq" && test.literal.kind === "ip"
    ? [test.literal]
    : [];
}

/** A text that an expression compares a value with. */
export interface ComparedText {
  readonly subject: Subject;
  readonly literal: BytesLiteral;
  /** One character per byte. */
  readonly text: string;
  readonly how: "equal" | "contains" | "starts_with" | "ends_with" | "wildcard" | "strict wildcard";
}

/** Returns the texts that a node compares a field with by itself, without patterns of `matches`. */
export function comparedTexts(node: FilterNode): ComparedText[] {
  if (node.kind === "call") return affixOf(node);
  const subject = node.kind === "comparison" ? subjectOf(node.left) : undefined;
  if (node.kind !== "comparison" || subject === undefined) return [];
  const { test } = node;
  const compared = (how: ComparedText["how"]) => (literal: BytesLiteral) => ({
    subject,
    literal,
    how,
    text: toLatin1(literal.bytes),
  });
  if (test.kind === "contains") return [compared("contains")(test.literal)];
  if (test.kind === "wildcard") return [compared(test.strict ? "strict wildcard" : "wildcard")(test.pattern)];
  return equalTexts(test).map(compared("equal"));
}

function affixOf({ name, arguments: [value, literal] }: Call): ComparedText[] {
  if (name !== "starts_with" && name !== "ends_with") return [];
  const subject = value?.kind === "value" ? subjectOf(value) : undefined;
  if (subject === undefined || literal?.kind !== "bytes") return [];
  return [{ subject, literal, text: toLatin1(literal.bytes), how: name }];
}

/** A field whose value is compared as it is, or with all letters in one case. */
export interface Subject {
  /** The name of the compared field. */
  readonly name: string;
  /** Set if the field is the argument of `lower()` or `upper()`: what these do to a text. */
  readonly fold?: (text: string) => string;
}

/** Returns the field that a value is: one text, or with `[*]` each text of an array. Undefined for every other value. */
export function subjectOf({ source, indexes }: Value): Subject | undefined {
  if (!indexes.every(({ kind }) => kind === "each")) return undefined;
  if (source.kind === "field") return { name: source.name };
  const [argument] = source.arguments;
  if (argument?.kind !== "value" || argument.source.kind !== "field") return undefined;
  if (!argument.indexes.every(({ kind }) => kind === "each")) return undefined;
  const { name } = argument.source;
  if (source.name === "lower") return { name, fold: asciiLower };
  return source.name === "upper" ? { name, fold: asciiUpper } : undefined;
}

export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function asciiUpper(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}
