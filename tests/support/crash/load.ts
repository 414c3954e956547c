import fc from "fast-check";
import type { Ready } from "../../../emulator/server-options";
import { bearer } from "../platform";

/** Sends a request below `/client/v4` and returns the result. @throws NoAnswer, or an error for an error answer */
export type Call = <Result>(method: string, path: string, body?: unknown) => Promise<Result>;

/** Returns an integer from 0 to `limit` - 1. */
export type Choose = (limit: number) => number;

/** Writes of one kind, and their expected results. The result of a write without an answer is unknown until `check`. */
export interface Load {
  /** Makes one write that `choose` selects. Several writers can call it at once, unless the load says otherwise. */
  write(call: Call, choose: Choose): Promise<void>;
  /**
   * Compares the data after a restart with the acknowledged writes. Each write without an answer must be there completely or
   * not at all, and becomes known.
   */
  check(call: Call): Promise<void>;
}

/** The platform died before it sent the whole answer. */
export class NoAnswer extends Error {}

export function callOf({ baseUrl, token }: Ready): Call {
  return async <Result>(method: string, path: string, body?: unknown) => {
    const { status, text } = await send(method, baseUrl + path, token, body);
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text}`);
    // The calling test compares the result.
    return (text === "" ? undefined : (JSON.parse(text) as { result: unknown }).result) as Result;
  };
}

/** Returns the status of a request that may be refused. */
export async function statusOf(
  { baseUrl, token: bootstrap }: Ready,
  path: string,
  token = bootstrap,
): Promise<number> {
  return (await send("GET", baseUrl + path, token)).status;
}

export const choices = fc.infiniteStream(fc.nat());

/** Chooses from a stream of numbers, so that a seed repeats the choices. */
export function chooser(stream: Iterator<number>): Choose {
  return (limit) => Number(stream.next().value) % limit;
}

async function send(method: string, url: string, token: string, body?: unknown) {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...bearer(token), "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new NoAnswer(`${method} ${url}`, { cause: error });
  }
}
