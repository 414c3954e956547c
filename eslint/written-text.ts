import type { TSESTree } from "@typescript-eslint/utils";

/** A text that a program writes as one literal. */
export interface WrittenText {
  readonly node: TSESTree.Node;
  readonly text: string;
  /** Returns where the index of the text is in the source, in JavaScript indexes. */
  readonly sourceIndex: (index: number) => number;
  /** Returns a text as it is written inside this literal. */
  readonly escaped: (text: string) => string;
}

/** An escape, a line end of a template, or one code unit. */
const TOKEN = /\\(?:u\{([0-9a-f]+)\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[0-3][0-7]{2}|[0-7]{1,2}|\r\n|[^])|\r\n|[^]/gi;
const CONTINUED_LINE = /^\\[\r\n\u2028\u2029]/;

/** Reads a string literal, or a template literal without placeholders. Anything else is computed, and undefined. */
export function writtenText(node: TSESTree.Node, source: string): WrittenText | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return textIn(node, node.value, source);
  if (node.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  const cooked = node.quasis[0]?.value.cooked;
  return typeof cooked === "string" ? textIn(node, cooked, source) : undefined;
}

function textIn(node: TSESTree.Node, text: string, source: string): WrittenText {
  const start = node.range[0] + 1;
  const quote = source.charAt(node.range[0]);
  const indexes: number[] = [];
  for (const { 0: token, 1: digits, index } of source.slice(start, node.range[1] - 1).matchAll(TOKEN))
    for (let unit = 0; unit < unitsOf(token, digits); unit += 1) indexes.push(start + index);
  indexes.push(node.range[1] - 1);
  return {
    node,
    text,
    sourceIndex: (index) => indexes[index] ?? node.range[1] - 1,
    escaped: (inserted) => escapedFor(quote, inserted),
  };
}

/** Returns how many code units of the value a token of the source makes. */
function unitsOf(token: string, digits: string | undefined): number {
  if (digits !== undefined) return Number.parseInt(digits, 16) > 0xffff ? 2 : 1;
  return CONTINUED_LINE.test(token) ? 0 : 1;
}

function escapedFor(quote: string, text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);
  return quote === "`"
    ? escaped.replaceAll("${", "\\${")
    : escaped.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}
