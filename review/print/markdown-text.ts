import type { Segment, Shown } from "../changes/review";
import { middleShortened, startOf, withCount } from "./shorten";
import { showControls } from "../../provider/visible";
import { counted } from "../../provider/words";

/** Longer texts are shortened. The JSON document has more of the text. */
const MAX_TEXT = 600;
/** A sentence is whole, unless somebody writes names to make it long. */
export const MAX_SENTENCE = 1000;
/** What can be markup, a table cell, a formula, a mention, a reference, a link or an emoji in Markdown, and in HTML inside it. */
const SPECIAL = /[&<>`*_[\]\\|~#@$]|:(?=\/|[\w+-]+:)|(?<=www)\./gi;

/**
 * Returns an untrusted text for Markdown: every character that could be markup is a numeric reference, hidden characters are visible,
 * and the text stays on its line.
 */
export function markdownText(text: string, limit = MAX_TEXT): string {
  return escaped(showControls(withCount(startOf(oneLine(text), limit))));
}

/** Returns an untrusted text as code. In code, neither mentions nor links work. */
export function markdownCode(text: string, limit = MAX_TEXT): string {
  return `<code>${markdownText(text, limit)}</code>`;
}

/** Returns a value as code, or why it is hidden. */
export function markdownShown(value: Shown | null, limit = MAX_TEXT): string {
  if (value === null) return "*not set*";
  if ("text" in value) return value.text === "" ? "*empty*" : markdownCode(value.text, limit);
  return value.hidden === "secret" ? "*secret*" : "*not known yet*";
}

/** Returns a compared text as one piece of code, in which removed parts are struck through and added parts are underlined. */
export function markdownSegments(segments: readonly Segment[]): string {
  const limit = Math.max(40, Math.floor((2 * MAX_TEXT) / Math.max(1, segments.length)));
  const tags = { same: "", added: "ins", removed: "del" } as const;
  const parts = segments.map(({ kind, text }) => {
    const part = escaped(
      showControls(
        kind === "same" ? middleShortened(oneLine(text), limit) : withCount(startOf(oneLine(text), limit)),
      ),
    );
    const tag = tags[kind];
    return tag === "" ? part : `<${tag}>${part}</${tag}>`;
  });
  return `<code>${parts.join("")}</code>`;
}

/** Line ends and indentation of an expression have no meaning. */
function oneLine(text: string): string {
  return text.replace(/[ \t]*\r?\n\s*/g, " ");
}

function escaped(text: string): string {
  return text.replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`);
}

/** A part of a document with blocks that are shown or left out as a whole. */
export interface Section {
  readonly title: string;
  readonly blocks: readonly string[];
  /** What a block is: `reason`, `ruleset`. */
  readonly noun: string;
}

/** The room for the line that counts what is left out, per section. */
const NOTE = 160;

/** Returns the first texts that take at most `room` characters together. */
export function firstThatFit(texts: readonly string[], room: number): readonly string[] {
  let left = room;
  const end = texts.findIndex((text) => (left -= text.length) < 0);
  return end < 0 ? texts : texts.slice(0, end);
}

/** Says whose names are shown, in lines of their own. */
export function noteLines(note: string | undefined): string[] {
  return note === undefined ? [] : [markdownText(note, MAX_SENTENCE), ""];
}

/** Returns lines that are folded under a summary. */
export function foldedLines(summary: string, lines: readonly string[]): string[] {
  return [`<details><summary>${summary}</summary>`, "", ...lines, "", "</details>", ""];
}

/** Returns the first items of a list, in at most `room` characters, and how many more there are. `indent` is in front of the number. */
export function limitedItems(
  items: readonly string[],
  most: number,
  noun: string,
  { room = Infinity, indent = "" } = {},
): string[] {
  const shown = firstThatFit(items.slice(0, most), room);
  const hidden = items.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`${indent}- … and ${counted(hidden, `more ${noun}`)}`] : [])];
}

/**
 * Joins sections to a text of at most `limit` characters. Blocks that do not fit are counted in one line, never cut; shorter ones
 * behind them are still shown. `head` must be shorter than the limit. `noted` prints the line.
 */
export function fitSections(
  head: string,
  sections: readonly Section[],
  limit: number,
  noted: (note: string) => string = (note) => `*${note}*`,
): string {
  const filled = sections.filter(({ blocks }) => blocks.length > 0);
  // Each section gets an equal share of the room first, so that a long one does not push out all others.
  let room = limit - head.length - filled.reduce((sum, { title }) => sum + title.length + NOTE, 0);
  const shown = filled.map(() => new Set<number>());
  const take = (share: (left: number) => number) => {
    for (const [index, { blocks }] of filled.entries()) {
      let own = Math.min(room, share(filled.length - index));
      for (const [place, block] of blocks.entries()) {
        const size = block.length + 1;
        if (shown[index]?.has(place) || size > own) continue;
        shown[index]?.add(place);
        own -= size;
        room -= size;
      }
    }
  };
  take((left) => Math.floor(room / left));
  take(() => room);
  const texts = filled.map(({ title, blocks, noun }, index) => {
    const kept = blocks.filter((_, place) => shown[index]?.has(place));
    const left = blocks.length - kept.length;
    const note =
      left > 0 ? [noted(`${counted(left, `more ${noun}`)} did not fit; the JSON document has more.`)] : [];
    return [`${title}\n`, ...kept, ...note].join("\n").trimEnd();
  });
  return `${[head.trimEnd(), ...texts].join("\n\n")}\n`;
}
