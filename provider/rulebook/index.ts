import type { Constraint } from "./constraint";
import { REDIRECT } from "./parameters/redirect";

export { checkRule } from "./check-rule";
export { expressionsOf, type RuleExpression } from "./expressions";
export { type ExpressionFaults, judgeExpression, parseExpression } from "./judge-expression";
export type { Confidence, Constraint, RuleContext, Violation } from "./constraint";

/** Every constraint of the book, in the order of the documentation. */
export const CONSTRAINTS: readonly Constraint[] = [REDIRECT].flatMap((topic) => Object.values(topic));
