import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { Edit, Span } from "../provider/filter";
import { importedName } from "./resolve";

/** A text that a program writes with literals. Its spans and edits are in JavaScript indexes of the constant parts, joined. */
export interface WrittenText {
  readonly node: TSESTree.Node;
  /** The constant parts. Something unknown is between two of them. */
  readonly parts: readonly string[];
  /** Returns where a span is in the source. */
  readonly rangeOf: (span: Span) => [start: number, end: number];
  /** Returns an edit as an edit of the source. Undefined if it is not inside one literal. */
  readonly editOf: (edit: Edit) => { readonly range: [number, number]; readonly text: string } | undefined;
}

/** A literal, or the part of a template literal between two placeholders. */
interface Piece {
  readonly text: string;
  /** Where each code unit of the text begins in the source, and the end of the text. */
  readonly indexes: readonly number[];
  /** Returns a text as it is written inside this literal. Undefined if it cannot be. */
  readonly escaped: (text: string) => string | undefined;
}

/** An escape, a line end of a template, or one code unit. */
const TOKEN = /\\(?:u\{([0-9a-f]+)\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[0-3][0-7]{2}|[0-7]{1,2}|\r\n|[^])|\r\n|[^]/gi;
const RAW_TOKEN = /\r\n|[^]/g;
const CONTINUED_LINE = /^\\[\r\n\u2028\u2029]/;

/**
 * Reads a string literal, a template literal, also with the tag `pulumi.interpolate` or `String.raw`, or a sum with one of them. Anything
 * else is computed, and undefined.
 */
export function writtenText(node: TSESTree.Node, code: TSESLint.SourceCode): WrittenText | undefined {
  const found = termsOf(node).flatMap((term) => piecesOf(term, code) ?? [undefined]);
  const pieces = found.flatMap((piece) => piece ?? []);
  const [first] = pieces;
  if (!first) return undefined;
  const parts = [""];
  for (const piece of found) {
    if (piece) parts.push((parts.pop() ?? "") + piece.text);
    else parts.push("");
  }
  const pieceAt = (index: number): [piece: Piece, index: number] => {
    let left = index;
    for (const piece of pieces) {
      if (left < piece.text.length) return [piece, left];
      left -= piece.text.length;
    }
    const last = pieces.at(-1) ?? first;
    return [last, last.text.length];
  };
  const bounds = ({ start, end }: Span) => {
    const [piece, from] = pieceAt(start);
    // The end of a piece, not the beginning of the next one.
    const [last, to] = start === end ? [piece, from - 1] : pieceAt(end - 1);
    return { piece, last, range: [indexIn(piece, from), indexIn(last, to + 1)] as [number, number] };
  };
  return {
    node,
    parts,
    rangeOf: (span) => bounds(span).range,
    editOf: ({ span, text }) => {
      const { piece, last, range } = bounds(span);
      const written = piece === last ? piece.escaped(text) : undefined;
      return written === undefined ? undefined : { range, text: written };
    },
  };
}

function indexIn({ indexes }: Piece, index: number): number {
  return indexes[index] ?? indexes.at(-1) ?? 0;
}

/** Returns the terms of a sum. A sum of a thousand lines is a tree of that depth. */
function termsOf(node: TSESTree.Node): TSESTree.Node[] {
  const terms: TSESTree.Node[] = [];
  let at = node;
  for (; at.type === "BinaryExpression" && at.operator === "+"; at = at.left) terms.push(at.right);
  return [at, ...terms.reverse()];
}

/** Returns the pieces of a literal, with undefined for a placeholder. */
function piecesOf(node: TSESTree.Node, code: TSESLint.SourceCode): (Piece | undefined)[] | undefined {
  if (node.type === "Literal" && typeof node.value === "string")
    return [pieceOf(node.value, [node.range[0] + 1, node.range[1] - 1], code)];
  const isTagged = node.type === "TaggedTemplateExpression";
  const isRaw = isTagged && isStringRaw(node.tag);
  if (isTagged && !isRaw && !isInterpolate(node.tag, code)) return undefined;
  const template = isTagged ? node.quasi : node;
  if (template.type !== "TemplateLiteral") return undefined;
  // The parsers of ESLint differ in whether the range of a part has the marks around it.
  const mark = template.quasis[0]?.range[0] === template.range[0] ? 1 : 0;
  const pieces = template.quasis.map(({ value, range, tail }) => {
    const text = isRaw ? value.raw : value.cooked;
    const inner: [number, number] = [range[0] + mark, range[1] - mark * (tail ? 1 : 2)];
    // An escape that is not valid has no value.
    return typeof text === "string" ? pieceOf(text, inner, code, isRaw) : undefined;
  });
  return pieces.includes(undefined)
    ? undefined
    : pieces.flatMap((piece, index) => (index === 0 ? [piece] : [undefined, piece]));
}

function isStringRaw(tag: TSESTree.Node): boolean {
  return (
    tag.type === "MemberExpression" &&
    tag.object.type === "Identifier" &&
    tag.object.name === "String" &&
    tag.property.type === "Identifier" &&
    tag.property.name === "raw"
  );
}

function isInterpolate(tag: TSESTree.Node, code: TSESLint.SourceCode): boolean {
  return importedName(tag, code, /^@pulumi\/pulumi$/) === "interpolate";
}

function pieceOf(
  text: string,
  [start, end]: [number, number],
  { text: source }: TSESLint.SourceCode,
  isRaw = false,
): Piece {
  const indexes: number[] = [];
  for (const { 0: token, 1: digits, index } of source.slice(start, end).matchAll(isRaw ? RAW_TOKEN : TOKEN))
    for (let unit = 0; unit < unitsOf(token, digits); unit += 1) indexes.push(start + index);
  indexes.push(end);
  const quote = /["']/.exec(source.charAt(start - 1))?.[0] ?? "`";
  return { text, indexes, escaped: isRaw ? rawText : (inserted) => escapedFor(quote, inserted) };
}

function rawText(text: string): string | undefined {
  return /`|\$\{/.test(text) ? undefined : text;
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
