import fs from "node:fs";
import type { Review } from "../../review/changes/review";
import { reviewPage } from "../../review/pages/review-page";
import { jsonPieces } from "../../review/print/json-pieces";
import { printMarkdown } from "../../review/print/print-markdown";
import { printSarif } from "../../review/print/print-sarif";
import { reviewDocument } from "../../review/print/review-document";
import type { CommandIo } from "../command-io";
import { fileError } from "../usage-error";
import { sarifTool } from "./sarif-tool";

/** The characters of one write. */
const CHUNK = 65_536;

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
    markdown: () => [printMarkdown(review)],
    json: () => jsonLines(reviewDocument(review)),
    sarif: () => jsonLines(printSarif(review, sarifTool())),
    html: () => [reviewPage(review)],
  };
  const chosen = Object.entries(printers).flatMap(([form, print]) => {
    // The names of the printers are those of the flags.
    const file = files[form as keyof ReportFiles];
    return file === undefined ? [] : [{ file, print }];
  });
  const reports = chosen.length > 0 ? chosen : [{ file: "-", print: printers.markdown }];
  for (const { file, print } of reports) {
    const chunks = chunksOf(print());
    if (file === "-") for (const chunk of chunks) io.output.write(chunk);
    else write(file, chunks);
  }
}

function write(file: string, chunks: Iterable<string>): void {
  try {
    const opened = fs.openSync(file, "w");
    try {
      for (const chunk of chunks) fs.writeFileSync(opened, chunk);
    } finally {
      fs.closeSync(opened);
    }
  } catch (error) {
    throw fileError(file, "written", error);
  }
}

function* jsonLines(value: object): Generator<string> {
  yield* jsonPieces(value);
  yield "\n";
}

/** Joins short pieces, so that a file takes few writes. */
function* chunksOf(pieces: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}
