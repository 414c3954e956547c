import type { FlagName, Flags, PatternSpan } from "./ast";
import { RegexSyntaxError } from "./regex-error";
import type { PatternReader } from "./pattern-reader";

const LOOK_AROUND = ["?=", "?!", "?<=", "?<!"];
const FLAG_NAMES: readonly FlagName[] = ["i", "m", "s", "U", "u", "R", "x"];
const NAME_START = /^[\p{Alphabetic}_]$/u;
const NAME_CHARACTER = /^[\p{Alphabetic}\p{Nd}\p{Nl}\p{No}_.[\]]$/u;

export type GroupOpening =
  | { readonly kind: "directive"; readonly flags: Flags; readonly span: PatternSpan }
  | {
      readonly kind: "group";
      readonly captures: boolean;
      readonly flags?: Flags;
      readonly span: PatternSpan;
    };

/** The names of the groups so far, with their spans. */
export type GroupNames = Map<string, PatternSpan>;

/** Parses `(`, `(?:`, `(?i:`, `(?P<name>`, `(?<name>` or all of `(?i)`. The reader is at the parenthesis. */
export function parseGroupOpening(reader: PatternReader, names: GroupNames): GroupOpening {
  const start = reader.position;
  const span = reader.characterSpan;
  reader.step();
  reader.skipSpace();
  if (LOOK_AROUND.some((prefix) => reader.accept(prefix))) {
    const problem = "look-around, including look-ahead and look-behind, is not supported";
    throw reader.error(problem, reader.spanFrom(start));
  }
  const inner = reader.position;
  if (reader.accept("?P<") || reader.accept("?<")) {
    addName(reader, names);
    return { kind: "group", captures: true, span };
  }
  if (!reader.accept("?")) return { kind: "group", captures: true, span };
  if (reader.atEnd) throw reader.error("unclosed group", span);
  const flags = parseFlags(reader);
  const isDirective = reader.character === ")";
  reader.step();
  if (!isDirective) return { kind: "group", captures: false, flags, span };
  if (flags.size === 0) {
    throw reader.error("repetition operator missing expression", { start: inner, end: inner });
  }
  return { kind: "directive", flags, span: reader.spanFrom(start) };
}

/** Stops before the `:` or `)` after the flags. */
function parseFlags(reader: PatternReader): Flags {
  const flags = new Map<FlagName, boolean>();
  const seen = new Map<string, PatternSpan>();
  let dangling: PatternSpan | undefined;
  while (reader.character !== ":" && reader.character !== ")") {
    const character = reader.character;
    const span = reader.characterSpan;
    const negation = character === "-";
    const flag = FLAG_NAMES.find((name) => name === character);
    if (!negation && flag === undefined) throw reader.error("unrecognized flag", span);
    const original = seen.get(character);
    if (original !== undefined) {
      throw new RegexSyntaxError(
        negation ? "flag negation operator repeated" : "duplicate flag",
        span,
        original,
      );
    }
    if (flag !== undefined) flags.set(flag, !seen.has("-"));
    seen.set(character, span);
    dangling = negation ? span : undefined;
    if (!reader.step()) throw reader.error("expected flag but got end of regex");
  }
  if (dangling !== undefined) throw reader.error("dangling flag negation operator", dangling);
  return flags;
}

/** Parses the name of a group from after the `<` to after the `>`. */
function addName(reader: PatternReader, names: GroupNames): void {
  const start = reader.position;
  while (!reader.atEnd && reader.character !== ">") {
    const allowed = reader.position === start ? NAME_START : NAME_CHARACTER;
    if (!allowed.test(reader.character)) {
      throw reader.error("invalid capture group character", reader.characterSpan);
    }
    reader.step();
  }
  if (reader.atEnd) throw reader.error("unclosed capture group name");
  const span = reader.spanFrom(start);
  reader.step();
  const name = reader.pattern.slice(span.start, span.end);
  if (name === "") throw reader.error("empty capture group name", span);
  const original = names.get(name);
  if (original !== undefined) throw new RegexSyntaxError("duplicate capture group name", span, original);
  names.set(name, span);
}
