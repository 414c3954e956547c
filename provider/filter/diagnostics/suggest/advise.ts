import type { Span } from "../../parse/ast";
import type { Cause, CauseClass } from "../causes";
import { getIdentifier } from "../../scheme/scheme";
import type { Advice } from "./advice";
import { BEGINS_WITH_OPERATOR, hiddenCharacterAt } from "./fault-word";
import { adviseName } from "./name";
import { adviseOperator, adviseTail, suggestionOf, valueBefore } from "./operator";
import { adviseBrace, adviseIndex, adviseList, adviseValue } from "./value";

/** Faults within a string, where every character may stand. */
const WITHIN_STRING: ReadonlySet<CauseClass> = new Set<CauseClass>([
  "InvalidCharacterEscape",
  "MissingEndingQuote",
  "ParseRegex.CompiledTooBig",
  "ParseRegex.Syntax",
]);

/** What was probably meant at the place of a fault, where that can be told. `word` is what people see as the fault. */
export function advise(expression: string, cause: Cause, word: Span): Advice {
  const { causeClass, text } = cause;
  const written = expression.slice(word.start, word.end);
  if (expression.trim() === "")
    return { hint: "The expression is empty. To match every request, write true." };
  if (hiddenCharacterAt(expression, word.start) !== undefined && !WITHIN_STRING.has(causeClass))
    return { hint: "Only spaces and line ends may stand between the parts of an expression." };
  if (causeClass !== "EOF" && BEGINS_WITH_OPERATOR.test(written) && isBehindValue(expression, word))
    return suggestionOf(written);
  switch (causeClass) {
    case "UnknownIdentifier":
      return adviseName(written, expression.slice(word.end));
    case "EOF":
      return adviseTail(expression, word);
    case "TypeMismatch":
      return adviseQuantifier(text);
    case "InvalidListName":
      return adviseList(expression, word);
    case "ExpectedLiteral":
      if (text === 'expected literal "{"') return adviseBrace(expression, word);
      return text.includes("utf8 string") ? adviseIndex(expression, word) : {};
    case "ExpectedName":
      if (text === "expected identifier character") return adviseMissingName(written);
      if (text === "expected ComparisonOp") return adviseOperator(expression, word);
      return adviseValue(expression, cause, word);
    default:
      return adviseValue(expression, cause, word);
  }
}

function isBehindValue(expression: string, { start }: Span): boolean {
  const name = /^[\w.]*/.exec(valueBefore(expression, start))?.[0] ?? "";
  return getIdentifier(name) !== undefined;
}

function adviseMissingName(written: string): Advice {
  if (/^["'‘“`]/.test(written))
    return { hint: "The field stands at the left of the operator, the value at the right." };
  if (/^(?:&&|\|\||\^\^)$/.test(written)) return { hint: `A condition is missing before ${written}.` };
  if (/^&{3,}$/.test(written)) return { suggestion: "&&" };
  return /^\|{3,}$/.test(written) ? { suggestion: "||" } : {};
}

function adviseQuantifier(text: string): Advice {
  if (text.endsWith("but got Array<Bool>"))
    return { hint: "[*] makes many conditions: any(…) or all(…) makes one of them again." };
  return {
    hint: 'any and all take a comparison of many elements: any(http.request.headers.names[*] eq "x").',
  };
}
