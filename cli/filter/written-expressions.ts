import { extname } from "node:path";
import type { ExpressionPurpose, NameScope } from "../../provider/filter";
import { expressionsOf, parseExpression } from "../../provider/rulebook";
import { placeholdersOf, standIns } from "./stand-ins";
import type { Members } from "../../provider/api";
import { type JsonNode, jsonTree } from "../json-tree";
import { UsageError } from "../usage-error";

/** An expression in a file, at JavaScript indexes of its text. */
export interface WrittenExpression {
  readonly start: number;
  readonly end: number;
  readonly expression: string;
  /** What the expression is for. Default: a filter. */
  readonly purpose?: ExpressionPurpose;
  /** Whether placeholders in the text, `${…}`, stand for literals. Default: false. */
  readonly isTemplate?: true;
}

/** Rules of the API have at most a tenth of this depth. */
const MAX_DEPTH = 100;

/**
 * Finds the expressions of rules in a file: in JSON those of objects with an action, in programs and YAML the texts behind the name
 * `expression`. What is computed, or not valid, is left out. @throws UsageError if a JSON file is not valid
 */
export function writtenExpressions(
  file: string,
  text: string,
  scope: NameScope = {},
): readonly WrittenExpression[] {
  const { phase, language } = scope;
  if (isJson(file))
    return inJson(file, text).filter(
      ({ expression, purpose }) => parseExpression(expression, { phase, language, purpose }).valid,
    );
  return inLines(text, /^\.ya?ml$/i.test(extname(file))).flatMap((written) => {
    if (written.isTemplate) return standIns(written.expression, scope).length > 0 ? [written] : [];
    const purpose = purposeOf(written.expression, scope);
    return purpose === undefined ? [] : [{ ...written, purpose }];
  });
}

/** Returns what an expression may be for, as its type tells. Undefined if it is not valid. */
export function purposeOf(expression: string, { phase, language }: NameScope): ExpressionPurpose | undefined {
  const purposes = ["filter", "header", "tags"] as const;
  return purposes.find((purpose) => parseExpression(expression, { phase, language, purpose }).valid);
}

export function isJson(file: string): boolean {
  return /^\.json$/i.test(extname(file));
}

function inJson(file: string, text: string): WrittenExpression[] {
  const found: WrittenExpression[] = [];
  const inRule = (node: JsonNode): WrittenExpression[] =>
    expressionsOf(JSON.parse(text.slice(node.start, node.end)) as Members).flatMap((one) => {
      const at = one.path.reduce<JsonNode | undefined>((parent, name) => parent?.members?.get(name), node);
      const { expression, purpose } = one;
      return at && typeof expression === "string" ? [{ ...bounds(at), expression, purpose }] : [];
    });
  const visit = (node: JsonNode): void => {
    const { members, items = [] } = node;
    if (members?.has("action")) found.push(...inRule(node));
    for (const child of members?.values() ?? items) visit(child);
  };
  try {
    JSON.parse(text);
    visit(jsonTree(text, MAX_DEPTH));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  // A rule inside the parameters of another one is found twice.
  return [...new Map(found.map((one) => [one.start, one])).values()].sort((a, b) => a.start - b.start);
}

function bounds({ start, end }: JsonNode): Pick<WrittenExpression, "start" | "end"> {
  return { start, end };
}

const QUOTED =
  /\bexpression["']?\s*[:=]\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.|'')*'|`(?:[^`\\$]|\$(?!\{)|\$\{[^{}`"'\n]*\})*`)/g;
const PLAIN_YAML = /^[ \t]*(?:- )?expression:[ \t]+([^\s"'`|>&*!%@#{[][^\n]*)$/gm;
/** The beginning of a block scalar without an indentation indicator. */
const BLOCK_YAML =
  /^((?: *- )? *)(?:"expression"|'expression'|expression):[ ]+([|>])[+-]?[ ]*(?:#[^\n]*)?\n/gm;

function inLines(text: string, isYaml: boolean): WrittenExpression[] {
  const patterns = isYaml ? [QUOTED, PLAIN_YAML] : [QUOTED];
  const found = patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: all, 1: literal = "", index }) => {
      const start = index + all.length - literal.length;
      if (pattern === QUOTED)
        return {
          start,
          end: start + literal.length,
          expression: unquoted(literal, isYaml),
          ...(literal.startsWith("`") && placeholdersOf(literal).length > 0 && { isTemplate: true as const }),
        };
      // A plain scalar ends before a comment.
      const [scalar = ""] = literal.split(" #", 1);
      const expression = scalar.trimEnd();
      return { start, end: start + expression.length, expression };
    }),
  );
  return [...found, ...(isYaml ? blocksIn(text) : [])]
    .flatMap(({ expression, ...at }) => (expression === undefined ? [] : [{ ...at, expression }]))
    .sort((a, b) => a.start - b.start);
}

/** Returns the block scalars of a YAML file; the expression is undefined if a line is indented in a way that matters. */
function blocksIn(text: string) {
  return Array.from(text.matchAll(BLOCK_YAML), ({ 0: all, 1: before = "", 2: style, index }) => ({
    start: index + before.length,
    end: index + before.length,
    expression: scalarOf(linesOf(text, index + all.length, before.length), style === ">"),
  }));
}

/** Returns the lines of a block: those to the right of its name, which is in that column, from 0. */
function linesOf(text: string, start: number, column: number): string[] {
  const lines: string[] = [];
  for (let at = start; at < text.length;) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? text.length : end);
    if (line.trim() !== "" && line.search(/[^ ]/) <= column) break;
    lines.push(line);
    at = end < 0 ? text.length : end + 1;
  }
  return lines;
}

function scalarOf(lines: readonly string[], isFolded: boolean): string | undefined {
  const indent = lines.find((line) => line.trim() !== "")?.search(/[^ ]/) ?? 0;
  if (lines.some((line) => line.slice(0, indent).trim() !== "")) return undefined;
  const scalar = lines.map((line) => line.slice(indent));
  if (!isFolded) return scalar.join("\n").trimEnd();
  // Folding keeps the line ends around a line that is indented further.
  if (scalar.some((line) => /^\s/.test(line))) return undefined;
  return scalar
    .join("\n")
    .trimEnd()
    .replace(/\n+/g, (ends) => ends.slice(1) || " ");
}

/** Returns the text of a literal; undefined if an escape or a placeholder makes that depend on the language. */
function unquoted(literal: string, isYaml: boolean): string | undefined {
  const inner = literal.slice(1, -1);
  if (inner.includes("${") && !literal.startsWith("`")) return undefined;
  if (literal.startsWith("'") && isYaml) return inner.replaceAll("''", "'");
  const plain = inner.replace(/\\(["'\\])/g, "$1");
  return /\\[^"'\\]/.test(inner) ? undefined : plain;
}
