import { readFileSync, readSync } from "node:fs";
import { decodeText } from "./decode-text";
import { fileError } from "./usage-error";

const STDIN = 0;
const PAUSE_MS = 20;

/** Reads a file, or stdin if its name is `-`. @throws Utf8Error if the text is not UTF-8 */
export function readText(file: string): string {
  return decodeText(file === "-" ? readStdin() : readFileSync(file));
}

/** Reads an input of a command. @throws UsageError that names the file, or stdin for `-` */
export function readInput(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw fileError(inputName(file), "read", error);
  }
}

/** How messages name an input. */
export function inputName(file: string): string {
  return file === "-" ? "stdin" : file;
}

/**
 * Reads stdin to its end. Node makes a pipe non-blocking once `process.stdin` is used: a read fails with EAGAIN while the command
 * on the left of the pipe still works, so it is repeated.
 */
function readStdin(): Buffer {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(65_536);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      const length = readSync(STDIN, chunk);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(Buffer.from(chunk.subarray(0, length)));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      // Windows reports the end of a pipe as an error.
      if (code === "EOF") return Buffer.concat(chunks);
      if (code !== "EAGAIN") throw error;
      Atomics.wait(pause, 0, 0, PAUSE_MS);
    }
  }
}
