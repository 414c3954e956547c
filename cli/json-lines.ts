import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import type { Writable } from "node:stream";

/** What a command reads from and writes to. */
export interface CommandIo {
  readonly input: AsyncIterable<Uint8Array | string>;
  readonly output: Writable;
  readonly setExitCode: (code: number) => void;
  /** Ends the command at once: its arguments are wrong, or it has printed its help. */
  readonly exit: (code: number) => never;
  /** Asks the person at the terminal; undefined where there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** The streams and the exit code of this process. */
export function processIo(): CommandIo {
  return {
    input: process.stdin,
    output: process.stdout,
    setExitCode: (code) => {
      process.exitCode = code;
    },
    exit: (code) => process.exit(code),
    ask: process.stdin.isTTY ? askAtTerminal : undefined,
  };
}

/** On stderr: stdout is for the answer of the command. Ctrl-C and Ctrl-D answer with nothing. */
async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(terminal, "close").then(() => "");
  terminal.once("SIGINT", () => terminal.close());
  try {
    // It rejects for Ctrl-D, and for nothing else.
    return await Promise.race([terminal.question(question).catch(() => ""), closed]);
  } finally {
    terminal.close();
  }
}

/**
 * Answers each line that is not blank with a line of JSON. The answers to what has arrived are written before more is
 * awaited, and nothing is read while the reader of the answers is slow. Ends early where that reader is gone.
 */
export async function answerLines(
  { input, output }: CommandIo,
  answer: (line: string, number: number) => unknown,
): Promise<void> {
  // A reader that goes away is no fault of ours: without a listener, the stream's error would end the process.
  const ignore = () => undefined;
  output.on("error", ignore);
  let number = 0;
  for await (const lines of readLines(input)) {
    let text = "";
    for (const line of lines) {
      number += 1;
      if (line.trim() !== "") text += `${JSON.stringify(answer(line, number))}\n`;
    }
    if (!output.writable) break;
    if (text !== "" && !output.write(text)) await drained(output);
  }
  output.off("error", ignore);
}

/** Settles when a stream takes more, or never will. */
async function drained(output: Writable): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(output, "drain", { signal }), once(output, "close", { signal })]).catch(
    () => undefined,
  );
  settled.abort();
}

/** The complete lines of each chunk of a stream; no more than one chunk and one line are held. */
async function* readLines(input: CommandIo["input"]): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  // Pieces of a line that is not complete yet: joined once, so that a very long line takes linear time.
  let pieces: string[] = [];
  for await (const chunk of input) {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const [first = "", ...lines] = text.split("\n");
    pieces.push(first);
    const last = lines.pop();
    if (last === undefined) continue;
    yield [pieces.join(""), ...lines];
    pieces = [last];
  }
  yield [pieces.join("") + decoder.decode()];
}
