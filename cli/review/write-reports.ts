import { writeFileSync } from "node:fs";
import type { Review } from "../../review/changes/review";
import { reviewPage } from "../../review/pages/review-page";
import { printMarkdown } from "../../review/print/print-markdown";
import { printSarif } from "../../review/print/print-sarif";
import type { CommandIo } from "../command-io";
import { fileError } from "../usage-error";

/** Where reports are written. `-` is stdout. */
export interface ReportFiles {
  readonly markdown?: string;
  readonly json?: string;
  readonly sarif?: string;
  readonly html?: string;
}

/** Prints each report that has a file; without any, Markdown on stdout. @throws UsageError if a file cannot be written */
export function writeReports(io: CommandIo, review: Review, files: ReportFiles): void {
  const printers = {
    markdown: () => printMarkdown(review),
    json: () => jsonText(review),
    sarif: () => jsonText(printSarif(review)),
    html: () => reviewPage(review),
  };
  const chosen = Object.entries(printers).flatMap(([form, print]) => {
    // The names of the printers are those of the flags.
    const file = files[form as keyof ReportFiles];
    return file === undefined ? [] : [{ file, print }];
  });
  const reports = chosen.length > 0 ? chosen : [{ file: "-", print: printers.markdown }];
  for (const { file, print } of reports) {
    const text = print();
    if (file === "-") io.output.write(text);
    else write(file, text);
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw fileError(file, "written", error);
  }
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
