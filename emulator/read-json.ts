import type { ErrorStyle } from "../provider/api";
import { failures, type Failure } from "./failures";

export const BODY_LIMIT = 8 * 1024 * 1024;

/** Bytes of a too large body that are still read. A client that sends more is disconnected without an answer. */
const DRAIN_LIMIT = 64 * 1024 * 1024;

/** Recursive code would overflow its stack on deeper values. */
const NESTING_LIMIT = 100;

/** Returns the body as JSON, or `absent` if the body is empty. @throws Failure if both are missing */
export async function readJson(request: Request, errorStyle: ErrorStyle, absent?: unknown): Promise<unknown> {
  const type = request.headers.get("content-type");
  const bytes = await readBytes(request);
  if (bytes.length === 0 && absent !== undefined) return absent;
  if (type !== null && !/^application\/([^;]+\+)?json\s*(;|$)/i.test(type)) throw failures.contentType(type);
  return parseJson(decodeText(bytes, errorStyle), errorStyle);
}

/** Parses JSON text of limited depth. @throws Failure */
export function parseJson(text: string, errorStyle: ErrorStyle): unknown {
  if (nesting(text) > NESTING_LIMIT)
    throw malformed(`nested deeper than ${NESTING_LIMIT} levels`, errorStyle);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw malformed(error instanceof Error ? reason(error, text) : "", errorStyle);
  }
}

/** Reads a too large body to its end, because the client would otherwise see a broken connection instead of the answer. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The DOM type lacks async iteration, which Node's streams have.
  const body = request.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size <= BODY_LIMIT) chunks.push(chunk);
    if (size > DRAIN_LIMIT) break;
  }
  if (size > BODY_LIMIT) throw failures.bodyTooLarge(BODY_LIMIT);
  return Buffer.concat(chunks);
}

function decodeText(bytes: Uint8Array, errorStyle: ErrorStyle): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("the text is not UTF-8", errorStyle);
  }
}

function malformed(why: string, errorStyle: ErrorStyle): Failure {
  if (errorStyle === "rulesets") return failures.rulesets([{ message: `invalid JSON: ${why}` }]);
  return failures.malformedJson(why);
}

/** Replaces V8's message, which quotes the body and may contain a secret. */
function reason(error: Error, text: string): string {
  if (text.trim() === "") return "the body is empty";
  const position = /at position (\d+)/.exec(error.message)?.[1];
  return position === undefined
    ? "the text ends too early or is no JSON"
    : `unexpected text at position ${position}`;
}

function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, (depth += 1));
    else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return deepest;
}
