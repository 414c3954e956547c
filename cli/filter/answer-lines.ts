import { once } from "node:events";
import type { Writable } from "node:stream";
import { RequestFieldError } from "../../provider/filter";
import type { CommandIo } from "../command-io";
import { decodeText, Utf8Error } from "../read-text";

/** Exit codes of all subcommands. Usage errors and unreadable lines take precedence over invalid expressions. */
export const EXIT = { allValid: 0, someInvalid: 1, usage: 2 } as const;

const LINE_END = 0x0a;

/** The text of a line, or why it cannot be read. */
type Line = string | Utf8Error;

/**
 * Answers each line of JSON with a line of JSON. A line that is no JSON, or for which `answer` throws a RequestFieldError, is answered
 * with `{"error": …}`. Returns the exit code, which it has set.
 *
 * @param expected the message about a line that is no JSON
 */
export async function answerJsonLines(
  io: CommandIo,
  expected: string,
  answer: (line: unknown) => { readonly isValid: boolean; readonly answer: object },
): Promise<number> {
  let exitCode: number = EXIT.allValid;
  await answerLines(io, (text, number) => {
    try {
      if (text instanceof Utf8Error) throw new RequestFieldError(text.ofLine);
      const answered = answer(parseJson(text, expected));
      if (!answered.isValid) exitCode = Math.max(exitCode, EXIT.someInvalid);
      return answered.answer;
    } catch (error) {
      if (!(error instanceof RequestFieldError)) throw error;
      exitCode = EXIT.usage;
      return { error: `line ${number}: ${error.message}` };
    }
  });
  io.setExitCode(exitCode);
  return exitCode;
}

/** @throws RequestFieldError with this message if the text is no JSON */
export function parseJson(text: string, message: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RequestFieldError(message);
  }
}

/**
 * Answers each non-blank line with a line of JSON. Writes the answers to a chunk before it reads the next one, and applies
 * backpressure. Ends early if the output is closed.
 */
async function answerLines(
  { input, output }: CommandIo,
  answer: (line: Line, number: number) => unknown,
): Promise<void> {
  // Without a listener, a closed pipe would end the process with an error.
  const ignore = () => undefined;
  output.on("error", ignore);
  let number = 0;
  for await (const lines of readLines(input)) {
    let text = "";
    for (const line of lines) {
      number += 1;
      if (line instanceof Utf8Error || line.trim() !== "")
        text += `${JSON.stringify(answer(line, number))}\n`;
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
async function* readLines(input: CommandIo["input"]): AsyncGenerator<Line[]> {
  // Pieces of an incomplete line, joined once so that a very long line takes linear time.
  let pieces: Uint8Array[] = [];
  for await (const chunk of input) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    const end = bytes.lastIndexOf(LINE_END);
    if (end === -1) {
      pieces.push(bytes);
      continue;
    }
    yield decodeLines(Buffer.concat([...pieces, bytes.subarray(0, end)]));
    pieces = [bytes.subarray(end + 1)];
  }
  yield decodeLines(Buffer.concat(pieces));
}

/** Decodes complete lines, each on its own only if one of them is not UTF-8. */
function decodeLines(bytes: Buffer): Line[] {
  const all = decodeLine(bytes);
  if (typeof all === "string") return all.split("\n");
  const ends = [...bytes.keys()].filter((at) => bytes[at] === LINE_END);
  return [-1, ...ends].map((before, index) => decodeLine(bytes.subarray(before + 1, ends[index])));
}

function decodeLine(bytes: Uint8Array): Line {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (!(error instanceof Utf8Error)) throw error;
    return error;
  }
}
