import { groupReasons } from "../changes/group-across-resources";
import type { Review, Severity } from "../changes/review";
import { fitSections, type Section } from "./markdown-text";
import { countsText, requestsText, VERDICTS } from "./summary";
import { layOut, plainText, type TextLine } from "./text-lines";
import {
  accessBlocks,
  allowedBlocks,
  earlierBlocks,
  findingBlocks,
  hazardBlocks,
  otherBlocks,
  permissionBlocks,
  placeBlocks,
  unknownBlocks,
} from "./text-sections";
import { counted } from "../../provider/words";

/** A log that is longer is not read. */
const MAX_TEXT = 65_536;
/** Reasons that are listed at the top. All others are in the sections. */
const MAX_REASONS = 12;
const MAX_FAILURE_LINES = 20;

const NAMES: Readonly<Record<Severity, string>> = {
  none: "",
  low: "LOW: ",
  review: "REVIEW: ",
  dangerous: "DANGEROUS: ",
};

/** Prints a review for a terminal of 80 columns, or a log: always shorter than 65,536 characters without colours. */
export function printText(review: Review, { hasColours = false } = {}): string {
  const { severity, stack, failure, incomplete } = review;
  const print = (lines: readonly TextLine[]) => layOut(lines, hasColours);
  const head: TextLine[] = [
    { text: `Edge review of ${plainText(stack, 200)}`, look: "title" },
    { text: "" },
    { text: `${NAMES[severity]}${VERDICTS[severity]}`, look: severity },
    { text: "" },
    ...(failure === null ? [] : [...failureLines(failure), { text: "" }]),
    ...(incomplete === null
      ? []
      : ([
          { text: `This review is incomplete. ${plainText(incomplete)}`, look: "dangerous" },
          { text: "" },
        ] as const)),
    { text: countsText(review.counts) },
    { text: requestsText(review.requests) },
  ];
  const section = (title: string, blocks: readonly (readonly TextLine[])[], noun: string): Section => ({
    ...{ title: print([{ text: title, look: "title" }]), noun },
    blocks: blocks.map(print),
  });
  const sections = [
    section("Why", reasonBlocks(review), "reason"),
    section("Traffic", placeBlocks(review), "change"),
    section("Access", accessBlocks(review), "token"),
    section("Other resources", otherBlocks(review), "resource"),
    section("Policies", findingBlocks(review), "finding"),
    section("Findings from before the change", earlierBlocks(review), "group"),
    section("Allowed", allowedBlocks(review), "finding"),
    section("Hazards", hazardBlocks(review), "hazard"),
    section("Permissions that the deployment needs", permissionBlocks(review), "permission"),
    section("Not known yet, or secret", unknownBlocks(review), "value"),
  ];
  return fitSections(print(head), sections, MAX_TEXT - 1, (note) => print([{ text: note, look: "soft" }]));
}

/** Reasons that differ only in the resource are one line. */
function reasonBlocks(review: Review): TextLine[][] {
  const groups = groupReasons(review);
  const hidden = groups.length - MAX_REASONS;
  return [
    ...groups
      .slice(0, MAX_REASONS)
      .map(({ reason: { severity, text }, same }): TextLine[] => [
        { text: `- ${severity}: ${plainText(text)}${same}`, look: severity },
      ]),
    ...(hidden > 0 ? [[{ text: `- … and ${counted(hidden, "more reason")}` }]] : []),
  ];
}

function failureLines(failure: string): TextLine[] {
  const lines = failure.split("\n");
  const hidden = lines.length - MAX_FAILURE_LINES;
  return [
    { text: "The preview failed:", look: "dangerous" },
    ...lines.slice(0, MAX_FAILURE_LINES).map((line) => ({ text: `  ${plainText(line, 300)}` })),
    ...(hidden > 0 ? [{ text: `  … and ${counted(hidden, "more line")}` }] : []),
  ];
}
