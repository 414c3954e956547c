import { spawnSync } from "node:child_process";
import { z } from "zod";
import type { MoveState } from "../../fleet/plan-move";
import { parseJson, parseState } from "../doctor/examine-state";
import { CommandError } from "../question";
import { shellQuoted } from "../text-layout";

/** The state of a large stack, which `pulumi stack export` prints at once. */
const LARGEST_BYTES = 1024 ** 3;

/** Runs `pulumi ARGS` in a program's folder, and returns what it prints. @throws CommandError with the errors that it prints */
export function runPulumi(folder: string, args: readonly string[]): string {
  const { status, error, stdout, stderr } = spawnSync(
    "pulumi",
    ["--non-interactive", "--color", "never", ...args],
    {
      cwd: folder,
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
      encoding: "utf8",
      maxBuffer: LARGEST_BYTES,
    },
  );
  if (error && "code" in error && error.code === "ENOENT")
    throw new CommandError(
      `the Pulumi CLI cannot be started in ${folder}: install it, so that \`pulumi version\` works, and check \`program\` in the fleet file.`,
    );
  if (status === 0) return stdout;
  const command = `pulumi ${args.map(shellQuoted).join(" ")}`;
  throw new CommandError(`\`${command}\` failed: ${stderr.trim() || (error?.message ?? "")}`);
}

const StackList = z.array(z.looseObject({ name: z.string() }));

/** Returns the names of the stacks of the program's project. @throws CommandError */
export function listStacks(folder: string): ReadonlySet<string> {
  const stacks = parseJson(StackList, runPulumi(folder, ["stack", "ls", "--json"]));
  if (!stacks) throw new CommandError("`pulumi stack ls --json` has printed no list of stacks.");
  return new Set(stacks.map(({ name }) => name));
}

/** Returns the state of a stack. Secrets in it stay encrypted. @throws CommandError */
export function exportState(folder: string, stack: string): MoveState {
  const state = parseState(runPulumi(folder, ["stack", "export", "--stack", stack]));
  if (!state) throw new CommandError(`\`pulumi stack export --stack ${stack}\` has printed no state.`);
  return { stack, resources: state.resources, pending: state.pending.map(({ resource }) => resource.urn) };
}
