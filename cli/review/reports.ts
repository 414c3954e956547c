import fs from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";
import type { Review } from "../../review/changes/review";
import { reviewPage } from "../../review/pages/review-page";
import { checkConfig } from "../../review/policies/check-config";
import { printMarkdown } from "../../review/print/print-markdown";
import { printSarif } from "../../review/print/print-sarif";
import { printText } from "../../review/print/print-text";
import { jsonPieces, reviewDocument } from "../../review/print/review-document";
import type { SarifTool } from "../../review/print/sarif-log";
import type { CommandIo } from "../command-io";
import { readJsonFile } from "../read-text";
import { linesForPeople } from "../text-layout";
import { fileError, UsageError } from "../usage-error";

/** Reads a configuration of the policies. @throws UsageError that lists its problems */
export function readPolicyConfig(file: string | undefined): unknown {
  if (file === undefined) return {};
  const config = readJsonFile(z.unknown(), file);
  const problems = checkConfig(config);
  if (problems.length === 0) return config;
  throw new UsageError(
    `The policy configuration ${file} has problems:\n${linesForPeople(problems).replace(/^/gm, "  ")}`,
  );
}

/** The characters of one write. */
const CHUNK = 65_536;

/** Where reports are written. `-` is stdout. */
export interface ReportFiles {
  /** Whether the text for a terminal is printed on stdout. */
  readonly text?: boolean;
  readonly markdown?: string;
  readonly json?: string;
  readonly sarif?: string;
  readonly html?: string;
}

export interface ReportFlags extends ReportFiles {
  /** Where the built docs are published, for SARIF. */
  readonly docsUrl?: string | undefined;
}

/**
 * Prints each report that has a file; without any, text on stdout if that is a terminal, and else Markdown.
 * @throws UsageError if a file cannot be written
 */
export function writeReports(io: CommandIo, review: Review, files: ReportFlags): void {
  const text = () => [printText(review, io.terminal)];
  const printers = {
    markdown: () => [printMarkdown(review)],
    json: () => jsonLines(reviewDocument(review)),
    sarif: () => jsonLines(printSarif(review, sarifTool(files.docsUrl))),
    html: () => [reviewPage(review)],
  };
  const chosen = Object.entries(printers).flatMap(([form, print]) => {
    // The names of the printers are those of the flags.
    const file = files[form as keyof typeof printers];
    return file === undefined ? [] : [{ file, print }];
  });
  const onStdout = files.text === true || io.terminal !== undefined ? text : printers.markdown;
  const isDefault = chosen.length === 0;
  const reports = [...(files.text === true || isDefault ? [{ file: "-", print: onStdout }] : []), ...chosen];
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

/** Returns how SARIF names this program, and where its docs are published. */
export function sarifTool(docsUrl: string | undefined): SarifTool {
  // npm requires the version.
  const { version } = createRequire(__filename)("pulumi-edge-platform/package.json") as {
    readonly version: string;
  };
  return { version, docsUrl };
}
