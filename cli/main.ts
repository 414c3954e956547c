#!/usr/bin/env node
import { Command } from "commander";
import type * as Adopt from "./adopt/adopt";
import type * as Doctor from "./doctor/doctor";
import type * as Drift from "./drift/drift";
import type * as Explain from "./explain/explain";
import type * as Filter from "./filter/filter";
import type * as Orphans from "./orphans/orphans";
import { packageVersion } from "../plugin/package-version";
import type * as Platform from "./platform";
import type * as Plugin from "./plugin/plugin";
import type * as Policy from "./policy/policy";
import type * as Preflight from "./preflight/preflight";
import type * as Report from "./report/report";
import type * as Review from "./review/review";
import type * as Rulesets from "./rulesets/rulesets";
import type * as Serve from "./serve";
import type * as Tokens from "./tokens/tokens";

/** Registers each command. Modules are loaded on demand, so that `serve` starts without the dependencies of the others. */
const COMMANDS = new Map<string | undefined, () => (program: Command) => void>([
  ["serve", () => (require("./serve") as typeof Serve).registerServe],
  ["platform", () => (require("./platform") as typeof Platform).registerPlatform],
  ["filter", () => (require("./filter/filter") as typeof Filter).registerFilter],
  ["explain", () => (require("./explain/explain") as typeof Explain).registerExplain],
  ["review", () => (require("./review/review") as typeof Review).registerReview],
  ["rulesets", () => (require("./rulesets/rulesets") as typeof Rulesets).registerRulesets],
  ["tokens", () => (require("./tokens/tokens") as typeof Tokens).registerTokens],
  ["policy", () => (require("./policy/policy") as typeof Policy).registerPolicy],
  ["preflight", () => (require("./preflight/preflight") as typeof Preflight).registerPreflight],
  ["adopt", () => (require("./adopt/adopt") as typeof Adopt).registerAdopt],
  ["drift", () => (require("./drift/drift") as typeof Drift).registerDrift],
  ["plugin", () => (require("./plugin/plugin") as typeof Plugin).registerPlugin],
  ["orphans", () => (require("./orphans/orphans") as typeof Orphans).registerOrphans],
  ["report", () => (require("./report/report") as typeof Report).registerReport],
  ["doctor", () => (require("./doctor/doctor") as typeof Doctor).registerDoctor],
]);

/** 128 plus the number of SIGPIPE. */
const CLOSED_PIPE = 141;

const program = new Command("edge-platform")
  .description("The local edge platform, and tools for deployments.")
  .version(packageVersion())
  // Commands inherit this: misuse exits with 2 everywhere, and 1 is left for a command's own failure.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const requested = COMMANDS.get(process.argv[2]);
// For an unknown command all are registered, so that commander can list them or suggest one.
for (const load of requested ? [requested] : COMMANDS.values()) load()(program);
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
