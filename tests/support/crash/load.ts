import fc from "fast-check";
import type { Ready } from "../../../emulator/server";
import { bearer } from "../platform";

/** One call of the API, below `/client/v4`: its result. @throws NoAnswer, or an error where the answer is a refusal */
export type Call = <Result>(method: string, path: string, body?: unknown) => Promise<Result>;

/** A whole number from 0 on, below `limit`. */
export type Choose = (limit: number) => number;

/** Writes of one kind, and what is known of them. A write without an answer is in doubt until `check`. */
export interface Load {
  /** One write, to whatever `choose` says. Several writers may do this at once, but where the load says otherwise. */
  write(call: Call, choose: Choose): Promise<void>;
  /**
   * Holds what the platform has after its restart against what it acknowledged, and takes over what it finds of the writes in
   * doubt: each of them wholly there, or not at all.
   */
  check(call: Call): Promise<void>;
}

/** The platform ended before it had answered wholly. */
export class NoAnswer extends Error {}

export function callOf({ baseUrl, token }: Ready): Call {
  return async <Result>(method: string, path: string, body?: unknown) => {
    const { status, text } = await send(method, baseUrl + path, token, body);
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text}`);
    // The test that asks compares what it gets.
    return (text === "" ? undefined : (JSON.parse(text) as { result: unknown }).result) as Result;
  };
}

/** The status of a call whose refusal is no mistake. */
export async function statusOf(
  { baseUrl, token: bootstrap }: Ready,
  path: string,
  token = bootstrap,
): Promise<number> {
  return (await send("GET", baseUrl + path, token)).status;
}

export const choices = fc.infiniteStream(fc.nat());

/** Draws from a stream of numbers, so that a seed brings the same choices again. */
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
