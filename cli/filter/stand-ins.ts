import type { NameScope } from "../../provider/filter";
import { fillTemplate } from "../../provider/rulebook";

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
export function standIns(template: string, { phase, language }: NameScope = {}): readonly Filled[] {
  const parts = template.split(PLACEHOLDER);
  if (parts.length - 1 > MAX_PLACEHOLDERS || parts.some((part) => part.includes("${"))) return [];
  const found = [0, 1].flatMap((set) => {
    const kinds = KINDS.map((textOf) => (index: number) => textOf(set, index));
    for (const purpose of ["filter", "header", "tags"] as const) {
      const one = fillTemplate(parts, kinds, { phase, language, purpose });
      if (one?.parsed.valid === true) return [one];
    }
    return [];
  });
  return found.length === 2 ? found : [];
}
