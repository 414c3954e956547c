import type { BytesLiteral } from "./ast";
import type { Cause } from "../diagnostics/cause";
import { doubleStar, invalidWildcard } from "../diagnostics/syntax-causes";
import type { Reader } from "./reader";
import { readString } from "./read-bytes";

const STAR = 0x2a;
const BACKSLASH = 0x5c;

/** `wildcard = string ;` in which `*` is any run of bytes, and `\*` and `\\` are the only escapes. */
export function readWildcard(reader: Reader): BytesLiteral {
  const start = reader.position;
  const pattern = readString(reader);
  const problem = wildcardProblem(pattern.bytes);
  if (problem !== undefined) throw reader.error(problem, start);
  return pattern;
}

/** Returns why a wildcard is invalid, or `undefined`. */
export function wildcardProblem(pattern: Uint8Array): Cause | undefined {
  return escapeProblem(pattern) ?? (hasDoubleStar(pattern) ? doubleStar() : undefined);
}

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
