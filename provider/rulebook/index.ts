import type { Constraint } from "./constraint";
import { PARAMETER_TOPICS } from "./parameters";

export { checkRule } from "./check-rule";
export {
  isRefused,
  type Confidence,
  type Constraint,
  type Level,
  type RuleContext,
  type Violation,
} from "./constraint";

/** Every constraint of the book, in the order of the documentation. */
export const CONSTRAINTS: readonly Constraint[] = [...PARAMETER_TOPICS].flatMap((topic) =>
  Object.values(topic),
);
