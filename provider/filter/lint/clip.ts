const ELLIPSIS = "…";

/** Cuts a text to a number of code points for a message. */
export function clip(text: string, length: number): string {
  const characters = Array.from(text.slice(0, 2 * length + 2));
  return characters.length <= length ? text : characters.slice(0, length).join("") + ELLIPSIS;
}
