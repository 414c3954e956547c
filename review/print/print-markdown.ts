import type { Review } from "../changes/review";
import { firstThatFit, fitSections, markdownText, MAX_SENTENCE, type Section } from "./markdown-text";
import { printSections, reportOf } from "../rows/report";
import { MARKDOWN_BLOCKS } from "./markdown-blocks";
import { countsText, requestsText, VERDICTS } from "./summary";
import { counted } from "../../provider/words";

/** The hosting services refuse longer comments. */
export const MAX_MARKDOWN = 65_536;
/** The lines of a failure that are shown, and the characters of Markdown that they may take. */
const MAX_FAILURE = { lines: 20, characters: 10_000 };

const SIGNS: Readonly<Record<Review["severity"], string>> = {
  none: `⚪ **${VERDICTS.none}**`,
  low: `🟢 **Low**: ${VERDICTS.low}`,
  review: `🟡 **Review**: ${VERDICTS.review}`,
  dangerous: `🔴 **Dangerous**: ${VERDICTS.dangerous}`,
};

/** The first line, by which a pipeline finds its comment to update it. */
export function markdownMarker(stack: string): string {
  const name = stack.replace(/[^\w./]/gu, (character) =>
    encodeURIComponent(wellFormed(character)).replaceAll("-", "%2D"),
  );
  return `<!-- edge-platform review: ${name} -->`;
}

/** Prints a review as Markdown for a pull request: always shorter than 65,536 characters, and the same text for the same review. */
export function printMarkdown(review: Review): string {
  const head = [
    markdownMarker(review.stack),
    `## Edge review: ${markdownText(review.stack, 200)}`,
    "",
    SIGNS[review.severity],
    "",
    ...(review.failure === null ? [] : ["The preview failed:", "", ...quoted(review.failure), ""]),
    ...(review.incomplete === null
      ? []
      : [`**This review is incomplete.** ${markdownText(review.incomplete, MAX_SENTENCE)}`, ""]),
    countsText(review.counts),
    "",
    requestsText(review.requests),
    "",
  ].join("\n");
  const printed = printSections(reportOf(review), MARKDOWN_BLOCKS, (text) => `- ${text}`);
  const sections: Section[] = printed.map(({ title, noun, blocks }) => ({
    title: `### ${title}`,
    noun,
    blocks,
  }));
  return fitSections(head, sections, MAX_MARKDOWN - 1);
}

/** A line can take sixteen times its length, because each invisible character becomes a visible form. */
function quoted(text: string): string[] {
  const lines = text.split("\n");
  const printed = lines.slice(0, MAX_FAILURE.lines).map((line) => `> ${markdownText(line, 300)}<br>`);
  const shown = firstThatFit(printed, MAX_FAILURE.characters);
  const hidden = lines.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`> … and ${counted(hidden, "more line")}`] : [])];
}

function wellFormed(character: string): string {
  return character.replace(/\p{Cs}/gu, "\uFFFD");
}
