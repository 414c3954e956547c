import { z } from "zod";
import { EdgeError } from "../../../../provider/client";
import type { FailedCall } from "../../../../provider/client/answers/call-errors";
import { openAnswer } from "../../../../provider/client/answers/open-answer";
import type { WireAnswer } from "../../../../provider/client/queue/transport";

export const TOKEN = "canary-Token_0123456789";
export const call: FailedCall = {
  method: "PUT",
  path: "/zones/z/rulesets/r",
  origin: "https://edge.example.com",
  atApi: true,
  credential: { kind: "token", token: TOKEN, source: "EDGE_API_TOKEN" },
  attempts: 1,
  lost: false,
  reads: false,
  now: Date.parse("2030-01-01T00:00:00Z"),
};
export const read: FailedCall = { ...call, method: "GET", reads: true };
export const anything: { result: z.ZodType } = { result: z.unknown() };

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  return { status, headers, text: typeof body === "string" ? body : JSON.stringify(body) };
}

export const refusal = (status: number, ...errors: object[]): WireAnswer =>
  answer(status, { result: null, success: false, errors, messages: [] });

/** Returns the error that a response causes. */
export function errorOf(given: WireAnswer, of: FailedCall = call, expected = anything): EdgeError {
  try {
    openAnswer(of, given, expected);
  } catch (error) {
    if (error instanceof EdgeError) return error;
    throw error;
  }
  throw new Error("expected an error");
}
