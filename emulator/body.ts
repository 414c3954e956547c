import type { Dialect } from "./decode";
import { failures, type Failure } from "./failures";

export const BODY_LIMIT = 8 * 1024 * 1024;

/** Past this much a caller that goes on sending is cut off instead of answered. */
const DRAINED = 64 * 1024 * 1024;

/** Deeper values would end the stack of whoever walks them. */
const NESTING_LIMIT = 100;

/** The body as JSON; `absent` where there is none. @throws Failure, also where there is neither */
export async function readJson(request: Request, dialect: Dialect, absent?: unknown): Promise<unknown> {
  const type = request.headers.get("content-type");
  const bytes = await readBytes(request);
  if (bytes.length === 0 && absent !== undefined) return absent;
  if (type !== null && !/^application\/([^;]+\+)?json\s*(;|$)/i.test(type)) throw failures.contentType(type);
  return parseJson(decodeText(bytes, dialect), dialect);
}

/** JSON text of bounded depth. @throws Failure */
export function parseJson(text: string, dialect: Dialect): unknown {
  if (nesting(text) > NESTING_LIMIT) throw malformed(`nested deeper than ${NESTING_LIMIT} levels`, dialect);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw malformed(error instanceof Error ? reason(error, text) : "", dialect);
  }
}

/** Reads to the end, or the caller would see a broken connection instead of the answer. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The type of the DOM knows no iteration; Node's streams have it.
  const body = request.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size <= BODY_LIMIT) chunks.push(chunk);
    if (size > DRAINED) break;
  }
  if (size > BODY_LIMIT) throw failures.bodyTooLarge(BODY_LIMIT);
  return Buffer.concat(chunks);
}

function decodeText(bytes: Uint8Array, dialect: Dialect): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("the text is not UTF-8", dialect);
  }
}

function malformed(why: string, dialect: Dialect): Failure {
  if (dialect === "rulesets") return failures.rulesets([{ message: `invalid JSON: ${why}` }]);
  return failures.malformedJson(why);
}

/** The engine's own text quotes the body, which may hold a secret. */
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
