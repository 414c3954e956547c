import type { Span } from "../../parse/ast";
import type { Cause } from "../../parse/causes/cause";
import { printQuoted } from "../../print/print-literal";
import { getIdentifier } from "../../scheme/identifiers";
import { isMap } from "../../scheme/types";
import { type Help, suggestionOf, valueBefore } from "./help-with-operator";

const REACH = 120;
const QUOTED = /^(["'`‘“])(.*)["'`’”]$/su;
const SIGNS = /^[=!<>&|^~]+$/;
const ADDRESS = /^[0-9a-fA-F]*[.:][0-9a-fA-F.:]*(?:\/\d+)?$/;
const BARE = /^[\p{L}\p{N}/.*_%:@?+-]+$/u;
const IN_SET = /\{[^{}]*$/;

/** The type of the expected value, by the plain text of the cause. */
const WANTED: ReadonlyMap<string, "Bytes" | "Int" | "Ip"> = new Map([
  ["a string or a byte is not complete", "Bytes"],
  ["this is not a raw string", "Bytes"],
  ["this is not a string", "Bytes"],
  ["this is not an integer", "Int"],
  ["this is not an IP address", "Ip"],
  ["this is neither a string nor a field", "Bytes"],
  ["this is neither an integer nor a field", "Int"],
  ["this is neither an IP address nor a field", "Ip"],
]);

/** Returns help for an invalid value. */
export function helpWithValue(expression: string, cause: Cause, word: Span): Help {
  const wanted = WANTED.get(cause.plain ?? "");
  const written = expression.slice(word.start, word.end);
  const before = expression.slice(Math.max(0, word.start - REACH), word.start);
  // After a #, the quote of a raw string is missing.
  if (wanted === undefined || before.endsWith("#")) return {};
  if (SIGNS.test(written)) return helpWithSigns(expression, written, word.start);
  if (written === "," && IN_SET.test(before))
    return { hint: "Separate the items of a set with spaces, not commas." };
  if (written.startsWith("$")) return { hint: `Write a list without braces: in ${written.toLowerCase()}.` };
  if (written === "(") return { hint: "Write the value of an operator without parentheses." };
  const text = QUOTED.exec(written)?.[2] ?? written;
  if (getIdentifier(written)?.kind === "field" && written !== "true" && written !== "false")
    return { hint: "Another field can only be on the right of eq, ne, lt, le, gt, ge and &." };
  if (wanted === "Bytes") return helpWithString(written, text);
  if (wanted === "Int") return /^-?\d+$/.test(text) && text !== written ? { suggestion: text } : {};
  return helpWithAddress(expression, written, text, word.start);
}

/** Returns help for an operand of `in` that is not a set. */
export function helpWithBrace(expression: string, { start, end }: Span): Help {
  const written = expression.slice(start, end);
  if (written === "[" || written === "(") return { hint: "Write a set in braces: {…}." };
  if (written.startsWith("@")) return { suggestion: `$${written.slice(1).toLowerCase()}` };
  const text = QUOTED.exec(written)?.[2] ?? written;
  const before = expression.slice(Math.max(0, start - REACH), start);
  const identifier = getIdentifier(valueBefore(before, before.search(/\s*\bin\s*$/)));
  const type = identifier?.kind === "field" ? identifier.type : undefined;
  const isNumber = /^-?\d+$/.test(text);
  if (type === "Int") return isNumber ? { suggestion: `{${text}}` } : {};
  if (type === "Ip" && /^[a-z_]\w*$/i.test(written)) return { suggestion: `$${written.toLowerCase()}` };
  if (type !== "Bytes" && (ADDRESS.test(text) || (isNumber && text === written)))
    return { suggestion: `{${text}}` };
  if (type === "Ip") return {};
  return BARE.test(text) || text !== written ? { suggestion: `{${printQuoted(text)}}` } : {};
}

/** Returns help for an invalid index. A map needs a quoted key. */
export function helpWithIndex(expression: string, { start, end }: Span): Help {
  const written = expression.slice(start, end);
  const text = QUOTED.exec(written)?.[2] ?? written;
  const indexed = getIdentifier(valueBefore(expression, expression.lastIndexOf("[", start)));
  if (indexed?.kind !== "field" || !isMap(indexed.type) || !BARE.test(text)) return {};
  return { suggestion: printQuoted(text) };
}

/** Returns help for an invalid list name. */
export function helpWithList(expression: string, { start, end }: Span): Help {
  const name = expression.slice(start, end).toLowerCase().replaceAll("-", "_");
  return /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/.test(name) ? { suggestion: name } : {};
}

function helpWithSigns(expression: string, signs: string, at: number): Help {
  if (signs === "!=~")
    return { hint: `Write not before the whole comparison: not ${valueBefore(expression, at)} matches ….` };
  return suggestionOf(signs);
}

function helpWithString(written: string, text: string): Help {
  const pattern = /^\/(.*)\/$/.exec(text)?.[1];
  if (text !== written) return { suggestion: printQuoted(text) };
  return BARE.test(text) ? { suggestion: printQuoted(pattern ?? text) } : {};
}

function helpWithAddress(expression: string, written: string, text: string, at: number): Help {
  if (!ADDRESS.test(text)) return {};
  const before = expression.slice(Math.max(0, at - REACH), at);
  const operator = /\s*(?:==|!=|eq|ne)\s*$/.exec(before);
  if (text.includes("/") && operator !== null) {
    const left = valueBefore(before, before.length - operator[0].length);
    const not = /ne|!=/.test(operator[0]) ? "not " : "";
    return { hint: `Use in to match a network: ${not}${left} in {${text}}.` };
  }
  return text === written ? {} : { suggestion: text };
}
