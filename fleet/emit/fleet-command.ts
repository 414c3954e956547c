import type { FleetPipeline } from "./pipeline";
import { shellWord } from "./shell-word";

/** Returns the shell command that runs `edge-platform fleet` in the folder of the program. */
export function fleetCommand({ file }: Pick<FleetPipeline, "file">, command: string): string {
  return `npx --no -- edge-platform fleet ${command}${fileOption(file)}`;
}

/** The option of the command by which a person prints the text again, in the folder of the program. */
export function fileOption(file: string): string {
  return file === "fleet.yaml" ? "" : ` --file=${shellWord(file)}`;
}

/** Returns the commands that run the check of a wave: in the folder of the fleet file. */
export function checkScript({ file }: Pick<FleetPipeline, "file">, check: string): string {
  const end = file.lastIndexOf("/");
  return end < 0 ? check : `cd ${shellWord(file.slice(0, end))}\n${check}`;
}
