import { diagnose, type Diagnostic } from "../diagnostics/diagnostic";
import { ParseError } from "../diagnostics/cause";
import {
  conditionAsValue,
  emptyValue,
  outerParenthesis,
  tailOfValue,
  unquotedText,
  valueMismatch,
  wrongQuotes,
  invalidMapEach,
} from "../diagnostics/type-causes";
import type { Language } from "../scheme/identifiers";
import { parseType, typeName, type TypeName } from "../scheme/types";
import { isMapped, type ValueExpression } from "./ast";
import { atString, readString } from "./literals";
import { Parser } from "./parser";
import { trimmedSpan } from "./source";
import { isOfUnknown, typedAs } from "./unknown-names";

/** What a value expression must compute. */
export type WantedValue = "text" | "text or ip" | "list of text";

/** The syntax tree of a valid value expression, or what is wrong with an invalid one. */
export type ValueResult =
  | { readonly valid: true; readonly ast: ValueExpression }
  | { readonly valid: false; readonly diagnostics: readonly [Diagnostic] };

const TYPES: Readonly<Record<WantedValue, readonly TypeName[]>> = {
  text: ["Bytes"],
  "text or ip": ["Bytes", "Ip"],
  "list of text": ["Array<Bytes>"],
};
/** A path or a URL without quotes. */
const UNQUOTED = /^(?:\/|https?:)[^\s"(),]*$/i;

const CONDITION = /^(?:!|not[\s(]|(?:any|all)\s*\()/;
const QUOTE = /^['`‘’“”]/;

/**
 * Parses a value expression, such as the target of a redirect, and checks its type. The diagnostic is the first error. Never
 * throws.
 */
export function parseValueExpression(
  expression: string,
  wanted: WantedValue,
  language?: Language,
): ValueResult {
  try {
    return { valid: true, ast: parseWhole(expression, TYPES[wanted], language) };
  } catch (problem) {
    if (!(problem instanceof ParseError)) throw problem;
    return { valid: false, diagnostics: [diagnose(expression, problem)] };
  }
}

/** `value-expression = string | value ;` Unicode white space at both ends is trimmed. */
function parseWhole(
  expression: string,
  types: readonly TypeName[],
  language: Language | undefined,
): ValueExpression {
  const span = trimmedSpan(expression);
  const text = expression.slice(span.start, span.end);
  const parser = new Parser(expression, span, { language });
  const { lexer } = parser;
  if (text === "") throw lexer.error(emptyValue);
  if (UNQUOTED.test(text)) throw new ParseError(unquotedText(text), span);
  if (lexer.peek() === "(") throw lexer.error(outerParenthesis);
  if (CONDITION.test(text)) throw lexer.error(conditionAsValue);
  if (QUOTE.test(text)) throw lexer.error(wrongQuotes);
  const read = atString(lexer) ? readString(lexer) : parser.parseValue();
  const ast =
    read.kind === "value" && isOfUnknown(read) ? typedAs(read, parseType(types[0] ?? "Bytes")) : read;
  if (!lexer.atEnd) {
    lexer.skipSpace();
    throw lexer.error(tailOfValue(expression.slice(lexer.position, span.end)));
  }
  if (ast.kind === "value" && isMapped(ast)) throw new ParseError(invalidMapEach, ast.span);
  if (!types.includes(typeName(ast.type))) throw new ParseError(valueMismatch(types, ast.type, text), span);
  return ast;
}
