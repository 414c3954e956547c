import type { Expression } from "./ast";
import { fieldsOf } from "./fields-of";
import { MAX_EXPRESSION_LENGTH } from "./parse";
import { codePointLength } from "./source";

/** Something doubtful in an expression that is valid. */
export interface FilterWarning {
  readonly rule: FilterWarningRule;
  /** A sentence that says what it is, and what to write instead. */
  readonly message: string;
}

export type FilterWarningRule = "deprecated-field" | "length" | "phase";

export interface LintOptions {
  /** The phase of the ruleset that the expression is for: `http_request_firewall_custom`. */
  readonly phase?: string;
}

const RESPONSE_FIELD = /^(?:raw\.)?(?:http|cf)\.response\./;
const DEPRECATED_PREFIX = "ip.geoip.";

export function lintFilter(ast: Expression, expression: string, { phase }: LintOptions): FilterWarning[] {
  const warnings: FilterWarning[] = fieldsOf(ast)
    .filter((field) => field.startsWith(DEPRECATED_PREFIX))
    .map((field) => ({
      rule: "deprecated-field",
      message: `The field ${field} is deprecated. Write ${field.replace(DEPRECATED_PREFIX, "ip.src.")}.`,
    }));
  if (phase !== undefined && isRequestPhase(phase)) {
    for (const field of fieldsOf(ast).filter((name) => RESPONSE_FIELD.test(name))) {
      const message = `The field ${field} is known only once there is a response; the phase ${phase} runs before.`;
      warnings.push({ rule: "phase", message });
    }
  }
  const length = codePointLength(expression, 0, expression.length);
  if (length > MAX_EXPRESSION_LENGTH) {
    warnings.push({
      rule: "length",
      message: `The expression has ${length} characters; the service takes at most ${MAX_EXPRESSION_LENGTH}.`,
    });
  }
  return warnings;
}

function isRequestPhase(phase: string): boolean {
  return phase.startsWith("http_request_") || phase === "http_ratelimit";
}
