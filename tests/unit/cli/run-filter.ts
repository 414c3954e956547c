import { Writable } from "node:stream";
import { Command } from "commander";
import { registerFilter } from "../../../cli/filter/filter";

/** What a run printed. */
interface Run {
  readonly output: string;
  readonly exitCode: number | undefined;
}

/** Returns the command with other streams. */
export function program(io: Parameters<typeof registerFilter>[1]): Command {
  const command = new Command("edge-platform").configureOutput({ writeErr: () => undefined });
  registerFilter(command, io);
  return command;
}

export function exit(code: number): never {
  throw new Error(`exit ${code}`);
}

/** Runs `filter` with arguments and input. */
export async function runFilter(args: readonly string[], input: readonly (string | Buffer)[]): Promise<Run> {
  const chunks: Buffer[] = [];
  let exitCode: number | undefined;
  const output = new Writable({
    write: (chunk: Buffer, _encoding, next) => {
      chunks.push(chunk);
      next();
    },
  });
  const io = { input: stream(input), output, setExitCode: (code: number) => (exitCode = code), exit };
  await program(io).parseAsync(["filter", ...args], { from: "user" });
  return { output: Buffer.concat(chunks).toString(), exitCode };
}

export async function* stream(chunks: readonly (string | Buffer)[]): AsyncGenerator<string | Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

export function lines(...values: readonly object[]): string[] {
  return values.map((value) => `${JSON.stringify(value)}\n`);
}

export function parsedLines({ output }: Run): unknown[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
}
