import type { RegexLiteral, Span } from "./ast";
import {
  expectedName,
  invalidRegex,
  missingEndingQuote,
  regexTooBig,
  unrecognised,
} from "../diagnostics/syntax-causes";
import { ParseError } from "../diagnostics/parse-error";
import type { Reader } from "./reader";
import { checkRegex } from "../../regex";
import { codePointUnits } from "./source";
import { readRaw } from "./read-bytes";

/** `regex = '"' pattern '"' | raw ;` In quotes, `\"` is a quote; every other escape belongs to the pattern. */
export function readRegex(reader: Reader): RegexLiteral {
  const start = reader.position;
  if (reader.atEnd)
    throw reader.error(unrecognised("a regular expression is missing", 'a regular expression: "…" or r"…"'));
  if (reader.accept('"')) {
    const contentStart = reader.position;
    const pattern = readQuotedPattern(reader);
    checkPattern(pattern, { start: contentStart, end: reader.position - 1 });
    return { kind: "regex", pattern, notation: "quoted", span: reader.spanFrom(start) };
  }
  if (reader.accept("r")) {
    const pattern = readRaw(reader);
    // The reference implementation reports an invalid raw pattern at the text after it.
    checkPattern(pattern, { start: reader.position, end: reader.end }, reader.spanFrom(start));
    return { kind: "regex", pattern, notation: "raw", span: reader.spanFrom(start) };
  }
  throw reader.error(expectedName('" or r'));
}

/** Reads up to the closing quote. A quote within `[...]` does not end the pattern. */
function readQuotedPattern(reader: Reader): string {
  const start = reader.position;
  const pieces: string[] = [];
  let plainFrom = start;
  let inClass = false;
  for (;;) {
    if (reader.atEnd) throw reader.error(missingEndingQuote(), start);
    const character = reader.peek();
    if (character === '"' && !inClass) break;
    if (character === "\\") {
      reader.position += 1;
      if (reader.peek() === '"' && !inClass) {
        pieces.push(reader.text.slice(plainFrom, reader.position - 1));
        plainFrom = reader.position;
      }
      reader.position += codePointUnits(reader.text, reader.position);
      continue;
    }
    if (character === "[") inClass = true;
    if (character === "]") inClass = false;
    reader.position += 1;
  }
  pieces.push(reader.text.slice(plainFrom, reader.position));
  reader.position += 1;
  return pieces.join("");
}

function checkPattern(pattern: string, span: Span, shown?: Span): void {
  const problem = checkRegex(pattern);
  if (problem === undefined) return;
  const cause = problem.kind === "size" ? regexTooBig(problem.limit) : invalidRegex(problem.text);
  throw new ParseError(cause, span, shown);
}
