import { counted, cutText } from "../../provider/words";

/** A text that is not longer than this beyond its limit is whole: the note would be as long as what it leaves out. */
const NOTE = 40;

/** The start of a text, and the number of characters behind it. */
interface Start {
  readonly start: string;
  readonly left: number;
}

/** Returns the start of a text with at least `limit` characters, and the number of characters behind it. */
export function startOf(text: string, limit: number): Start {
  if (text.length <= limit + NOTE) return { start: text, left: 0 };
  const start = cutText(text, limit);
  return { start, left: text.length - start.length };
}

/** Returns the start of a text followed by the number of characters that are left out, if any are. */
export function withCount({ start, left }: Start): string {
  return left === 0 ? start : `${start}… (${counted(left, "more character")})`;
}

/** Returns both ends of a text of more than `limit` characters, with the number of characters between them. */
export function endsOf(text: string, limit: number): string {
  if (text.length <= limit + NOTE) return text;
  const [head, tail] = ends(text, limit);
  return `${head}… (${counted(text.length - head.length - tail.length, "more character")}) …${tail}`;
}

/** Returns a part of an expression that did not change. A long one keeps both ends, which are next to the changes. */
export function middleShortened(text: string, limit: number): string {
  return text.length <= limit ? text : ends(text, limit).join(" … ");
}

function ends(text: string, limit: number): [string, string] {
  const half = Math.floor(limit / 2);
  return [cutText(text, half), text.slice(-half).replace(/^[\uDC00-\uDFFF]/, "")];
}
