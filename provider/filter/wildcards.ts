import type { BytesLiteral } from "./ast";
import { doubleStar, invalidWildcard } from "./causes";
import type { Reader } from "./reader";
import { readString } from "./strings";

const STAR = 0x2a;
const BACKSLASH = 0x5c;

/** A pattern in which `*` is any run of bytes, and `\*` and `\\` are the only escapes. */
export function readWildcard(reader: Reader): BytesLiteral {
  const start = reader.position;
  const pattern = readString(reader);
  const problem = escapeProblem(pattern.bytes);
  if (problem !== undefined) throw reader.fault(invalidWildcard(problem.position, problem.text), start);
  if (hasDoubleStar(pattern.bytes)) throw reader.fault(doubleStar(), start);
  return pattern;
}

/** Positions are bytes of the pattern. */
function escapeProblem(pattern: Uint8Array): { position: number; text: string } | undefined {
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] !== BACKSLASH) continue;
    const escaped = pattern[at + 1];
    if (escaped === undefined) {
      return { position: at, text: "incomplete escape sequence at the end of the wildcard" };
    }
    if (escaped !== STAR && escaped !== BACKSLASH) return { position: at, text: "invalid escape sequence" };
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
