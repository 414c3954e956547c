import { lazily } from "../../lazily";

/**
 * The characters that Rust's debug format escapes: not printable, or combining with the character before. The expression is
 * compiled at the first use from a string, because its Unicode classes are slow to load.
 */
const escaped = lazily(() => new RegExp("[\\p{C}\\p{Z}\\p{Grapheme_Extend}]", "u"));
const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\0", "\\0"],
]);

/** Formats a text as Rust's `{:?}` does, which some messages of the reference implementation contain. */
export function rustDebug(text: string): string {
  return `"${Array.from(text, escapeCharacter).join("")}"`;
}

function escapeCharacter(character: string): string {
  const short = SHORT.get(character);
  if (short !== undefined) return short;
  if (character === " " || !escaped().test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
