/** Returns the first `length` UTF-16 units of a text, without half of a surrogate pair at the end. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** Truncates a text to `width` UTF-16 units, of which the last is an ellipsis. */
export function truncate(text: string, width: number): string {
  return text.length <= width ? text : `${cutText(text, width - 1)}…`;
}

/** Cuts a text to a number of code points, followed by an ellipsis. */
export function clipCodePoints(text: string, length: number): string {
  const characters = Array.from(text.slice(0, 2 * length + 2));
  return characters.length <= length ? text : `${characters.slice(0, length).join("")}…`;
}
