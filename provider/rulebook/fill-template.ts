import type { FilterResult, Place, ValueResult } from "../filter";
import { offsetOfCodePoint } from "../filter/parse/source";
import { parseExpression } from "./judge-expression";

/** Returns a text that the placeholder with an index, from 0, may stand for. */
export type StandIn = (index: number) => string;

/** A template whose placeholders are replaced by texts. */
export interface FilledTemplate {
  readonly filled: string;
  /** The texts, in the order of the placeholders. */
  readonly texts: readonly string[];
  /** Which stand-in each text is. */
  readonly chosen: readonly number[];
  readonly parsed: FilterResult | ValueResult;
}

/** The parses of one template, which bound the work for a template of a thousand placeholders. */
const MAX_PARSES = 600;

/**
 * Replaces the placeholders between constant parts, from left to right, each by the first stand-in with which the parser reads on to the
 * next placeholder. The first stand-in is for the inside of a quoted text: where it fits, no other is tried.
 *
 * @returns the first valid result, otherwise the one that the parser reads furthest. Undefined if that takes too many parses
 */
export function fillTemplate(
  parts: readonly string[],
  standIns: readonly StandIn[],
  place: Place,
): FilledTemplate | undefined {
  const count = parts.length - 1;
  let left = MAX_PARSES;
  let furthest = withStandIns(parts, standIns, Array<number>(count).fill(0), place);
  const visit = (before: readonly number[]): boolean => {
    for (const kind of standIns.keys()) {
      left -= 1;
      if (left < 0) return true;
      const chosen = [...before, kind];
      // Those that follow may be of the same kind: `10.${a}.${b}.0/24` is read as a whole.
      const rest = Array<number>(count - chosen.length).fill(kind);
      const next = withStandIns(parts, standIns, [...chosen, ...rest], place);
      if (constantsRead(next, parts) > constantsRead(furthest, parts)) furthest = next;
      if (errorAt(next) < startOf(chosen.length, next, parts)) continue;
      if (chosen.length === count) {
        if (!next.parsed.valid) continue;
        furthest = next;
        return true;
      }
      if (visit(chosen)) return true;
      if (kind === 0) return false;
    }
    return false;
  };
  if (count > 0) visit([]);
  return left < 0 ? undefined : furthest;
}

/** Replaces each placeholder by the chosen stand-in. */
export function withStandIns(
  parts: readonly string[],
  standIns: readonly StandIn[],
  chosen: readonly number[],
  place: Place,
): FilledTemplate {
  const texts = chosen.map((kind, index) => standIns[kind]?.(index) ?? "");
  const filled = parts.map((part, index) => (texts[index - 1] ?? "") + part).join("");
  return { filled, texts, chosen, parsed: parseExpression(filled, place) };
}

/** Returns where the first error begins in the filled template. Infinity if it is valid. */
function errorAt({ filled, parsed }: FilledTemplate): number {
  if (parsed.valid) return Infinity;
  const [{ start, word }] = parsed.diagnostics;
  return offsetOfCodePoint(filled, Math.min(start, word.start));
}

/** Returns where the text of a placeholder begins in the filled template. For the one behind the last, the end. */
function startOf(index: number, { texts }: FilledTemplate, parts: readonly string[]): number {
  return lengthOf(parts.slice(0, index + 1)) + lengthOf(texts.slice(0, index));
}

/** Returns how much of the constant parts is in front of the first error. */
function constantsRead(template: FilledTemplate, parts: readonly string[]): number {
  let left = errorAt(template);
  let read = 0;
  for (const [index, part] of left === Infinity ? [] : parts.entries()) {
    read += Math.min(part.length, left);
    left = Math.max(0, left - part.length - (template.texts[index] ?? "").length);
  }
  return left === Infinity ? Infinity : read;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
