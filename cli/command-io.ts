import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import type { Writable } from "node:stream";

/** Streams and process functions of a command, which tests replace. */
export interface CommandIo {
  readonly input: AsyncIterable<Uint8Array | string>;
  readonly output: Writable;
  readonly setExitCode: (code: number) => void;
  /** Exits at once, after a usage error or after the help was printed. */
  readonly exit: (code: number) => never;
  /** Whether a person reads the output at a terminal, and whether it may have colours. Undefined if nobody does. */
  readonly terminal?: { readonly hasColours: boolean } | undefined;
  /** Asks the user a question; undefined without a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

export function processIo(): CommandIo {
  return {
    input: process.stdin,
    output: process.stdout,
    setExitCode: (code) => {
      process.exitCode = code;
    },
    exit: (code) => process.exit(code),
    // A variable that is empty is not set: https://no-color.org
    terminal: process.stdout.isTTY ? { hasColours: (process.env["NO_COLOR"] ?? "") === "" } : undefined,
    ask: process.stdin.isTTY ? askAtTerminal : undefined,
  };
}

/** Prints the whole output of a command, and sets its exit code. */
export function printText({ output, setExitCode }: CommandIo, text: string, exitCode: number): void {
  // A closed pipe is not an error of the command.
  output.once("error", () => undefined);
  output.write(`${text}\n`);
  setExitCode(exitCode);
}

/** Asks on stderr, since stdout is for the output of the command. Ctrl-C and Ctrl-D return an empty answer. */
async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(terminal, "close").then(() => "");
  terminal.once("SIGINT", () => terminal.close());
  try {
    // Rejects only for Ctrl-D.
    return await Promise.race([terminal.question(question).catch(() => ""), closed]);
  } finally {
    terminal.close();
  }
}
