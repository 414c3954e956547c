import type { BytesLiteral } from "./ast";
import { type Cause, doubleStar, invalidWildcard } from "../diagnostics/causes";
import type { Reader } from "./reader";
import { readString } from "./strings";

const STAR = 0x2a;
const BACKSLASH = 0x5c;

/** A pattern in which `*` is any run of bytes, and `\*` and `\\` are the only escapes. */
export function readWildcard(reader: Reader): BytesLiteral {
  const start = reader.position;
  const pattern = readString(reader);
  const problem = wildcardProblem(pattern.bytes);
  if (problem !== undefined) throw reader.fault(problem, start);
  return pattern;
}

/** Why some bytes are no pattern, or `undefined`. */
export function wildcardProblem(pattern: Uint8Array): Cause | undefined {
  return escapeProblem(pattern) ?? (hasDoubleStar(pattern) ? doubleStar() : undefined);
}

/** Positions are bytes of the pattern. */
function escapeProblem(pattern: Uint8Array): Cause | undefined {
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] !== BACKSLASH) continue;
    const escaped = pattern[at + 1];
    if (escaped === undefined) {
      return invalidWildcard(at, "incomplete escape sequence at the end of the wildcard");
    }
    if (escaped !== STAR && escaped !== BACKSLASH) return invalidWildcard(at, "invalid escape sequence");
    at += 1;
  }
  return undefined;
}

function hasDoubleStar(pattern: Uint8Array): boolean {
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === BACKSLASH) at += 1;
    else if (pattern[at] === STAR && pattern[at + 1] === STAR) return true;
  }
  return false;
}
