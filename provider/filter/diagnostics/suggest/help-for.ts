import type { Span } from "../../parse/ast";
import type { Cause, CauseClass } from "../../parse/causes/cause";
import { isNotAnOperand } from "../../parse/causes/syntax-causes";
import { getIdentifier } from "../../scheme/identifiers";
import {
  type Help,
  helpWithOperator,
  helpWithTail,
  operatorMeant,
  suggestionOf,
  valueBefore,
} from "./help-with-operator";
import { BEGINS_WITH_OPERATOR, hiddenCharacterAt } from "./word-span";
import { helpWithName, helpWithOperatorAsName } from "./help-with-name";
import { helpWithBrace, helpWithIndex, helpWithList, helpWithValue } from "./help-with-value";

/** Errors within a string, in which every character is allowed. */
const WITHIN_STRING: ReadonlySet<CauseClass> = new Set<CauseClass>([
  "InvalidCharacterEscape",
  "MissingEndingQuote",
  "ParseRegex.CompiledTooBig",
  "ParseRegex.Syntax",
]);

/** Returns help for an error, if there is any. `word` is the span that the code frame underlines. */
export function helpFor(expression: string, cause: Cause, word: Span): Help {
  const { causeClass, text } = cause;
  const written = expression.slice(word.start, word.end);
  if (expression.trim() === "")
    return { hint: "The expression is empty. To match every request, write true." };
  if (hiddenCharacterAt(expression, word.start) !== undefined && !WITHIN_STRING.has(causeClass))
    return { hint: "Only spaces and line ends are allowed between the parts of an expression." };
  if (causeClass !== "EOF" && BEGINS_WITH_OPERATOR.test(written) && isAfterValue(expression, word))
    return suggestionOf(written);
  switch (causeClass) {
    case "UnknownIdentifier":
      if (isNotAnOperand(cause)) return helpWithOperand(expression, cause, word);
      return cause.plain === undefined ? helpWithName(written, expression.slice(word.end)) : {};
    case "EOF":
      return helpWithTail(expression, word);
    case "TypeMismatch":
      return helpWithQuantifier(text);
    case "InvalidListName":
      return helpWithList(expression, word);
    case "ExpectedLiteral":
      if (text === 'expected literal "{"') return helpWithBrace(expression, word);
      if (text === 'expected literal "("')
        return helpWithOperatorAsName(valueBefore(expression, word.start)) ?? {};
      return text.includes("utf8 string") ? helpWithIndex(expression, word) : {};
    case "ExpectedName":
      if (text === "expected identifier character") return helpWithMissingName(written);
      if (text === "expected ComparisonOp") return helpWithOperator(expression, word);
      return helpWithValue(expression, cause, word);
    default:
      return helpWithValue(expression, cause, word);
  }
}

/** Returns help for an unknown name on the right of an operator: a value without quotes, or a field with a typing error. */
function helpWithOperand(expression: string, cause: Cause, word: Span): Help {
  const rest = expression.slice(word.end);
  const asName = helpWithName(expression.slice(word.start, word.end), rest);
  const asValue = helpWithValue(expression, cause, word);
  const isName = rest.startsWith("(") || expression.slice(word.start, word.end).includes(".");
  const [first, second] = isName ? [asName, asValue] : [asValue, asName];
  return first.suggestion === undefined && first.hint === undefined ? second : first;
}

function isAfterValue(expression: string, { start }: Span): boolean {
  const name = /^[\w.]*/.exec(valueBefore(expression, start))?.[0] ?? "";
  return getIdentifier(name) !== undefined && operatorMeant(name) === undefined;
}

function helpWithMissingName(written: string): Help {
  if (/^["'‘“`]/.test(written))
    return { hint: "The field goes on the left of the operator, the value on the right." };
  if (/^(?:&&|\|\||\^\^)$/.test(written)) return { hint: `A condition is missing before ${written}.` };
  if (/^&{3,}$/.test(written)) return { suggestion: "&&" };
  return /^\|{3,}$/.test(written) ? { suggestion: "||" } : {};
}

function helpWithQuantifier(text: string): Help {
  if (text.endsWith("but got Array<Bool>"))
    return { hint: "[*] results in many conditions. Combine them with any(…) or all(…)." };
  return {
    hint: 'any and all need a comparison of many elements: any(http.request.headers.names[*] eq "x").',
  };
}
