import type { Notice, ResultInfo } from "../provider/api";
import type { Failure } from "./failures";

/** A successful answer without its envelope. `empty` means 204 without a body. */
export type OperationAnswer<Result> =
  | { readonly result: Result; readonly messages?: readonly Notice[]; readonly resultInfo?: ResultInfo }
  | { readonly empty: true };

const JSON_TYPE = { "Content-Type": "application/json; charset=UTF-8" };

export function answerResponse(answer: OperationAnswer<unknown>): Response {
  if ("empty" in answer) return new Response(null, { status: 204 });
  const { result, messages = [], resultInfo } = answer;
  return json(200, {
    result,
    success: true,
    errors: [],
    messages,
    ...(resultInfo && { result_info: resultInfo }),
  });
}

export function failureResponse({ status, notices, messages, headers }: Failure): Response {
  return json(status, { result: null, success: false, errors: notices, messages }, headers);
}

/** Answers 500 without details, which are in the log only. */
export function internalErrorResponse(): Response {
  const notice = { code: 10013, message: "internal server error" };
  return json(500, { result: null, success: false, errors: [notice], messages: [] });
}

/** Answers 507, which the hosted API does not have, with the reason. */
export function storageErrorResponse(message: string): Response {
  return json(507, { result: null, success: false, errors: [{ code: 10013, message }], messages: [] });
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });
}
