import { showControls } from "../../provider/filter/diagnostics/display-width";

/**
 * Returns a text of the API, of a state or of a file for people to read: characters that are invisible, or that move or reverse the
 * text around them, are replaced by a visible form. A TAB becomes ␉, a right-to-left override <U+202E>.
 */
export function visible(text: string): string {
  return showControls(text);
}
