import type { Segment, Shown } from "../changes/review";
import { middleShortened, startOf, withCount } from "./shorten";
import { visible } from "./visible";

/** Longer texts are shortened. The JSON document has more of the text. */
const MAX_TEXT = 600;
/** What can be markup, a table cell, a formula, a mention, a reference, a link or an emoji in Markdown, and in HTML inside it. */
const SPECIAL = /[&<>`*_[\]\\|~#@$]|:(?=\/|[\w+-]+:)|(?<=www)\./gi;

/**
 * Returns an untrusted text for Markdown: every character that could be markup is a numeric reference, hidden characters are visible,
 * and the text stays on its line.
 */
export function markdownText(text: string, limit = MAX_TEXT): string {
  return escaped(visible(withCount(startOf(oneLine(text), limit))));
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
      visible(
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
