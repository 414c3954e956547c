import { parseState } from "./doctor/examine-state";
import { inputName, readInput } from "./read-text";
import type { StackState } from "./stack-state";
import { UsageError } from "./usage-error";

/** Reads a state from a file, or from stdin if its name is `-`. Errors never quote the text, which may contain secrets. @throws UsageError */
export function readState(file: string): StackState {
  const name = inputName(file);
  if (file === "-" && process.stdin.isTTY)
    throw new UsageError(
      "No state on stdin. Pipe the output of `pulumi stack export`, or name a file with --state.",
    );
  const text = readInput(file);
  const state = parseState(text);
  if (state) return state;
  const found =
    text.trim() === "" ? "is empty" : /^\s*\{/.test(text) ? "is cut, or is no state" : "is not JSON";
  throw new UsageError(
    `${name} ${found}: expected the output of \`pulumi stack export\`. Export the state again.`,
  );
}
