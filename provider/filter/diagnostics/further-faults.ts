import type { Span } from "../parse/ast";
import type { CauseClass } from "./causes";
import { isClosed, splitConditions } from "./conditions";
import { Fault } from "./fault";

/** More would not be read. */
const MAX_FAULTS = 10;
/** Longer texts are no one's work by hand, and their first fault is enough. */
const MAX_LENGTH = 16_384;
/** Faults of a value or a name: the condition that they lie in still ends where it would without them. */
const INDEPENDENT: ReadonlySet<CauseClass> = new Set<CauseClass>([
  "IncompatibleRangeBounds",
  "InvalidArgumentKind",
  "InvalidArgumentType",
  "InvalidArgumentValue",
  "InvalidArgumentsCount",
  "InvalidCharacterEscape",
  "InvalidIndexAccess",
  "InvalidListName",
  "ParseInt",
  "ParseNetwork",
  "ParseRegex.CompiledTooBig",
  "ParseRegex.Syntax",
  "ParseWildcard.DoubleStar",
  "ParseWildcard.InvalidWildcard",
  "UnknownIdentifier",
  "UnsupportedOp",
]);

/** Faults of form. What stands behind them is other conditions only where nothing is left open. */
const FORM: ReadonlySet<CauseClass> = new Set<CauseClass>(["EOF", "ExpectedLiteral", "ExpectedName"]);

/**
 * The faults of the conditions behind the one with the first fault, where that one is independent of them. Each
 * condition is read for itself.
 */
export function findFurtherFaults(
  expression: string,
  first: Fault,
  parseCondition: (span: Span) => void,
): Fault[] {
  if (expression.length > MAX_LENGTH) return [];
  const closed = isClosed(expression);
  const isIndependent = ({ reason: { causeClass } }: Fault): boolean =>
    INDEPENDENT.has(causeClass) || (closed && FORM.has(causeClass));
  if (!isIndependent(first)) return [];
  const faults: Fault[] = [];
  for (const condition of splitConditions(expression)) {
    if (condition.start <= first.span.start) continue;
    const fault = faultOf(condition, parseCondition);
    if (fault !== undefined && isIndependent(fault)) faults.push(fault);
    if (faults.length === MAX_FAULTS - 1) break;
  }
  return faults;
}

function faultOf(condition: Span, parseCondition: (span: Span) => void): Fault | undefined {
  try {
    parseCondition(condition);
    return undefined;
  } catch (problem) {
    if (!(problem instanceof Fault)) throw problem;
    return problem;
  }
}
