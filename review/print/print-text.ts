import type { Review, Severity } from "../changes/review";
import { fitSections, type Section } from "./markdown-text";
import { countsText, requestsText, VERDICTS } from "./summary";
import { layOut, plainText, type TextLine } from "./text-lines";
import { printSections, reportOf } from "../rows/report";
import { TEXT_BLOCKS } from "./text-blocks";
import { counted } from "../../provider/words";

/** A log that is longer is not read. */
const MAX_TEXT = 65_536;
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
  const more = (text: string): readonly TextLine[] => [{ text: `- ${text}` }];
  const sections: Section[] = printSections(reportOf(review), TEXT_BLOCKS, more).map(
    ({ title, noun, blocks }) => ({
      title: print([{ text: title, look: "title" }]),
      noun,
      blocks: blocks.map(print),
    }),
  );
  return fitSections(print(head), sections, MAX_TEXT - 1, (note) => print([{ text: note, look: "soft" }]));
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
