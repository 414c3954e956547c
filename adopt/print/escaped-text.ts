/** Controls, line separators, and characters that are invisible or that reorder the text around them. */
const SPECIAL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u00a0\u115f\u1160\u3164\uffa0]/gu;

/**
 * Returns the inside of a literal in quotes, for TypeScript and Python: special characters are escaped, so that a reviewer sees every
 * one of them, and none can end the literal or the line.
 */
export function escapedText(text: string, quote: string): string {
  return text
    .replace(/\\/g, "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(/\t/g, "\\t")
    .replace(SPECIAL, (character) =>
      // By UTF-16 units, which JavaScript joins again. A Python literal is made of code points.
      Array.from({ length: character.length }, (_, index) => unicodeEscape(character.charCodeAt(index))).join(
        "",
      ),
    );
}

function unicodeEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
