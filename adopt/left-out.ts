import { visible } from "../review/print/visible";

const LONGEST = 200;

/** Returns a live name for a note: in quotes, cut, and without characters that are invisible or that reverse text. */
export function quoted(name: string): string {
  return line(JSON.stringify(name.slice(0, LONGEST)));
}

/** Returns a text as one line that shows all its characters. */
export function line(text: string): string {
  return visible(text.slice(0, LONGEST).replace(/\s+/g, " "));
}
