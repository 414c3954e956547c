#!/usr/bin/env node
import { Command } from "commander";
import { registerAdopt } from "./adopt/adopt";
import { registerDoctor } from "./doctor/doctor";
import { registerDrift } from "./drift/drift";
import { registerExplain } from "./explain/explain";
import { registerFleet } from "./fleet/fleet";
import { registerFilter } from "./filter/filter";
import { registerOrphans } from "./orphans/orphans";
import { LANGUAGE_DATE } from "../provider/filter/scheme/language-date";
import { packageVersion } from "../plugin/package-version";
import { tooOldNode } from "../provider/process/supported-node";
import { registerPlatform } from "./platform";
import { registerPlugin } from "./plugin/plugin";
import { registerPolicy } from "./policy/policy";
import { registerPreflight } from "./preflight/preflight";
import { registerProve } from "./prove/prove";
import { registerRelease } from "./release/release";
import { registerReport } from "./report/report";
import { registerReview } from "./review/review";
import { registerRulesets } from "./rulesets/rulesets";
import { registerServe } from "./serve";
import { registerTokens } from "./tokens/tokens";

/** Registers each command. Each has its own function, so that `serve` starts without the modules of the others. */
const COMMANDS = new Map<string | undefined, (program: Command) => void>([
  ["serve", (program) => registerServe(program)],
  ["platform", (program) => registerPlatform(program)],
  ["filter", (program) => registerFilter(program)],
  ["explain", (program) => registerExplain(program)],
  ["review", (program) => registerReview(program)],
  ["prove", (program) => registerProve(program)],
  ["rulesets", (program) => registerRulesets(program)],
  ["tokens", (program) => registerTokens(program)],
  ["policy", (program) => registerPolicy(program)],
  ["preflight", (program) => registerPreflight(program)],
  ["adopt", (program) => registerAdopt(program)],
  ["drift", (program) => registerDrift(program)],
  ["fleet", (program) => registerFleet(program)],
  ["plugin", (program) => registerPlugin(program)],
  ["orphans", (program) => registerOrphans(program)],
  ["release", (program) => registerRelease(program)],
  ["report", (program) => registerReport(program)],
  ["doctor", (program) => registerDoctor(program)],
]);

/** 128 plus the number of SIGPIPE. */
const CLOSED_PIPE = 141;

const problem = tooOldNode(process.versions.node);
// `doctor` lists it beside everything else that is wrong.
if (problem !== undefined && process.argv[2] !== "doctor") {
  process.stderr.write(`edge-platform: ${problem}\n`);
  process.exit(1);
}

const program = new Command("edge-platform")
  .description("The local edge platform, and tools for deployments.")
  .version(`${packageVersion()}, language of ${LANGUAGE_DATE}`)
  // Commands inherit this: misuse exits with 2 everywhere, and 1 is left for a command's own failure.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const requested = COMMANDS.get(process.argv[2]);
// For an unknown command all are registered, so that commander can list them or suggest one.
for (const register of requested ? [requested] : COMMANDS.values()) register(program);
endAtClosedPipe();
void program.parseAsync();

/** Ends quietly if the reader of the output has gone, as in `… | head`, with the exit code of a process that SIGPIPE ends. */
function endAtClosedPipe(): void {
  const isClosed = (error: Error) => "code" in error && error.code === "EPIPE";
  process.stdout.on("error", (error: Error) => {
    if (!isClosed(error)) throw error;
    process.exit(CLOSED_PIPE);
  });
  // Messages for people have no reader either, but a running platform must go on.
  process.stderr.on("error", (error: Error) => {
    if (!isClosed(error)) throw error;
  });
}
