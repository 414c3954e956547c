import type { z } from "zod";
import { Envelope, type ResultInfo } from "../api/envelope";
import type { Operation } from "../api/operations";
import { errorOfRefusal, errorWithoutEnvelope, unexpectedAnswer, type FailedCall } from "./refusals";
import type { WireAnswer } from "./transport";

/** Some services leave `result` out when they refuse. */
const AnyEnvelope = Envelope.partial({ result: true });
type AnyEnvelope = z.infer<typeof AnyEnvelope>;

export interface Opened {
  /** Parsed by the operation's schema; undefined where success has no body and after a dry run. */
  readonly result: unknown;
  readonly info: ResultInfo | undefined;
}

interface Expectation extends Pick<Operation, "result"> {
  /** No result is expected: success is 204, or nothing was stored. */
  readonly empty: boolean;
}

/** What the envelope holds. Throws the EdgeError that fits when it tells of a failure or is not what was expected. */
export function openAnswer(call: FailedCall, answer: WireAnswer, expected: Expectation): Opened {
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

/** Where the first difference is and what was expected there; what stands there is not shown, it may be a secret. */
export function firstDifference(
  root: string,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  const [first] = issues;
  const steps = (first?.path ?? []).map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  const place = `${root}${steps.join("")}`.replace(/^\./, "") || "the whole";
  return `${place}: ${first?.message ?? "unknown"}`;
}

const isSuccess = ({ status }: WireAnswer): boolean => status >= 200 && status < 300;

/** The envelope, or what stands there instead of it. */
function parseEnvelope(text: string): AnyEnvelope | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    if (text === "") return "an empty body";
    return /^\s*</.test(text) ? "a page of HTML" : "a text that is not JSON";
  }
  const parsed = AnyEnvelope.safeParse(json);
  if (parsed.success) return parsed.data;
  return `JSON without the API's envelope (${firstDifference("", parsed.error.issues)})`;
}
