import { readFileSync, readSync } from "node:fs";
import { fileError, UsageError } from "./usage-error";
import { z } from "zod";

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

const LINE_END = 0x0a;
const REPLACEMENT = "\uFFFD";
const UTF8_REPLACEMENT = Buffer.from(REPLACEMENT);

/** Input that is not UTF-8. */
export class Utf8Error extends Error {
  constructor(
    /** The first wrong byte: `0xff`. */
    found: string,
    line: number,
    column: number,
  ) {
    super(`the text is not UTF-8: found the byte ${found} at line ${line}, byte ${column}; save it as UTF-8`);
    this.ofLine = `the line is not UTF-8: found the byte ${found} at byte ${column}`;
  }

  /** The message for an input of one line. */
  readonly ofLine: string;
}

/** Decodes UTF-8. A byte order mark at the start is removed. @throws Utf8Error at the first byte that is not UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw utf8Error(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
}

function utf8Error(bytes: Buffer): Utf8Error {
  const offset = offsetOfWrongByte(bytes);
  const before = bytes.subarray(0, offset);
  const line = before.reduce((lines, byte) => (byte === LINE_END ? lines + 1 : lines), 1);
  const column = offset - before.lastIndexOf(LINE_END);
  return new Utf8Error(`0x${bytes.toString("hex", offset, offset + 1)}`, line, column);
}

/** The decoder puts U+FFFD in place of wrong bytes, so the first one that the bytes do not contain shows the place. */
function offsetOfWrongByte(bytes: Buffer): number {
  let offset = 0;
  for (const character of new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)) {
    const length = Buffer.byteLength(character);
    if (character === REPLACEMENT && !bytes.subarray(offset, offset + length).equals(UTF8_REPLACEMENT)) break;
    offset += length;
  }
  return offset;
}

/** Reads a JSON file (`-` is stdin) and parses it with a schema. @throws UsageError */
export function readJsonFile<Schema extends z.ZodType>(schema: Schema, file: string): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(readText(file));
  } catch (error) {
    throw fileError(file, "read", error);
  }
  return checkShape(schema, json, file);
}

/** Parses a value with a schema. `name` names the value in the message. @throws UsageError */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${name} is invalid:\n${z.prettifyError(parsed.error)}`);
}
