import { CommandError, type QuestionAnswer } from "../question";
import { chosenStacks } from "./choose-stacks";
import { readFleetFile, type FleetFlags } from "./fleet-file";
import { listStacks, runPulumi } from "./pulumi";
import { counted } from "../../provider/words";

export interface InitFlags extends FleetFlags {
  readonly copyConfigFrom?: string;
}

/** Makes the stacks of a lock file that do not exist, and selects none of them. @throws UsageError, CommandError */
export async function initStacks(flags: InitFlags): Promise<QuestionAnswer> {
  const { copyConfigFrom } = flags;
  const file = readFleetFile(flags.file);
  const known = await listStacks(file.programFolder);
  if (copyConfigFrom !== undefined && !known.has(copyConfigFrom))
    throw new CommandError(
      `there is no stack ${copyConfigFrom} whose settings could be copied. Nothing was made.`,
    );
  const missing = chosenStacks(file, { stack: [], wave: [] })
    .map(({ stack }) => stack)
    .filter((stack) => !known.has(stack));
  const settings = copyConfigFrom === undefined ? [] : ["--copy-config-from", copyConfigFrom];
  // One after the other: each writes files of the workspace.
  for (const stack of missing)
    await runPulumi(file.programFolder, ["stack", "init", stack, "--no-select", ...settings]);
  return {
    lines: [
      ...missing.map((stack) => `+ ${stack}`),
      missing.length > 0
        ? `${counted(missing.length, "stack")} made. Their settings are in ${file.lockFile}'s hashes: run \`edge-platform fleet plan\`.`
        : "All stacks exist.",
    ],
    json: { format: "edge-platform-fleet-init", version: 1, made: missing },
  };
}
