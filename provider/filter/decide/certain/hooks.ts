import { toLatin1 } from "../../evaluate/byte-functions";
import { type Interval, numberOf } from "../../evaluate/compile-set";
import { elementsOf, isBytes, isInt, isIp, isMap, type RuntimeValue } from "../../evaluate/runtime-value";
import { type Comparison, CONSTANTS, type Expression, type LiteralTest, type Value } from "../../parse/ast";
import { numberDomainOf } from "../../lint/value-domains";
import type { Witness } from "../answer";
import { ADDRESSES, common, numbersOf } from "../theory/numbers";

/**
 * A key under which an index has a condition. A request that matches has, in a field, a text that contains the key, a number of the
 * block, or the value `true`; or a named list contains something.
 */
export interface Hook {
  readonly kind: "text" | "block" | "truth" | "list";
  /** The field, with the key of a map: `http.request.headers["x-a"]`. Empty for a list. */
  readonly subject: string;
  readonly key: string;
}

/** What finds hooks: a text that contains others, a number in a block, or the hook itself. */
export type Bait =
  | (Hook & { readonly kind: "text" | "truth" | "list" })
  | { readonly kind: "number"; readonly subject: string; readonly number: bigint };

// Strings of bytes have no such characters.
const START = "\uE000";
const END = "\uE001";

/** Returns hooks of which a request that matches a condition without operators has bait for one. Undefined if none are known. */
export function hooksOf(condition: Expression): readonly Hook[] | undefined {
  if (condition.kind === "quantifier") {
    const { quantifier, argument } = condition;
    return quantifier === "any" && argument.kind === "comparison" ? hooksOfComparison(argument) : undefined;
  }
  return condition.kind === "comparison" ? hooksOfComparison(condition) : undefined;
}

function hooksOfComparison({ left, test }: Comparison): readonly Hook[] | undefined {
  if (test.kind === "inList") return [{ kind: "list", subject: "", key: test.name }];
  if (test.kind === "values") return undefined;
  if (test.kind === "truth") return hooksOfTruth(left);
  const subject = subjectOf(left);
  if (subject === undefined) return undefined;
  if (left.type === "Bytes") return needlesOf(test)?.map((key) => ({ kind: "text", subject, key }));
  return blocksOfTest(left, test)?.map((key) => ({ kind: "block", subject, key }));
}

function hooksOfTruth(value: Value): readonly Hook[] | undefined {
  const { source, indexes } = value;
  if (source.kind === "call") {
    const needle = indexes.length === 0 ? needleOfCall(source) : undefined;
    return needle && [needle];
  }
  const constant = indexes.length === 0 ? CONSTANTS.get(source.name) : undefined;
  if (constant !== undefined) return constant ? undefined : [];
  const subject = subjectOf(value);
  return subject === undefined ? undefined : [{ kind: "truth", subject, key: "" }];
}

function needleOfCall({
  name,
  arguments: [value, literal],
}: Extract<Value["source"], { kind: "call" }>): Hook | undefined {
  if (value?.kind !== "value" || literal?.kind !== "bytes") return undefined;
  const subject = subjectOf(value);
  const text = folded(literal.bytes);
  if (subject === undefined) return undefined;
  if (name === "starts_with") return { kind: "text", subject, key: START + text };
  return name === "ends_with" ? { kind: "text", subject, key: text + END } : undefined;
}

/** Returns the field whose text a value is, apart from the case of letters, or one of whose values it is. */
function subjectOf({ source, indexes }: Value): string | undefined {
  if (source.kind === "field")
    return subjectIn(
      source.name,
      indexes.find(({ kind }) => kind === "key"),
    );
  const [argument] = source.arguments;
  if ((source.name !== "lower" && source.name !== "upper") || argument?.kind !== "value") return undefined;
  return subjectOf(argument);
}

function subjectIn(
  field: string,
  index: { readonly kind: string; readonly key?: string } | undefined,
): string {
  return index?.key === undefined ? field : `${field}[${JSON.stringify(index.key)}]`;
}

