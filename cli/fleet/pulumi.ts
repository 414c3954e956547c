import { execFile } from "node:child_process";
import { z } from "zod";
import type { HistoryEntry } from "../../fleet/applied";
import type { MoveState } from "../../fleet/plan-move";
import { parseJson, parseState } from "../doctor/examine-state";
import { CommandError } from "../question";
import type { StackState } from "../stack-state";
import { shellQuoted } from "../text-layout";

/** The state of a large stack, which `pulumi stack export` prints at once. */
const LARGEST_BYTES = 1024 ** 3;

/** Runs `pulumi ARGS` in a program's folder, and returns what it prints. @throws CommandError with the errors that it prints */
export function runPulumi(folder: string, args: readonly string[]): Promise<string> {
  const options = {
    cwd: folder,
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    maxBuffer: LARGEST_BYTES,
  };
  return new Promise((resolve, reject) => {
    execFile(
      "pulumi",
      ["--non-interactive", "--color", "never", ...args],
      options,
      (error, stdout, stderr) => {
        if (!error) resolve(stdout);
        else if (error.code === "ENOENT") reject(noPulumi(folder));
        else {
          const command = `pulumi ${args.map(shellQuoted).join(" ")}`;
          reject(new CommandError(`\`${command}\` failed: ${stderr.trim() || error.message}`));
        }
      },
    );
  });
}

export function noPulumi(folder: string): CommandError {
  return new CommandError(
    `the Pulumi CLI cannot be started in ${folder}: install it, so that \`pulumi version\` works, and check \`program\` in the fleet file.`,
  );
}

const StackList = z.array(z.looseObject({ name: z.string(), lastUpdate: z.string().optional() }));

/**
 * Returns the stacks of the program's project by name, with the time at which their states were written; undefined if the backend does not
 * know it. @throws CommandError
 */
export async function listStacks(folder: string): Promise<ReadonlyMap<string, string | undefined>> {
  const stacks = parseJson(StackList, await runPulumi(folder, ["stack", "ls", "--json"]));
  if (!stacks) throw new CommandError("`pulumi stack ls --json` has printed no list of stacks.");
  return new Map(stacks.map(({ name, lastUpdate }) => [name, lastUpdate]));
}

const History = z.array(
  z
    .looseObject({
      kind: z.string(),
      result: z.string().optional(),
      endTime: z.string().optional(),
      environment: z.record(z.string(), z.string()).default({}),
    })
    .transform(({ kind, result, endTime, environment }): HistoryEntry => ({
      kind,
      result,
      agent: environment["exec.agent"],
      endedAt: endTime,
    })),
);

/** Returns the newest entry of the history of a stack; undefined if it has none. @throws CommandError */
export async function newestUpdate(folder: string, stack: string): Promise<HistoryEntry | undefined> {
  const args = ["stack", "history", "--json", "--page-size", "1", "--stack", stack];
  const history = parseJson(History, await runPulumi(folder, args));
  if (!history) throw new CommandError(`\`pulumi ${args.join(" ")}\` has printed no history.`);
  return history[0];
}

/** Returns the state of a stack, as far as a move needs it. @throws CommandError */
export async function exportState(folder: string, stack: string): Promise<MoveState> {
  const { resources, pending } = await readStack(folder, stack);
  return { stack, resources, pending: pending.map(({ resource }) => resource.urn) };
}

/** Reads the state of a stack. Secrets in it stay encrypted. @throws CommandError */
export async function readStack(folder: string, stack: string): Promise<StackState> {
  const state = parseState(await runPulumi(folder, ["stack", "export", "--stack", stack]));
  if (!state) throw new CommandError(`\`pulumi stack export --stack ${stack}\` has printed no state.`);
  return state;
}
