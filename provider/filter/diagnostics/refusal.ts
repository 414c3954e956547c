import type { Span } from "../parse/ast";
import { diagnose, type Diagnostic } from "./diagnostic";
import type { Fault } from "./fault";
import { findFurtherFaults } from "./further-faults";

/** Everything that is told about an expression with a fault: about that one first, then about those that do not depend on it. */
export function explainRefusal(
  expression: string,
  first: Fault,
  parseCondition: (span: Span) => void,
): [Diagnostic, ...Diagnostic[]] {
  const further = findFurtherFaults(expression, first, parseCondition);
  return [diagnose(expression, first), ...further.map((fault) => diagnose(expression, fault))];
}
