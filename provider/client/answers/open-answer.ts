import type { z } from "zod";
import { Envelope, type ResultInfo } from "../../api/envelope";
import type { Operation } from "../../api/operations";
import { errorOfRefusal, errorWithoutEnvelope, unexpectedAnswer, type FailedCall } from "./call-errors";
import type { WireAnswer } from "../queue/transport";

/** Some services omit `result` in an error response. */
const AnyEnvelope = Envelope.partial({ result: true });
type AnyEnvelope = z.infer<typeof AnyEnvelope>;
type Expected = Pick<Operation, "result" | "empty">;

interface OpenedAnswer {
  /** Parsed by the operation's schema. Undefined if success has no body. */
  readonly result: unknown;
  readonly info: ResultInfo | undefined;
}

/** Returns the contents of the envelope. Throws an EdgeError if it reports a failure or has an unexpected form. */
export function openAnswer(call: FailedCall, answer: WireAnswer, expected: Expected): OpenedAnswer {
  if (isSuccess(answer) && answer.text === "") return { result: parseResult(undefined), info: undefined };
  const envelope = parseEnvelope(answer.text);
  if (typeof envelope === "string") throw errorWithoutEnvelope(call, answer, envelope);
  if (!isSuccess(answer) || !envelope.success) throw errorOfRefusal(call, answer, envelope.errors ?? []);
  return { result: parseResult(envelope.result), info: envelope.result_info ?? undefined };

  function parseResult(result: unknown): unknown {
    if (expected.empty) return undefined;
    const parsed = expected.result.safeParse(result);
    if (parsed.success) return parsed.data;
    throw unexpectedAnswer(call, answer.status, firstDifference("result", parsed.error.issues));
  }
}

/** Describes the first schema mismatch: where it is and what was expected. Omits the value, which may be a secret. */
export function firstDifference(
  root: string,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  const [first] = issues;
  const steps = (first?.path ?? []).map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  const path = `${root}${steps.join("")}`.replace(/^\./, "") || "the whole body";
  return `${path}: ${first?.message ?? "unknown"}`;
}

const isSuccess = ({ status }: WireAnswer): boolean => status >= 200 && status < 300;

/** Returns the envelope, or a description of what the body is instead. */
function parseEnvelope(text: string): AnyEnvelope | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    if (text === "") return "an empty body";
    return /^\s*</.test(text) ? "an HTML page" : "a body that is not JSON";
  }
  const parsed = AnyEnvelope.safeParse(json);
  if (parsed.success) return parsed.data;
  return `JSON without the API's envelope (${firstDifference("", parsed.error.issues)})`;
}
