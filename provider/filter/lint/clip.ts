const ELLIPSIS = "…";

/** A text that is quoted in a message, cut to so many characters. */
export function clip(text: string, length: number): string {
  const characters = Array.from(text.slice(0, 2 * length + 2));
  return characters.length <= length ? text : characters.slice(0, length).join("") + ELLIPSIS;
}
