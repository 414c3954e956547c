/** A text that is not longer than this beyond its limit is whole: the note would be as long as what it leaves out. */
const NOTE = 40;

/** Returns the start of a text with at least `limit` characters, and the number of characters behind it. */
export function startOf(text: string, limit: number): { start: string; left: number } {
  if (text.length <= limit + NOTE) return { start: text, left: 0 };
  const start = wholeCharacters(text.slice(0, limit));
  return { start, left: text.length - start.length };
}

/** Returns a part of an expression that did not change. A long one keeps both ends, which are next to the changes. */
export function middleShortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${wholeCharacters(text.slice(0, half))} … ${text.slice(-half).replace(/^[\uDC00-\uDFFF]/, "")}`;
}

function wholeCharacters(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}
