import type { Segment, Shown } from "../changes/review";
import { middleShortened, startOf, withCount } from "./shorten";
import { showControls } from "../../provider/visible";
import { counted } from "../../provider/words";

const WIDTH = 80;
/** Longer texts are shortened. The JSON document has more of the text. */
const MAX_TEXT = 1000;

/** What a line of a terminal says, for a terminal with colours. */
export type Look = keyof typeof COLOURS;

const COLOURS = { title: "1", dangerous: "31", review: "33", low: "32", none: "0", soft: "2" } as const;

/** One line of a report before it is wrapped. The spaces in front of it, and a sign, are the indent of the lines that follow. */
export interface TextLine {
  readonly text: string;
  readonly look?: Look;
}

/** Returns lines that are no wider than a terminal, unless a word is: names and addresses stay whole, so that they can be copied. */
export function layOut(lines: readonly TextLine[], hasColours: boolean): string {
  return lines
    .flatMap(({ text, look }) => {
      const wrapped = wrap(text);
      return look === undefined || !hasColours
        ? wrapped
        : wrapped.map((one) => `\u001B[${COLOURS[look]}m${one}\u001B[0m`);
    })
    .join("\n");
}

function wrap(line: string): string[] {
  const [indent = ""] = /^ *(?:[-+] )?/.exec(line) ?? [];
  const lines = [indent];
  let isEmpty = true;
  for (const word of line.slice(indent.length).split(" ")) {
    const last = lines.at(-1) ?? "";
    if (isEmpty) lines[lines.length - 1] = last + word;
    else if (last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(" ".repeat(indent.length) + word);
    isEmpty = false;
  }
  return lines.map((one) => one.trimEnd());
}

/** Returns an untrusted text for a terminal: on one line, with hidden characters visible. */
export function plainText(text: string, limit = MAX_TEXT): string {
  return showControls(withCount(startOf(oneLine(text), limit)));
}

/** Returns a value, or why it is hidden. */
export function plainShown(value: Shown | null, limit = MAX_TEXT): string {
  if (value === null) return "(not set)";
  if ("text" in value) return value.text === "" ? "(empty)" : plainText(value.text, limit);
  return value.hidden === "secret" ? "(secret)" : "(not known yet)";
}

/** Longer texts are compared inside, so that nobody has to look for what differs. */
const MAX_BOTH = 160;

/**
 * Returns a compared text, in which `[-…-]` is removed and `{+…+}` added. Where such a mark would stand beside a bracket of the text, both
 * texts follow each other.
 */
export function plainSegments(segments: readonly Segment[]): string {
  const [before, after] = (["removed", "added"] as const).map((side) =>
    oneLine(segments.map(({ kind, text }) => (kind === "same" || kind === side ? text : "")).join("")),
  );
  const isConfusing = segments.some(({ kind, text }) => kind !== "same" && /[[\]{}]/.test(text));
  if (isConfusing && before !== undefined && after !== undefined && before.length + after.length <= MAX_BOTH)
    return `${showControls(before)} → ${showControls(after)}`;
  const limit = Math.max(40, Math.floor((2 * MAX_TEXT) / Math.max(1, segments.length)));
  return segments
    .map(({ kind, text }) => {
      if (kind === "same") return showControls(middleShortened(oneLine(text), limit));
      const part = plainText(text, limit);
      return kind === "added" ? `{+${part}+}` : `[-${part}-]`;
    })
    .join("");
}

/** Returns the first lines, and how many more there are. `indent` is in front of the number. */
export function limitedLines(
  items: readonly (readonly TextLine[])[],
  most: number,
  noun: string,
  indent = "",
): TextLine[] {
  const hidden = items.length - most;
  return [
    ...items.slice(0, most).flat(),
    ...(hidden > 0 ? [{ text: `${indent}- … and ${counted(hidden, `more ${noun}`)}` }] : []),
  ];
}

/** Line ends and indentation of an expression have no meaning. */
function oneLine(text: string): string {
  return text.replace(/[ \t]*\r?\n\s*/g, " ");
}
