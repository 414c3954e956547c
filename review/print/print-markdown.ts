import { counted } from "../changes/counted";
import { groupReasons, sameIn } from "../changes/group-across-resources";
import type { Review } from "../changes/review";
import { firstThatFit, fitSections, markdownText, type Section } from "./markdown-text";
import {
  accessSection,
  findingsSections,
  hazardsSection,
  othersSection,
  permissionsSection,
  unknownsSection,
} from "./markdown-lists";
import { placesSection } from "./markdown-places";

/** The hosting services refuse longer comments. */
export const MAX_MARKDOWN = 65_536;
/** Reasons that are listed at the top. All others are in the sections. */
const MAX_REASONS = 12;
/** The lines of a failure that are shown, and the characters of Markdown that they may take. */
const MAX_FAILURE = { lines: 20, characters: 10_000 };

const VERDICTS: Readonly<Record<Review["severity"], string>> = {
  none: "⚪ **Nothing changes.**",
  low: "🟢 **Low**: nothing that decides over traffic or access changes.",
  review: "🟡 **Review**: the change decides over traffic or access.",
  dangerous:
    "🔴 **Dangerous**: the change can lock visitors out, open a zone, give away access, or cut off what uses a token.",
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
    VERDICTS[review.severity],
    "",
    ...(review.failure === null ? [] : ["The preview failed:", "", ...quoted(review.failure), ""]),
    ...(review.incomplete === null
      ? []
      : [`**This review is incomplete.** ${markdownText(review.incomplete, 300)}`, ""]),
    summary(review),
    "",
    requests(review),
    "",
  ].join("\n");
  const sections: Section[] = [
    reasonsSection(review),
    ...placesSection(review),
    ...accessSection(review),
    ...othersSection(review),
    ...findingsSections(review),
    ...hazardsSection(review),
    ...permissionsSection(review),
    ...unknownsSection(review),
  ];
  return fitSections(head, sections, MAX_MARKDOWN - 1);
}

function summary({ counts }: Review): string {
  const parts = [
    ...(["create", "update", "replace", "delete"] as const).map((name) => `${name} ${counts[name]}`),
    `unchanged ${counts.same}`,
  ];
  const rules = [
    `added ${counts.rulesAdded}`,
    `removed ${counts.rulesRemoved}`,
    `changed ${counts.rulesChanged}`,
    `moved ${counts.rulesMoved}`,
  ];
  const others =
    counts.others > 0 ? ` ${counted(counts.others, "resource")} of other packages not reviewed.` : "";
  return `Resources: ${parts.join(", ")}. Rules: ${rules.join(", ")}.${others}`;
}

function requests({ requests: { reads, writes, seconds, limit } }: Review): string {
  const total = reads + writes;
  if (total === 0) return "The update sends no request.";
  const window = `${limit.requests.toLocaleString("en")} requests per ${limit.seconds / 60} minutes`;
  const time =
    seconds === 0
      ? `within the rate limit of ${window}`
      : `at least ${seconds} s at the rate limit of ${window}`;
  return `The update sends about ${counted(total, "request")} (${counted(reads, "read")}, ${counted(writes, "write")}): ${time}.`;
}

/** Reasons that differ only in the resource are one line. */
function reasonsSection(review: Review): Section {
  const groups = groupReasons(review);
  const shown = groups
    .slice(0, MAX_REASONS)
    .map(
      ([{ severity, text }, ...others]) => `- **${severity}**: ${markdownText(text, 300)}${sameIn(others)}`,
    );
  const hidden = groups.length - shown.length;
  return {
    title: "### Why",
    blocks: [...shown, ...(hidden > 0 ? [`- … and ${counted(hidden, "more reason")}`] : [])],
    noun: "reason",
  };
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
