import os from "node:os";
import { isEdgeError } from "../../provider/client";
import { isDrifted, type DriftReport } from "../drift/drift-report";
import { driftLines } from "../drift/print-drift";
import { driftContext, ownResources, reportDrift } from "../drift/report-drift";
import { type ConnectionFlags, parseStackConfig } from "../connection";
import { CommandError, type QuestionAnswer } from "../question";
import { UsageError } from "../usage-error";
import { chosenStacks, type StackChoice } from "./choose-stacks";
import { readFleetFile, type FleetFlags } from "./fleet-file";
import { readStack, runPulumi } from "./pulumi";
import { atATime } from "./run-pool";
import { counted } from "../../provider/words";

export interface DriftFlags extends FleetFlags, StackChoice, ConnectionFlags {
  readonly jobs?: number;
}

/** How the state of a stack compares with what is live. */
export interface StackDrift {
  readonly stack: string;
  readonly status: "same" | "drifted" | "failed";
  readonly lines: readonly string[];
  /** Undefined if the state or the API could not be read. */
  readonly report?: DriftReport;
}

/** Compares the state of a stack with what is live. It changes nothing. */
export async function driftOfStack(
  folder: string,
  stack: string,
  flags: ConnectionFlags,
): Promise<StackDrift> {
  try {
    const state = await readStack(folder, stack);
    const shown = await runPulumi(folder, ["config", "--json", "--show-secrets", "--stack", stack]);
    const config = parseStackConfig(shown);
    if (!config)
      throw new CommandError(`\`pulumi config --json --stack ${stack}\` has printed no configuration.`);
    const context = driftContext((key) => config.get(key), flags);
    const report = await reportDrift(state, ownResources(state.resources), context);
    const unread = report.resources.find(({ status }) => status === "unread");
    const status = report.resources.some(isDrifted) ? "drifted" : unread ? "failed" : "same";
    return { stack, status, lines: driftLines(report), report };
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof UsageError || isEdgeError(error))) throw error;
    return { stack, status: "failed", lines: [error.message] };
  }
}

/** Compares the states of stacks with what is live. @throws UsageError; CommandError if a stack could not be compared */
export async function driftOfFleet(flags: DriftFlags): Promise<QuestionAnswer> {
  const file = readFleetFile(flags.file);
  const stacks = chosenStacks(file, flags).filter(({ changed = true }) => changed);
  const drifts = await atATime(stacks, flags.jobs ?? os.cpus().length, ({ stack }) =>
    driftOfStack(file.programFolder, stack, flags),
  );
  const failed = drifts.filter(({ status }) => status === "failed");
  const drifted = drifts.filter(({ status }) => status === "drifted");
  if (failed.length > 0 && drifted.length === 0)
    throw new CommandError(failed.map(({ stack, lines }) => `${stack}: ${lines.join("\n  ")}`).join("\n"));
  return {
    yes: drifted.length === 0,
    lines: [
      ...[...drifted, ...failed].flatMap(({ stack, lines }) => [
        `${stack}:`,
        ...lines.map((line) => `  ${line}`),
      ]),
      `${drifted.length} of ${counted(drifts.length, "stack")} drifted${failed.length > 0 ? `; ${failed.length} could not be compared` : ""}.`,
    ],
    json: { format: "edge-platform-fleet-drift", version: 1, stacks: drifts },
  };
}
