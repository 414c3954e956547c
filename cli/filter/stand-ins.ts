import type { Diagnostic, NameScope } from "../../provider/filter";
import { parseExpression } from "../../provider/rulebook";
import { offsetOfCodePoint } from "../../provider/filter/parse/source";

/** A placeholder of a template. One with braces inside is left out, and so is its template. */
const PLACEHOLDER = /\$\{[^{}`"'\n]*\}/g;
/** An address has room for so many different last numbers, and none is the beginning of another. */
const MAX_PLACEHOLDERS = 150;
const FIRST = 100;

/** The literals that a placeholder may stand for: a part of a quoted text, a number, an address, or a text. */
const KINDS: readonly ((set: number, index: number) => string)[] = [
  (set, index) => `w${"xy"[set]}${FIRST + index}z`,
  (set, index) => `${["7919", "8423"][set]}${FIRST + index}`,
  (set, index) => `${["198.51.100", "203.0.113"][set]}.${FIRST + index}`,
  (set, index) => `"w${"xy"[set]}${FIRST + index}z"`,
];

/** A template whose placeholders are replaced by literals. */
export interface Filled {
  readonly filled: string;
  /** The literals, in the order of the text. No two are equal. */
  readonly texts: readonly string[];
}

/** Returns the placeholders of a template, in the order of the text. */
export function placeholdersOf(template: string): string[] {
  return template.match(PLACEHOLDER) ?? [];
}

/**
 * Replaces the placeholders of a template by literals, so that the whole is a valid filter or value expression, in two ways: what both
 * have in common does not depend on the literals. Empty if there are none.
 */
export function standIns(template: string, scope: NameScope = {}): readonly Filled[] {
  const parts = template.split(PLACEHOLDER);
  if (parts.length - 1 > MAX_PLACEHOLDERS || parts.some((part) => part.includes("${"))) return [];
  const filled = [0, 1].map((set) => fill(parts, set, scope));
  return filled.flatMap((one) => one ?? []).length === 2 ? filled.flatMap((one) => one ?? []) : [];
}

function fill(parts: readonly string[], set: number, { phase, language }: NameScope): Filled | undefined {
  for (const purpose of ["filter", "header", "tags"] as const) {
    const kinds = parts.slice(1).map(() => 0);
    for (let tries = 0; tries <= kinds.length * KINDS.length; tries += 1) {
      const texts = kinds.map((kind, index) => KINDS[kind]?.(set, index) ?? "");
      const filled = parts.map((part, index) => (texts[index - 1] ?? "") + part).join("");
      const parsed = parseExpression(filled, { phase, language, purpose });
      if (parsed.valid) return { filled, texts };
      // The next kind at the placeholder where the error is.
      const wrong = placeOf(parsed.diagnostics[0], filled, texts);
      const kind = (kinds[wrong] ?? KINDS.length) + 1;
      if (kind >= KINDS.length) break;
      kinds[wrong] = kind;
    }
  }
  return undefined;
}

/** Returns which of the literals an error is about; -1 if none. */
function placeOf({ start, length }: Diagnostic, filled: string, texts: readonly string[]): number {
  const [first, end] = [start, start + length].map((at) => offsetOfCodePoint(filled, at));
  return texts.findIndex((text) => {
    const at = filled.indexOf(text);
    return at <= (first ?? 0) && Math.max(end ?? 0, (first ?? 0) + 1) <= at + text.length;
  });
}
