/** Controls, line separators, and characters that are invisible or that reorder the text around them. */
const SPECIAL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u00a0\u115f\u1160\u3164\uffa0]/gu;

/** How a language escapes code points above U+FFFF: JavaScript as two UTF-16 units, YAML and Python as one `\UXXXXXXXX`. */
export type Escapes = "UTF-16 units" | "code points";

/**
 * Returns the inside of a literal in quotes, for TypeScript, YAML and Python: special characters are escaped, so that a reviewer sees
 * every one of them, and none can end the literal or the line.
 */
export function escapedText(text: string, quote: string, escapes: Escapes): string {
  return text
    .replace(/\\/g, "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(/\t/g, "\\t")
    .replace(SPECIAL, (character) =>
      (escapes === "code points" ? [character] : character.split("")).map(unicodeEscape).join(""),
    );
}

function unicodeEscape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}
