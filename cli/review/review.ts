import type { Command } from "commander";
import path from "node:path";
import v8 from "node:v8";
import { policySettings } from "../../review/changes/find-policy-findings";
import { type Review, reviewSchema, type Severity } from "../../review/changes/review";
import { reviewChange } from "../../review/changes/review-change";
import { DocumentError, type PlannedChange, PREVIEW_COMMAND } from "../../review/documents/planned-change";
import { readDocument } from "../../review/documents/read-document";
import { EDGE_POLICIES } from "../../review/policies";
import { showControls } from "../../provider/visible";
import { type CommandIo, processIo } from "../command-io";
import type { Reviewed } from "../../review/model/reviewed";
import { addConnectionOptions, configOf, type ConnectionFlags } from "../connection";
import { addLanguageOptions, type LanguageFlags, languageOfFlags } from "../language-options";
import { inputName, readInput } from "../read-text";
import { CommandError, decide, exitAsQuestion } from "../question";
import { UsageError } from "../usage-error";
import { docsUrlOption } from "./docs-url";
import { failOnOption, refusalOf } from "./fail-on";
import { readLive } from "./read-live";
import { readPolicyConfig, type ReportFlags, writeReports } from "./reports";

interface ReviewFlags extends ConnectionFlags, LanguageFlags, ReportFlags {
  readonly failOn?: Severity;
  readonly policyConfig?: string;
  readonly live: boolean;
  readonly schema: boolean;
}

/** Adds `review`, which says what a planned change means for traffic and for access. */
export function registerReview(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("review")
    .description("say what a planned change means: rules, OWASP, access, policies, requests")
    .argument(
      "[file]",
      `output of \`${PREVIEW_COMMAND}\`, an event log of the engine, or output of \`terraform show -json <plan>\` (- for stdin)`,
      "-",
    )
    .option("--text", "print text for people on stdout; the default at a terminal")
    .option("--markdown <file>", "write Markdown for a pull request; else the default, on stdout (-)")
    .option("--json <file>", "write the review as JSON (docs/review.schema.json)")
    .option("--sarif <file>", "write findings and dangerous changes as SARIF 2.1.0")
    .addOption(docsUrlOption())
    .option("--html <file>", "write one self-contained page")
    .addOption(failOnOption())
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
    .action((file: string, flags: ReviewFlags) =>
      flags.schema ? printSchema(io) : decide(io, "review", () => run(io, file, flags)),
    );
  exitAsQuestion(addLanguageOptions(addConnectionOptions(command)), io);
}

function printSchema(io: CommandIo): void {
  io.output.write(`${JSON.stringify(reviewSchema(), undefined, 2)}\n`);
}

/** Returns whether the change is less severe than `--fail-on`. @throws CommandError if that cannot be decided */
async function run(io: CommandIo, file: string, flags: ReviewFlags): Promise<boolean> {
  refuseSharedStreams(file, flags);
  const policies = policySettings(EDGE_POLICIES, readPolicyConfig(flags.policyConfig));
  const planned = readChange(file);
  const config = configOf(flags);
  const language = languageOfFlags(flags, (key) => config(key) ?? planned.config?.[key]);
  const change = withLanguage(planned, language);
  const live = flags.live ? await readLive(change, flags) : {};
  const review = reviewChange(change, { policies, ...live });
  const isWhole = review.failure === null && review.incomplete === null;
  if (change.steps.length === 0 && change.deletedZones === undefined && isWhole)
    process.stderr.write(
      `edge-platform review: nothing to review: ${showControls(change.stack)} has no changed resources of this API.\n`,
    );
  if (isWhole && change.replacementSteps === "unproved" && !isNoteIn(review))
    process.stderr.write(
      "edge-platform review: note: what an interrupted update has left to be deleted is in a preview only with --show-replacement-steps, and " +
        "nothing in this one shows that it was written with it.\n",
    );
  writeReports(io, review, flags);
  const refusal = refusalOf(review, flags.failOn);
  if (!refusal) return true;
  if (refusal.isIncomplete) throw new CommandError(refusal.text);
  process.stderr.write(`edge-platform review: ${refusal.text}\n`);
  return false;
}

function isNoteIn({ reasons }: Review): boolean {
  return reasons.some(({ id }) => id === "replacement-steps-left-out");
}

/** Returns the change with what is known of the language of its filters. */
function withLanguage(change: PlannedChange, language: Reviewed["language"]): PlannedChange {
  if (language === undefined) return change;
  const steps = change.steps.map(({ before, after, ...step }) => ({
    ...step,
    ...(before && { before: { ...before, language } }),
    ...(after && { after: { ...after, language } }),
  }));
  return { ...change, steps };
}

function refuseSharedStreams(file: string, { policyConfig, config, ...reports }: ReviewFlags): void {
  const readers = [file, policyConfig, config].filter((name) => name === "-");
  if (readers.length > 1)
    throw new UsageError(
      "The document, --policy-config and --config cannot read stdin together: use files for all but one.",
    );
  const { text, markdown, json, sarif, html } = reports;
  const written = [text === true ? "-" : undefined, markdown, json, sarif, html]
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
      throw new UsageError(`${name} cannot be reviewed: ${showControls(error.message)}.`);
    throw error;
  }
}

/** A document of more characters than this makes the heap grow far beyond what the review uses. */
const LARGE = 10_000_000;
/** How much the heap may grow, in percent of what was in use, before the next collection. */
const GROWTH = 50;

/**
 * Makes the garbage collector run more often for the rest of the process, if a document is large. By itself, V8 lets the heap grow to four
 * times the size of the document before it collects.
 */
function keepHeapSmall(document: string): void {
  if (document.length > LARGE) v8.setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
