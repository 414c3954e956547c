import { ErrorCode, type Notice, type RuleWrite } from "../../provider/api";
import { type ExpressionPurpose, MAX_EXPRESSION_LENGTH, printEngine } from "../../provider/filter";
import { expressionsOf, judgeExpression } from "../../provider/rulebook";
import { invalidValue, pointerOf } from "../decode";
import type { RuleSite } from "./rule-site";

type Site = Pick<RuleSite, "kind" | "phase">;

/** Reports the problems of all expressions of a rule of the right shape, in the words of the rulesets service. */
export function checkExpressions(rule: RuleWrite, at: string, site: Site): Notice[] {
  return expressionsOf(rule, (name) => name).flatMap(({ path, purpose, expression }) => {
    // The schema of the parameters reports empty value expressions.
    if (typeof expression !== "string" || (purpose !== "filter" && expression === "")) return [];
    return checkExpression(expression, purpose, path.at(-1) ?? "", at + pointerOf(path), site);
  });
}

function checkExpression(
  expression: string,
  purpose: ExpressionPurpose,
  field: string,
  pointer: string,
  { kind, phase }: Site,
): Notice[] {
  if (purpose === "filter" && expression.trim() === "") {
    const reason = "the expression cannot be blank";
    return [invalidValue(expression, field, reason, pointer, ErrorCode.blankExpression)];
  }
  // The limit is in code points. Counting them is slow, so only texts that can exceed the limit are counted.
  if (expression.length > MAX_EXPRESSION_LENGTH && Array.from(expression).length > MAX_EXPRESSION_LENGTH) {
    const reason = `it is longer than ${MAX_EXPRESSION_LENGTH} characters`;
    return [invalidValue(expression, field, reason, pointer)];
  }
  const faults = judgeExpression(expression, { phase, kind, purpose });
  if (faults === undefined) return [];
  const [diagnostic] = faults.diagnostics;
  const reason =
    diagnostic.causeClass === "NotAllowed"
      ? diagnostic.cause
      : `could not parse ${faults.what}: ${printEngine(expression, diagnostic)}`;
  // The expression is not shortened: the text of the parse error points into it.
  const message = `'${expression}' is not a valid value for ${field} because ${reason}`;
  const code = faults.what === "value expression" ? { code: ErrorCode.invalidValueExpression } : {};
  return [{ ...code, message, source: { pointer } }];
}
