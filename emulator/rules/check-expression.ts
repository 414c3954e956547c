import { ErrorCode, type Notice, type ZonePlan } from "../../provider/api";
import {
  MAX_EXPRESSION_LENGTH,
  parseFilter,
  printEngine,
  walkFilter,
  type Expression,
} from "../../provider/filter";
import { invalidValue } from "../decode";
import type { RuleSite } from "./rule-site";

/** Reports the problems of an expression in a rule, in the words of the rulesets service. */
export function checkExpression(
  expression: string,
  field: string,
  pointer: string,
  { limitedBy }: Pick<RuleSite, "limitedBy">,
): Notice[] {
  if (expression.trim() === "") {
    const reason = "the expression cannot be blank";
    return [invalidValue(expression, field, reason, pointer, ErrorCode.blankExpression)];
  }
  // The limit is in code points. Counting them is slow, so only texts that can exceed the limit are counted.
  if (expression.length > MAX_EXPRESSION_LENGTH && Array.from(expression).length > MAX_EXPRESSION_LENGTH) {
    const reason = `it is longer than ${MAX_EXPRESSION_LENGTH} characters`;
    return [invalidValue(expression, field, reason, pointer)];
  }
  const parsed = parseFilter(expression);
  if (parsed.valid) return limitedBy ? checkOperators(expression, parsed.ast, field, pointer, limitedBy) : [];
  const text = printEngine(expression, parsed.diagnostics[0]);
  // The expression is not shortened: the text of the parse error points into it.
  const message = `'${expression}' is not a valid value for ${field} because could not parse filter expression: ${text}`;
  return [{ message, source: { pointer } }];
}

/** Allows `matches` only with the plans business and enterprise. */
function checkOperators(
  expression: string,
  ast: Expression,
  field: string,
  pointer: string,
  plan: ZonePlan,
): Notice[] {
  if (plan === "business" || plan === "enterprise") return [];
  const operators = new Set<string>();
  walkFilter(ast, (node) => {
    if (node.kind === "comparison") operators.add(node.test.kind);
  });
  if (!operators.has("matches")) return [];
  const reason =
    "not entitled: the use of operator Matches is not allowed, a Business plan or a WAF Advanced plan is required";
  return [invalidValue(expression, field, reason, pointer)];
}
