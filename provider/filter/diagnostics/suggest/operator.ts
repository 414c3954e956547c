import type { Span } from "../../parse/ast";
import { getIdentifier } from "../../scheme/scheme";
import type { Advice } from "./advice";

const REACH = 120;
/** What other languages write, and what it is here. Longer ones come first: the first that fits counts. */
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
/** A value, as far as its end tells. */
const VALUE_BEFORE = /[\w.]+(?:\([^()]*\))?(?:\[[^\]]*\])*$/;
const COMPARISON = /^(?:==?=?|!==?|[<>]=?|eq|ne|is|equals?)$/i;

/** The operator that a word of another language, or in other letters, stands for. */
export function operatorMeant(written: string): string | undefined {
  return /^(?:and|or|xor|not)$/i.test(written) ? undefined : meaningOf(written);
}

/** The function that a word stands for, where another language has an operator or a method. */
export function functionMeant(written: string): string | undefined {
  return FUNCTIONS.get(written.toLowerCase().replaceAll("_", ""));
}

/** For what stands in the place of a comparison operator. */
export function adviseOperator(expression: string, { start, end }: Span): Advice {
  const rest = expression.slice(start, start + REACH);
  const left = valueBefore(expression, start);
  const negated = NEGATED.exec(rest)?.[1];
  if (negated !== undefined) {
    // The one that has no other name is ~.
    const operator = operatorMeant(negated) ?? "matches";
    if (operator === "eq") return { suggestion: "ne" };
    return { hint: `Write not before the whole comparison: not ${left} ${operator} ….` };
  }
  const words = /^\w+(?: with\b)?/i.exec(rest)?.[0] ?? "";
  const call = functionMeant(words.replace(" ", ""));
  if (call !== undefined) return { hint: `${call} is a function: ${call}(${left}, "…").` };
  return suggestionOf(expression.slice(start, end));
}

/** For what stands behind a complete expression. */
export function adviseTail(expression: string, { start, end }: Span): Advice {
  const written = expression.slice(start, end);
  const rest = expression.slice(start, start + 2);
  const left = valueBefore(expression, start);
  const identifier = getIdentifier(left);
  if (COMPARISON.test(written) && identifier?.kind === "field" && identifier.type === "Bool")
    return { hint: `${left} is a condition by itself: write ${left}, or not ${left}.` };
  if (/^(?:#|--|\/\/|\/\*)/.test(rest)) return { hint: "The language has no comments." };
  if (written === ")") return { hint: "No open parenthesis is left that it could close." };
  if (/^\d+\.\d+$/.test(written)) return { hint: "Numbers are integers, without a fraction." };
  if (/^\d[\d_]*$/.test(written)) return { suggestion: written.replaceAll("_", "") };
  if (/^\$[\w.-]+$/.test(written)) return { suggestion: written.toLowerCase().replaceAll("-", "_") };
  return suggestionOf(written);
}

/** The value that ends before a place, for an example; `…` where it is no simple one. */
export function valueBefore(expression: string, at: number): string {
  const before = expression.slice(Math.max(0, at - REACH), at).trimEnd();
  return VALUE_BEFORE.exec(before)?.[0] ?? "…";
}

/** What a word or sign of another language, or in other letters, would be here. */
export function suggestionOf(written: string): Advice {
  const suggestion = meaningOf(written);
  return suggestion === undefined || suggestion === written ? {} : { suggestion };
}

function meaningOf(written: string): string | undefined {
  const meant = OPERATORS.find(([pattern]) => pattern.test(written))?.[1];
  return meant === "" ? written.toLowerCase() : meant;
}
