import { lazily } from "../../lazily";

/**
 * Not printable, or joined to the character before it: the two groups that Rust's debug form escapes. Made when a message
 * first shows a text, and from a string, since a literal is read with the module: its classes take longer than all the rest.
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

/** A text in the quotes and escapes of the engine's own language, as some of its messages show it. */
export function rustDebug(text: string): string {
  return `"${Array.from(text, escapeCharacter).join("")}"`;
}

function escapeCharacter(character: string): string {
  const short = SHORT.get(character);
  if (short !== undefined) return short;
  if (character === " " || !escaped().test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
