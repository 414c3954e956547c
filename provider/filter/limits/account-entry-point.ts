import type { Comparison, Field, Span } from "../parse/ast";
import type { Place } from "./place";
import { refusal, type Refusal } from "./refusal";

const CUSTOM = "http_request_firewall_custom";
const REMEDY = "Write the condition in a rule of a custom ruleset that the entry point executes.";

/** Returns why the entry point of an account does not take an attack score. Its custom rulesets do. */
export function refusalOfScore({ name, span }: Field, { phase, kind }: Place): Refusal | undefined {
  if (kind !== "root" || (phase !== CUSTOM && phase !== "http_ratelimit")) return undefined;
  if (name !== "cf.waf.score" && !name.startsWith("cf.waf.score.")) return undefined;
  const message = `The entry point of an account in the phase ${phase} does not have the field ${name}. ${REMEDY}`;
  const problem = `the use of field ${name} is not allowed in the entry point of an account in the phase ${phase}`;
  return refusal("field-account", span, problem, {
    expected: "a field of the request without attack scores",
    message,
    hint: REMEDY,
  });
}

/** Returns why the entry point of an account does not take a list of the account. Its custom rulesets do. */
export function refusalOfStoredList(
  { test, span: { end } }: Comparison,
  { phase, kind }: Place,
): Refusal | undefined {
  if (test.kind !== "inList" || test.name.includes(".") || kind !== "root" || phase !== CUSTOM)
    return undefined;
  // A list ends its comparison.
  const span: Span = { start: end - test.name.length - 1, end };
  const message = `The entry point of an account in the phase ${phase} cannot use lists. ${REMEDY}`;
  const problem = `the use of lists is not allowed in the entry point of an account in the phase ${phase}`;
  return refusal("list-account", span, problem, {
    expected: "a set of values: {192.0.2.1 198.51.100.0/24}",
    message,
    hint: REMEDY,
  });
}
