import path from "node:path";
import { Option, type Command } from "commander";
import { messageWithAnswer, isEdgeError } from "../../provider/client";
import { policySettings } from "../../review/changes/policy-settings";
import { reaches } from "../../review/changes/find-reasons";
import { reviewChange } from "../../review/changes/review-change";
import { reviewSchema, SEVERITIES, type Severity } from "../../review/changes/review";
import { readDocument } from "../../review/documents/read-document";
import { DocumentError, type PlannedChange } from "../../review/documents/planned-change";
import { EDGE_POLICIES } from "../../review/policies";
import { checkConfig } from "../../review/policies/check-config";
import { visible } from "../../review/print/visible";
import { addConnectionOptions, type ConnectionFlags } from "../connection";
import { processIo, type CommandIo } from "../command-io";
import { readJsonFile } from "../json-file";
import { EXIT, exitAsQuestion } from "../question";
import { inputName, readInput } from "../read-text";
import { linesForPeople } from "../text-layout";
import { UsageError } from "../usage-error";
import { keepHeapSmall } from "./keep-heap-small";
import { readLive } from "./read-live";
import { writeReports, type ReportFiles } from "./write-reports";
import { z } from "zod";

interface ReviewFlags extends ConnectionFlags, ReportFiles {
  readonly failOn?: Severity;
  readonly policyConfig?: string;
  readonly live: boolean;
  readonly schema: boolean;
}

/** The severities that `--fail-on` accepts: with `none`, every review would fail. */
const LIMITS = SEVERITIES.filter((severity) => severity !== "none");

/** Adds `review`, which says what a planned change means for traffic and for access. */
export function registerReview(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("review")
    .description("say what a planned change means: rules, OWASP, access, policies, requests")
    .argument(
      "[file]",
      "output of `pulumi preview --json --show-sames`, an event log of the engine, or output of `terraform show -json <plan>` (- for stdin)",
      "-",
    )
    .option("--markdown <file>", "write Markdown for a pull request; the default, on stdout (-)")
    .option("--json <file>", "write the review as JSON (docs/review.schema.json)")
    .option("--sarif <file>", "write findings and dangerous changes as SARIF 2.1.0")
    .option("--html <file>", "write one self-contained page")
    .addOption(
      new Option(
        "--fail-on <severity>",
        "exit with 1 if the change has this severity or a higher one",
      ).choices(LIMITS),
    )
    .option(
      "--policy-config <file>",
      "configuration of the policies, as for `pulumi preview --policy-pack-config`",
    )
    .option(
      "--live",
      "read zone names, managed rulesets and entry points that change with the credential of the connection",
      false,
    )
    .option("--schema", "print the JSON schema of a review, and review nothing", false)
    .action((file: string, flags: ReviewFlags) => (flags.schema ? printSchema(io) : run(io, file, flags)));
  exitAsQuestion(addConnectionOptions(command), io);
}

function printSchema(io: CommandIo): void {
  io.output.write(`${JSON.stringify(reviewSchema(), undefined, 2)}\n`);
}

async function run(io: CommandIo, file: string, flags: ReviewFlags): Promise<void> {
  try {
    refuseSharedStreams(file, flags);
    const policies = policySettings(EDGE_POLICIES, readPolicyConfig(flags.policyConfig));
    const change = readChange(file);
    const live = flags.live ? await readLive(change, flags) : {};
    const review = reviewChange(change, { policies, ...live });
    const isEmpty = change.steps.length === 0 && change.failure === undefined;
    if (isEmpty)
      process.stderr.write(
        `edge-platform review: nothing to review: ${visible(change.stack)} has no changed resources of this API.\n`,
      );
    writeReports(io, review, flags);
    const fails = flags.failOn !== undefined && reaches(review.severity, flags.failOn);
    if (fails)
      process.stderr.write(
        `edge-platform review: the severity is ${review.severity}, and --fail-on is ${flags.failOn ?? ""}.\n`,
      );
    io.setExitCode(fails ? EXIT.no : EXIT.yes);
  } catch (error) {
    if (!(error instanceof UsageError) && !isEdgeError(error)) throw error;
    process.stderr.write(`edge-platform review: ${linesForPeople([messageWithAnswer(error)])}\n`);
    io.setExitCode(EXIT.unanswered);
  }
}

function refuseSharedStreams(file: string, { policyConfig, config, ...reports }: ReviewFlags): void {
  const readers = [file, policyConfig, config].filter((name) => name === "-");
  if (readers.length > 1)
    throw new UsageError(
      "The document, --policy-config and --config cannot read stdin together: use files for all but one.",
    );
  const { markdown, json, sarif, html } = reports;
  const written = [markdown, json, sarif, html]
    .filter((name) => name !== undefined)
    .map((name) => (name === "-" ? name : path.resolve(name)));
  if (new Set(written).size < written.length)
    throw new UsageError(
      "Two reports would be written to the same file: give each report another file name.",
    );
}

function readChange(file: string): PlannedChange {
  const name = inputName(file);
  const text = readInput(file);
  keepHeapSmall(text);
  try {
    return readDocument(text);
  } catch (error) {
    if (error instanceof DocumentError)
      throw new UsageError(`${name} cannot be reviewed: ${visible(error.message)}.`);
    throw error;
  }
}

function readPolicyConfig(file: string | undefined): unknown {
  if (file === undefined) return {};
  const config = readJsonFile(z.unknown(), file);
  const problems = checkConfig(config);
  if (problems.length === 0) return config;
  throw new UsageError(
    `The policy configuration ${file} has problems:\n${problems.map((problem) => `  ${visible(problem)}`).join("\n")}`,
  );
}