/** Returns bait for the hooks of each condition that a request matches. */
export function* baitOf({ fields, lists }: Witness): Iterable<Bait> {
  for (const [name, items] of lists) if (items.length > 0) yield { kind: "list", subject: "", key: name };
  for (const [name, value] of fields) {
    yield* baitOfValue(name, value);
    if (!isMap(value)) continue;
    for (const [key, entry] of value) yield* baitOfValue(subjectIn(name, { kind: "key", key }), entry);
  }
}

function* baitOfValue(subject: string, value: RuntimeValue): Iterable<Bait> {
  if (isBytes(value)) yield { kind: "text", subject, key: START + folded(value) + END };
  else if (isInt(value)) yield { kind: "number", subject, number: value };
  else if (isIp(value)) yield { kind: "number", subject, number: numberOf(value) };
  else if (typeof value === "boolean") {
    if (value) yield { kind: "truth", subject, key: "" };
  } else for (const one of elementsOf(value) ?? []) yield* baitOfValue(subject, one);
}

/** Returns the key of the block of that size which has a number. The size is the exponent of a power of two. */
export function blockKey(number: bigint, size: number): string {
  return `${size} ${number >> BigInt(size)}`;
}

export function sizeOf(block: string): number {
  return Number.parseInt(block, 10);
}

function blocksOfTest(value: Value, test: LiteralTest): string[] | undefined {
  const set = numbersOf(test);
  if (set === undefined) return undefined;
  const within = value.type === "Ip" ? ADDRESSES : boundsOf(value);
  return (within ? common(set, within) : set).flatMap(blocksOf);
}

function boundsOf({ source, indexes }: Value): readonly Interval[] | undefined {
  const bounds = source.kind === "field" && indexes.length === 0 ? numberDomainOf(source.name) : undefined;
  return bounds && [{ first: bounds.least, last: bounds.greatest }];
}

/** Cuts an interval into blocks that begin at a multiple of their length, and returns their keys. */
function blocksOf({ first, last }: Interval): string[] {
  const keys: string[] = [];
  for (let start = first; start <= last;) {
    let size = 0;
    while (fitsTwice(start, last, 1n << BigInt(size))) size += 1;
    keys.push(blockKey(start, size));
    start += 1n << BigInt(size);
  }
  return keys;
}

function fitsTwice(start: bigint, last: bigint, length: bigint): boolean {
  return (start & length) === 0n && start + 2n * length - 1n <= last;
}

/** Returns texts of which every string that passes contains one, in lower case; undefined if none is known. */
function needlesOf(test: LiteralTest): string[] | undefined {
  switch (test.kind) {
    case "contains":
      return [folded(test.literal.bytes)];
    case "oneOf":
      return test.items.flatMap((item) => (item.kind === "bytes" ? [START + folded(item.bytes) + END] : []));
    case "wildcard": {
      // A backslash escapes the next character.
      const pieces = (START + folded(test.pattern.bytes) + END).split(/\*|\\./s);
      const [longest] = pieces
        .filter((piece) => ![START, END, ""].includes(piece))
        .sort((one, other) => other.length - one.length);
      return longest === undefined ? undefined : [longest];
    }
    case "matches": {
      const beginning = beginningOf(test.pattern.pattern);
      return beginning === undefined ? undefined : [START + beginning];
    }
    case "ordering":
      return test.literal.kind === "bytes" && test.operator === "eq"
        ? [START + folded(test.literal.bytes) + END]
        : undefined;
    default:
      return undefined;
  }
}

/** Returns the text with which all values begin that a pattern such as `^/api/v[0-9]+` matches, in lower case. */
function beginningOf(pattern: string): string | undefined {
  if (pattern.includes("|")) return undefined;
  const [, text = "", next = ""] = /^\^((?:[\w/ -]|\\[./-])*)([^]?)/.exec(pattern) ?? [];
  const plain = text.replaceAll("\\", "").toLowerCase();
  // These repeat the last character, or leave it out.
  const sure = /[*?{]/.test(next) ? plain.slice(0, -1) : plain;
  return sure === "" ? undefined : sure;
}

function folded(bytes: Uint8Array): string {
  return toLatin1(bytes).toLowerCase();
}
