import type { Span } from "../parse/ast";
import type { CauseClass } from "./cause";
import { isClosed, splitConditions } from "./split-conditions";
import { ParseError } from "./parse-error";

const MAX_ERRORS = 10;
/** Longer texts are generated, and the first error is enough. */
const MAX_LENGTH = 16_384;
/** Errors in a value or a name. They do not change where their condition ends. */
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

/** Syntax errors. Checking continues only if all brackets and strings are closed. */
const SYNTAX: ReadonlySet<CauseClass> = new Set<CauseClass>(["EOF", "ExpectedLiteral", "ExpectedName"]);

/**
 * Finds errors in the conditions after the first error, if that error is independent of them. Each condition is parsed on
 * its own.
 */
export function findFurtherErrors(
  expression: string,
  first: ParseError,
  parseCondition: (span: Span) => void,
): ParseError[] {
  if (expression.length > MAX_LENGTH) return [];
  const closed = isClosed(expression);
  const isIndependent = ({ reason: { causeClass } }: ParseError): boolean =>
    INDEPENDENT.has(causeClass) || (closed && SYNTAX.has(causeClass));
  if (!isIndependent(first)) return [];
  const errors: ParseError[] = [];
  for (const condition of splitConditions(expression)) {
    if (condition.start <= first.span.start) continue;
    const error = errorIn(condition, parseCondition);
    if (error !== undefined && isIndependent(error)) errors.push(error);
    if (errors.length === MAX_ERRORS - 1) break;
  }
  return errors;
}

function errorIn(condition: Span, parseCondition: (span: Span) => void): ParseError | undefined {
  try {
    parseCondition(condition);
    return undefined;
  } catch (problem) {
    if (!(problem instanceof ParseError)) throw problem;
    return problem;
  }
}
