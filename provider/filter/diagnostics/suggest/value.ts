import type { Span } from "../../parse/ast";
import type { Cause } from "../causes";
import { printQuoted } from "../../print/print-literal";
import { getIdentifier } from "../../scheme/scheme";
import { isMap } from "../../scheme/types";
import type { Advice } from "./advice";
import { suggestionOf, valueBefore } from "./operator";

const REACH = 120;
const QUOTED = /^(["'`‘“])(.*)["'`’”]$/su;
const SIGNS = /^[=!<>&|^~]+$/;
const ADDRESS = /^[0-9a-fA-F]*[.:][0-9a-fA-F.:]*(?:\/\d+)?$/;
const BARE = /^[\p{L}\p{N}/.*_%:@?+-]+$/u;
const IN_SET = /\{[^{}]*$/;

/** What would be right, by what is told of the fault. */
const WANTED: ReadonlyMap<string, "Bytes" | "Int" | "Ip"> = new Map([
  ["a string or a byte is not complete", "Bytes"],
  ["this is not a raw string", "Bytes"],
  ["this is not a string", "Bytes"],
  ["this is not an integer", "Int"],
  ["this is not an IP address", "Ip"],
]);

/** For what stands in the place of a value. */
export function adviseValue(expression: string, cause: Cause, word: Span): Advice {
  const wanted = WANTED.get(cause.plain ?? "");
  const written = expression.slice(word.start, word.end);
  const before = expression.slice(Math.max(0, word.start - REACH), word.start);
  // Behind a #, the quote of a raw string is what is missing.
  if (wanted === undefined || before.endsWith("#")) return {};
  if (SIGNS.test(written)) return adviseSigns(expression, written, word.start);
  if (written === "," && IN_SET.test(before))
    return { hint: "Items of a set stand side by side, without commas." };
  if (written.startsWith("$"))
    return { hint: `A list stands by itself, without braces: in ${written.toLowerCase()}.` };
  if (written === "(") return { hint: "The value of an operator stands without parentheses." };
  const text = QUOTED.exec(written)?.[2] ?? written;
  if (getIdentifier(written)?.kind === "field" && written !== "true" && written !== "false")
    return { hint: "A field is compared with values only, not with another field." };
  if (wanted === "Bytes") return adviseString(written, text);
  if (wanted === "Int") return /^-?\d+$/.test(text) && text !== written ? { suggestion: text } : {};
  return adviseAddress(expression, written, text, word.start);
}

/** For what stands in the place of a set. */
export function adviseBrace(expression: string, { start, end }: Span): Advice {
  const written = expression.slice(start, end);
  if (written === "[" || written === "(") return { hint: "A set stands in braces: {…}." };
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

/** For what stands in the place of an index: of a map it is a quoted key. */
export function adviseIndex(expression: string, { start, end }: Span): Advice {
  const written = expression.slice(start, end);
  const text = QUOTED.exec(written)?.[2] ?? written;
  const indexed = getIdentifier(valueBefore(expression, expression.lastIndexOf("[", start)));
  if (indexed?.kind !== "field" || !isMap(indexed.type) || !BARE.test(text)) return {};
  return { suggestion: printQuoted(text) };
}

/** For what stands behind a `$` and is no name of a list. */
export function adviseList(expression: string, { start, end }: Span): Advice {
  const name = expression.slice(start, end).toLowerCase().replaceAll("-", "_");
  return /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/.test(name) ? { suggestion: name } : {};
}

function adviseSigns(expression: string, signs: string, at: number): Advice {
  if (signs === "!=~")
    return { hint: `Write not before the whole comparison: not ${valueBefore(expression, at)} matches ….` };
  return suggestionOf(signs);
}

function adviseString(written: string, text: string): Advice {
  const pattern = /^\/(.*)\/$/.exec(text)?.[1];
  if (text !== written) return { suggestion: printQuoted(text) };
  return BARE.test(text) ? { suggestion: printQuoted(pattern ?? text) } : {};
}

function adviseAddress(expression: string, written: string, text: string, at: number): Advice {
  if (!ADDRESS.test(text)) return {};
  const before = expression.slice(Math.max(0, at - REACH), at);
  const operator = /\s*(?:==|!=|eq|ne)\s*$/.exec(before);
  if (text.includes("/") && operator !== null) {
    const left = valueBefore(before, before.length - operator[0].length);
    const not = /ne|!=/.test(operator[0]) ? "not " : "";
    return { hint: `A network is looked for with in: ${not}${left} in {${text}}.` };
  }
  return text === written ? {} : { suggestion: text };
}
