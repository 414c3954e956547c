import { extname } from "node:path";
import { type NameScope, parseFilter } from "../../provider/filter";
import { type JsonNode, jsonTree } from "../json-tree";
import { UsageError } from "../usage-error";

/** An expression in a file, at JavaScript indexes of its text. */
export interface WrittenExpression {
  readonly start: number;
  readonly end: number;
  readonly expression: string;
}

/** Rules of the API have at most a tenth of this depth. */
const MAX_DEPTH = 100;

/**
 * Finds the conditions of rules in a file: in JSON those beside an action, in programs and YAML the texts on one line behind the name
 * `expression`. What is computed, or no valid filter, is left out. @throws UsageError if a JSON file is not valid
 */
export function writtenExpressions(
  file: string,
  text: string,
  scope: NameScope = {},
): readonly WrittenExpression[] {
  const found = isJson(file) ? inJson(file, text) : inLines(text, /^\.ya?ml$/i.test(extname(file)));
  return found.filter(({ expression }) => parseFilter(expression, scope).valid);
}

export function isJson(file: string): boolean {
  return /^\.json$/i.test(extname(file));
}

function inJson(file: string, text: string): WrittenExpression[] {
  const found: WrittenExpression[] = [];
  const visit = ({ members, items = [] }: JsonNode): void => {
    const node = members?.has("action") ? members.get("expression") : undefined;
    const value = node && (JSON.parse(text.slice(node.start, node.end)) as unknown);
    if (node && typeof value === "string") found.push({ ...bounds(node), expression: value });
    for (const child of members?.values() ?? items) visit(child);
  };
  try {
    JSON.parse(text);
    visit(jsonTree(text, MAX_DEPTH));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return found;
}

function bounds({ start, end }: JsonNode): Pick<WrittenExpression, "start" | "end"> {
  return { start, end };
}

const QUOTED = /\bexpression["']?\s*[:=]\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.|'')*'|`[^`\\$]*`)/g;
const PLAIN_YAML = /^[ \t]*(?:- )?expression:[ \t]+([^\s"'`|>&*!%@#{[][^\n]*)$/gm;

function inLines(text: string, isYaml: boolean): WrittenExpression[] {
  const patterns = isYaml ? [QUOTED, PLAIN_YAML] : [QUOTED];
  const found = patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: all, 1: literal = "", index }) => {
      const start = index + all.length - literal.length;
      if (pattern === QUOTED)
        return { start, end: start + literal.length, expression: unquoted(literal, isYaml) };
      // A plain scalar ends before a comment.
      const [scalar = ""] = literal.split(" #", 1);
      const expression = scalar.trimEnd();
      return { start, end: start + expression.length, expression };
    }),
  );
  return found
    .flatMap(({ expression, ...at }) => (expression === undefined ? [] : [{ ...at, expression }]))
    .sort((a, b) => a.start - b.start);
}

/** Returns the text of a literal; undefined if an escape or a placeholder makes that depend on the language. */
function unquoted(literal: string, isYaml: boolean): string | undefined {
  const inner = literal.slice(1, -1);
  if (inner.includes("${")) return undefined;
  if (literal.startsWith("'") && isYaml) return inner.replaceAll("''", "'");
  const plain = inner.replace(/\\(["'\\])/g, "$1");
  return /\\[^"'\\]/.test(inner) ? undefined : plain;
}
