import { execFile } from "node:child_process";
import { z } from "zod";
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

const StackList = z.array(z.looseObject({ name: z.string() }));

/** Returns the names of the stacks of the program's project. @throws CommandError */
export async function listStacks(folder: string): Promise<ReadonlySet<string>> {
  const stacks = parseJson(StackList, await runPulumi(folder, ["stack", "ls", "--json"]));
  if (!stacks) throw new CommandError("`pulumi stack ls --json` has printed no list of stacks.");
  return new Set(stacks.map(({ name }) => name));
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
