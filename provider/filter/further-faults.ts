import type { Span } from "./ast";
import type { CauseClass } from "./causes";
import { splitConditions } from "./conditions";
import { Fault } from "./fault";

/** More would not be read. */
const MAX_FAULTS = 10;
/** Longer texts are no one's work by hand, and their first fault is enough. */
const MAX_LENGTH = 16_384;
/** Faults that lie in one condition and say nothing of those around it. */
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

/**
 * The faults of the conditions behind the one with the first fault, where that one is independent of them. Each
 * condition is read for itself.
 */
export function findFurtherFaults(
  expression: string,
  first: Fault,
  parseCondition: (span: Span) => void,
): Fault[] {
  if (expression.length > MAX_LENGTH || !INDEPENDENT.has(first.reason.causeClass)) return [];
  const faults: Fault[] = [];
  for (const condition of splitConditions(expression)) {
    if (condition.start <= first.span.start) continue;
    const fault = faultOf(condition, parseCondition);
    if (fault !== undefined && INDEPENDENT.has(fault.reason.causeClass)) faults.push(fault);
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
