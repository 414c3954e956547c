import type { Span } from "../../parse/ast";
import { getIdentifier } from "../../scheme/identifiers";

/** Help that a diagnostic adds. Both properties quote the expression. */
export interface Help {
  /** A probable correction, as source text. */
  readonly suggestion?: string;
  /** A sentence about what to do. */
  readonly hint?: string;
}

const REACH = 120;
/** Operators of other languages with ours. The first match wins, so longer ones come first. */
const OPERATORS: readonly (readonly [written: RegExp, meant: string])[] = [
  [/^(?:={3,}|=$)/, "=="],
  [/^(?:<>|!={2,}|!=?!+|\/=)/, "!="],
  [/^=>/, ">="],
  [/^gte$/i, "ge"],
  [/^lte$/i, "le"],
  [/^neq$/i, "ne"],
  [/^=</, "<="],
  [/^(?:=~|~=|~~|matchs$|match$|regexp?$|matches$|rlike$)/i, "matches"],
  [/^(?:contains?|includes?|has)$/i, "contains"],
  [/^(?:like|ilike|glob|wildcards?)$/i, "wildcard"],
  [/^(?:is|equals?)$/i, "eq"],
  [/^(?:AND|OR|XOR|NOT|EQ|NE|LT|LE|GT|GE|IN)$/i, ""],
  [/^\|$/, "or"],
  [/^&$/, "and"],
  [/^\^$/, "xor"],
  [/^&{3,}$/, "&&"],
  [/^\|{3,}$/, "||"],
];
const NEGATED =
  /^(?:(?:is|does|do)\s+)?(?:not|!)\s*(=?~|(?:in|contains?|match(?:es)?|like|wildcard|eq(?:uals?)?)\b)/i;
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["startswith", "starts_with"],
  ["endswith", "ends_with"],
]);
/** Matches a value at the end of a text. */
const VALUE_BEFORE = /[\w.]+(?:\([^()]*\))?(?:\[[^\]]*\])*$/;
const COMPARISON = /^(?:==?=?|!==?|[<>]=?|eq|ne|is|equals?)$/i;

/** Returns our operator for a word of another language or in upper case. */
export function operatorMeant(written: string): string | undefined {
  return /^(?:and|or|xor|not)$/i.test(written) ? undefined : meaningOf(written);
}

/** Returns our function for an operator or a method of another language. */
export function functionMeant(written: string): string | undefined {
  return FUNCTIONS.get(written.toLowerCase().replaceAll("_", ""));
}

/** Returns help for an invalid comparison operator. */
export function helpWithOperator(expression: string, { start, end }: Span): Help {
  const rest = expression.slice(start, start + REACH);
  const left = valueBefore(expression, start);
  const negated = NEGATED.exec(rest)?.[1];
  if (negated !== undefined) {
    // Only `~` has no entry.
    const operator = operatorMeant(negated) ?? "matches";
    if (operator === "eq") return { suggestion: "ne" };
    return { hint: `Write not before the whole comparison: not ${left} ${operator} ….` };
  }
  const words = /^\w+(?: with\b)?/i.exec(rest)?.[0] ?? "";
  const call = functionMeant(words.replace(" ", ""));
  if (call !== undefined) return { hint: `${call} is a function: ${call}(${left}, "…").` };
  return suggestionOf(expression.slice(start, end));
}

/** Returns help for text after a complete expression. */
export function helpWithTail(expression: string, { start, end }: Span): Help {
  const written = expression.slice(start, end);
  const rest = expression.slice(start, start + 2);
  const left = valueBefore(expression, start);
  const identifier = getIdentifier(left);
  if (COMPARISON.test(written) && identifier?.kind === "field" && identifier.type === "Bool")
    return { hint: `${left} is a condition by itself: write ${left}, or not ${left}.` };
  if (/^(?:#|--|\/\/|\/\*)/.test(rest)) return { hint: "Comments are not supported." };
  if (written === ")") return { hint: "This closing parenthesis has no opening parenthesis." };
  if (/^\d+\.\d+$/.test(written)) return { hint: "Numbers are integers, without a fraction." };
  if (/^\d[\d_]*$/.test(written)) return { suggestion: written.replaceAll("_", "") };
  if (/^\$[\w.-]+$/.test(written)) return { suggestion: written.toLowerCase().replaceAll("-", "_") };
  return suggestionOf(written);
}

/** Returns the value before an offset to use in an example, or `…` if it is not a simple value. */
export function valueBefore(expression: string, at: number): string {
  const before = expression.slice(Math.max(0, at - REACH), at).trimEnd();
  return VALUE_BEFORE.exec(before)?.[0] ?? "…";
}

/** Suggests our operator for one of another language or in upper case. */
export function suggestionOf(written: string): Help {
  const suggestion = meaningOf(written);
  return suggestion === undefined || suggestion === written ? {} : { suggestion };
}

function meaningOf(written: string): string | undefined {
  const meant = OPERATORS.find(([pattern]) => pattern.test(written))?.[1];
  return meant === "" ? written.toLowerCase() : meant;
}
