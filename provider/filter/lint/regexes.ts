import type { Comparison } from "../parse/ast";
import { printQuoted } from "../print/print-literal";
import { type FilterWarning, type LintContext, quoteOf, type Remedy } from "./filter-warning";
import { subjectOf } from "./literals";

/** Regular expressions that match every value. */
const MATCHES_ALL: ReadonlySet<string> = new Set(["", "^", "$", ".*", "^.*", ".*$", "(.*)", ".*?"]);

/** Reports regular expressions that match every value, that a comparison of text replaces, that are written as globs, or with a dot for any character. */
export function warnOfRegexes({ expression, nodes }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  for (const node of nodes.comparison) {
    if (node.test.kind !== "matches") continue;
    const { pattern, span } = node.test.pattern;
    const quoted = quoteOf(expression, span);
    const plain = plainText(pattern);
    const repeated = globStar(pattern);
    if (MATCHES_ALL.has(pattern)) {
      const message = `${quoted} matches every value. Leave the condition out, or write a pattern.`;
      warnings.push({ rule: "total-regex", message, span });
    } else if (plain !== undefined) {
      const { text, remedy } = comparisonWith(node, plain, expression);
      const message = `${quoted} has no pattern, so a comparison of text says the same: ${text}. It is faster, and in every plan.`;
      warnings.push({ rule: "plain-regex", message, span, ...(remedy && { remedy }) });
    } else if (repeated !== undefined) {
      const message = `The star in ${quoted} means zero or more of the ${repeated} before it, not any text. Write .* for any text, or use wildcard.`;
      warnings.push({ rule: "pattern-in-text", message, span });
    } else if (hasOpenDot(pattern, subjectOf(node.left)?.name)) {
      const message = `A dot in ${quoted} matches every character. Write \\. for a dot.`;
      warnings.push({ rule: "unescaped-dot", message, span });
    }
  }
  return warnings;
}

/** A star that changes nothing at the end of an alternative, or that is a whole part of a path. */
const GLOB_STAR = /(?<!\/)\/\*(?=\/|\||$)|[\w-]\*(?=\||$)/;

/** Returns what the star of a glob repeats, if a pattern looks like one: `/static/*`. */
function globStar(pattern: string): "slash" | "character" | undefined {
  const star = GLOB_STAR.exec(bare(pattern))?.[0];
  if (star === undefined) return undefined;
  return star.startsWith("/") ? "slash" : "character";
}

interface PlainText {
  readonly text: string;
  readonly operator: "eq" | "contains" | "starts_with" | "ends_with";
}

/** Returns the text that a pattern without operators stands for. Only ASCII, whose bytes are the same in every mode. */
function plainText(pattern: string): PlainText | undefined {
  const starts = pattern.startsWith("^");
  let text = "";
  let ends = false;
  for (const [token] of pattern.slice(starts ? 1 : 0).matchAll(/\\[^]|[^]/g)) {
    if (ends) return undefined;
    if (token === "$") ends = true;
    else if (/^\\[!-/:-@[-`{-~]$/.test(token)) text += token.slice(1);
    else if (/^[ -~]$/.test(token) && !/[\\.*+?()[\]{}|^]/.test(token)) text += token;
    else return undefined;
  }
  if (starts && ends) return { text, operator: "eq" };
  if (starts) return { text, operator: "starts_with" };
  return { text, operator: ends ? "ends_with" : "contains" };
}

function comparisonWith(
  { left, span }: Comparison,
  { text, operator }: PlainText,
  expression: string,
): { readonly text: string; readonly remedy?: Remedy } {
  const value = expression.slice(left.span.start, left.span.end);
  const isCall = operator === "starts_with" || operator === "ends_with";
  const written = isCall
    ? `${operator}(${value}, ${printQuoted(text)})`
    : `${value} ${operator} ${printQuoted(text)}`;
  const shown = quoteOf(written, { start: 0, end: written.length });
  // A function that is mapped over a missing value has no result, in contrast to a comparison.
  if (isCall && left.indexes.some(({ kind }) => kind === "each")) return { text: shown };
  return { text: shown, remedy: { text: `write ${shown}`, edits: [{ span, text: written }] } };
}

const EXTENSIONS =
  "aspx?|bak|cgi|conf|css|env|gif|git|html?|ico|ini|jpe?g|js|json|jsp|php|png|py|sh|sql|src|svg|txt|xml|ya?ml|zip";
const OPEN_IN_HOST = /[\w)-]\.\(?[a-z]/i;
const OPEN_IN_PATH = new RegExp(String.raw`[\w)-]\.\(?(?:${EXTENSIONS})(?![\w.-])`, "i");

/** Whether a pattern for a host, or one for a path with the extension of a file, has a dot that is not escaped. */
function hasOpenDot(pattern: string, field: string | undefined): boolean {
  const open = bare(pattern);
  if (field === "http.host") return OPEN_IN_HOST.test(open);
  return /^(?:raw\.)?http\.request\.(?:uri|full_uri|uri\.path)$/.test(field ?? "") && OPEN_IN_PATH.test(open);
}

/** Returns a pattern with characters that no test looks for in place of its escapes and classes. */
function bare(pattern: string): string {
  return pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, "\0");
}
