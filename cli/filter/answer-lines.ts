import { once } from "node:events";
import type { Writable } from "node:stream";
import type { CommandIo } from "../command-io";

/**
 * Answers each non-blank line with a line of JSON. Writes the answers to a chunk before it reads the next one, and applies
 * backpressure. Ends early if the output is closed.
 */
export async function answerLines(
  { input, output }: CommandIo,
  answer: (line: string, number: number) => unknown,
): Promise<void> {
  // Without a listener, a closed pipe would end the process with an error.
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

/** Resolves when a stream accepts more data or is closed. */
async function drained(output: Writable): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  await Promise.race([once(output, "drain", { signal }), once(output, "close", { signal })]).catch(
    () => undefined,
  );
  settled.abort();
}

/** Yields the complete lines of each chunk. Buffers at most one chunk and one line. */
async function* readLines(input: CommandIo["input"]): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  // Pieces of an incomplete line, joined once so that a very long line takes linear time.
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
