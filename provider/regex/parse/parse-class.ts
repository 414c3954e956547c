import {
  type AsciiClass,
  type BracketClass,
  type ClassItem,
  type ClassOperation,
  type ClassSet,
  heightOver,
  type RegexChar,
} from "./ast";
import { GIVEN_UP } from "./nest-limit";
import { parseEscape, type RegexPrimitive } from "./parse-escape";
import type { PatternReader } from "./pattern-reader";
import type { RegexSyntaxError } from "./regex-error";

const OPERATORS = ["&&", "--", "~~"] as const;
const ASCII_CLASS =
  /\[:(\^?)(alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/y;

/** An open bracket, or the left operand of an operator. */
type Frame =
  | {
      readonly kind: "open";
      readonly start: number;
      readonly openEnd: number;
      readonly negated: boolean;
      readonly before: ClassItem[];
    }
  | { readonly kind: "operator"; readonly operator: ClassOperation["operator"]; readonly left: ClassSet };

/** Parses `[...]` at the reader. Open classes are kept on a list, so that nesting cannot overflow the stack. */
export function parseClass(reader: PatternReader): BracketClass {
  const frames: Frame[] = [];
  let items: ClassItem[] = [];
  for (;;) {
    reader.skipSpace();
    if (reader.atEnd) throw unclosed(reader, frames);
    reader.countNode();
    if (frames.length > GIVEN_UP) throw unclosed(reader, frames);
    const character = reader.character;
    const operator = OPERATORS.find((candidate) => reader.accept(candidate));
    if (operator !== undefined) {
      const left = closeOperator(frames, unionOf(items, reader));
      frames.push({ kind: "operator", operator, left });
      items = [];
    } else if (character === "[") {
      const ascii = frames.length > 0 ? parseAsciiClass(reader) : undefined;
      if (ascii !== undefined) items.push(ascii);
      else items = openBracket(reader, frames, items);
    } else if (character === "]") {
      const { closed, before } = closeBracket(reader, frames, items);
      if (frames.length === 0) return closed;
      items = [...before, closed];
    } else {
      items.push(parseRange(reader, frames));
    }
  }
}

/** Opens a bracket. Returns the literal items at its start: any number of `-`, or a `]`. */
function openBracket(reader: PatternReader, frames: Frame[], before: ClassItem[]): ClassItem[] {
  const start = reader.position;
  const step = () => {
    if (!reader.stepAndSkipSpace()) throw reader.error("unclosed character class", reader.spanFrom(start));
  };
  step();
  const negated = reader.character === "^";
  if (negated) step();
  const items: ClassItem[] = [];
  while (reader.character === "-") {
    items.push(literal(reader));
    if (!reader.stepAndSkipSpace()) throw reader.error("unclosed character class", { start, end: start });
  }
  if (items.length === 0 && reader.character === "]") {
    items.push(literal(reader));
    step();
  }
  frames.push({ kind: "open", start, openEnd: reader.position, negated, before });
  return items;
}

function closeBracket(
  reader: PatternReader,
  frames: Frame[],
  items: ClassItem[],
): { closed: BracketClass; before: ClassItem[] } {
  const set = closeOperator(frames, unionOf(items, reader));
  const frame = frames.pop();
  if (frame?.kind !== "open") throw new RangeError("A class was closed that was never opened.");
  reader.step();
  const closed: BracketClass = {
    kind: "bracket",
    negated: frame.negated,
    set,
    span: reader.spanFrom(frame.start),
    height: heightOver([set]),
  };
  return { closed, before: frame.before };
}

/** Applies the pending operator, if there is one. */
function closeOperator(frames: Frame[], right: ClassSet): ClassSet {
  const frame = frames.at(-1);
  if (frame?.kind !== "operator") return right;
  frames.pop();
  return {
    kind: "operation",
    operator: frame.operator,
    left: frame.left,
    right,
    span: { start: frame.left.span.start, end: right.span.end },
    height: heightOver([frame.left, right]),
  };
}

function unionOf(items: ClassItem[], reader: PatternReader): ClassItem {
  const [first] = items;
  if (first === undefined) return { kind: "empty", span: reader.spanFrom(reader.position), height: 0 };
  if (items.length === 1) return first;
  const last = items.at(-1) ?? first;
  return {
    kind: "union",
    items,
    span: { start: first.span.start, end: last.span.end },
    height: heightOver(items),
  };
}

/** Parses an item or a range of two characters. */
function parseRange(reader: PatternReader, frames: readonly Frame[]): ClassItem {
  const first = parseItem(reader);
  reader.skipSpace();
  if (reader.atEnd) throw unclosed(reader, frames);
  const isRange = reader.character === "-" && !["]", "-"].includes(reader.peekAfterSpace());
  if (!isRange) return classItem(first, reader);
  if (!reader.stepAndSkipSpace()) throw unclosed(reader, frames);
  const last = parseItem(reader);
  const span = { start: first.span.start, end: last.span.end };
  const range = { first: rangeEnd(first, reader), last: rangeEnd(last, reader) };
  if (range.first.codePoint > range.last.codePoint) {
    throw reader.error("invalid character class range, the start must be <= the end", span);
  }
  return { kind: "range", ...range, span, height: 0 };
}

function parseItem(reader: PatternReader): RegexPrimitive {
  if (reader.character === "\\") return parseEscape(reader);
  const item = literal(reader);
  reader.step();
  return item;
}

function classItem(primitive: RegexPrimitive, reader: PatternReader): ClassItem {
  if (primitive.kind === "assertion" || primitive.kind === "dot") {
    throw reader.error("invalid escape sequence found in character class", primitive.span);
  }
  return primitive;
}

function rangeEnd(primitive: RegexPrimitive, reader: PatternReader): RegexChar {
  if (primitive.kind !== "char")
    throw reader.error("invalid range boundary, must be a literal", primitive.span);
  return primitive;
}

/** Returns the character at the reader as a literal, without moving the reader. */
function literal(reader: PatternReader): RegexChar {
  const codePoint = reader.character.codePointAt(0) ?? 0;
  return { kind: "char", codePoint, byte: false, span: reader.characterSpan, height: 0 };
}

/** Parses `[:alpha:]`. Anything else that starts with `[:` is a nested class. */
function parseAsciiClass(reader: PatternReader): ClassItem | undefined {
  ASCII_CLASS.lastIndex = reader.position;
  const match = ASCII_CLASS.exec(reader.pattern);
  if (match === null) return undefined;
  const start = reader.position;
  reader.position += match[0].length;
  return {
    kind: "ascii",
    // The regular expression above allows only these names.
    name: match[2] as AsciiClass,
    negated: match[1] === "^",
    span: reader.spanFrom(start),
    height: 0,
  };
}

/** Reports the innermost open bracket. */
function unclosed(reader: PatternReader, frames: readonly Frame[]): RegexSyntaxError {
  const open = frames.findLast((frame) => frame.kind === "open");
  const span = open === undefined ? undefined : { start: open.start, end: open.openEnd };
  return reader.error("unclosed character class", span);
}
