import type { CauseClass } from "./cause";
import type { Diagnostic, ExpressionKind } from "./diagnostic";

/** Describes each kind of error without quoting the expression. */
const KINDS: Readonly<Record<CauseClass, string>> = {
  CountMismatch: "a byte or an escape ends too early",
  EOF: "unexpected text, or something is missing at the end",
  ExpectedLiteral: "a bracket, comma or index is missing",
  ExpectedName: "a name, operator or value is missing or has the wrong form",
  IncompatibleRangeBounds: "the bounds of a range do not fit together",
  InvalidArgumentKind: "an argument is a literal where a field is needed, or the reverse",
  InvalidArgumentType: "an argument has the wrong type",
  InvalidArgumentValue: "an argument has a value that is not allowed",
  InvalidArgumentsCount: "a call has too many or too few arguments",
  InvalidCharacterEscape: "a string contains an unknown escape",
  InvalidIndexAccess: "an index does not fit the value before it",
  InvalidListName: "the name of a list is not allowed",
  InvalidMapEachAccess: "[*] is outside the first argument",
  InvalidRawStringHashCount: "a raw string has more than 255 hashes",
  MissingEndingQuote: "a string has no ending quote",
  NestingLimitExceeded: "the expression is nested too deeply",
  NotUtf8: "it is not UTF-8",
  NotAllowed: "a field, function or list cannot be used here",
  ParseInt: "a number, a byte or a string has the wrong form",
  ParseNetwork: "an address or network is not valid",
  "ParseRegex.CompiledTooBig": "a regular expression is too big",
  "ParseRegex.Syntax": "a regular expression is not valid",
  "ParseWildcard.DoubleStar": "a wildcard contains two stars in a row",
  "ParseWildcard.InvalidWildcard": "a wildcard contains an invalid escape",
  TypeMismatch: "a value has the wrong type",
  UnknownIdentifier: "no field or function has this name",
  UnsupportedOp: "the operator is not for this type",
};

/** Formats diagnostics of a secret expression: kind and position of each, without any text of the expression. */
export function printPositionOnly(
  diagnostics: readonly Diagnostic[],
  what: ExpressionKind = "filter expression",
): string {
  const kinds = diagnostics.map(
    ({ causeClass, line, column }) => `${KINDS[causeClass]} (line ${line}, byte ${column})`,
  );
  return `The secret ${what} is not valid: ${kinds.join("; ")}.`;
}
