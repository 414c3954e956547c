import { visible } from "../review/print/visible";
import type { LeftOut } from "./declarable-rules";

/** The rules that a note lists at most. */
const LISTED = 20;
const LONGEST = 200;

/** Says which rules of a ruleset the program leaves alone, one line each. */
export function leftOutNotes(left: readonly LeftOut[]): string[] {
  if (left.length === 0) return [];
  const rest = left.length - LISTED;
  return [
    "Left out, and left alone by this resource:",
    ...left.slice(0, LISTED).map(({ ref, why }) => `- ${quoted(ref)} ${line(why)}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ];
}

/** Returns a live name for a note: in quotes, cut, and without characters that are invisible or that reverse text. */
export function quoted(name: string): string {
  return line(JSON.stringify(name.slice(0, LONGEST)));
}

/** Returns a text as one line that shows all its characters. */
export function line(text: string): string {
  return visible(text.slice(0, LONGEST).replace(/\s+/g, " "));
}
