import { TextIndex } from "../text-index";
import { type BytesLiteral, withoutGroups } from "../parse/ast";
import type { FilterNodes } from "../parse/walk-filter";
import { printQuoted } from "../print/print-literal";
import { remembered } from "../remembered";
import { type FilterWarning, type LintContext, quoteOf } from "./filter-warning";
import { asciiLower, type ComparedText, comparedTexts } from "./literals";

type Say = (compared: ComparedText, quoted: string) => string | undefined;

/** Yields a warning for each compared text that `say` has a message about. */
function* warnOfTexts(
  rule: FilterWarning["rule"],
  { expression, nodes }: LintContext,
  say: Say,
): Generator<FilterWarning> {
  for (const one of comparedIn(nodes)) {
    const { span } = one.literal;
    const message = say(one, quoteOf(expression, span));
    if (message !== undefined) yield { rule, message, span };
  }
}

/** Three lint rules look at the compared texts. */
const comparedIn = remembered(({ call, comparison }: FilterNodes) =>
  [...call, ...comparison].flatMap(comparedTexts).sort((a, b) => a.literal.span.start - b.literal.span.start),
);

/** Fields whose values hardly ever contain the characters of patterns. */
const PLAIN =
  /^(?:raw\.)?http\.(?:host|referer|user_agent|request\.(?:uri|full_uri|uri\.path|uri\.path\.extension))$/;
/** Fields in which a star is not a part of a value either. */
const WITHOUT_STAR = /^(?:raw\.)?http\.(?:host|request\.(?:uri|full_uri|uri\.path))$/;

/** Warns about regular expressions and wildcards that are compared as they are written. */
export function warnOfPatterns(context: LintContext): Iterable<FilterWarning> {
  return warnOfTexts("pattern-in-text", context, (compared, quoted) => {
    const reason = patternIn(compared);
    return (
      reason &&
      `${quoted} is compared as it is written: ${reason}. Write the text alone, or use that operator.`
    );
  });
}

function patternIn({ subject: { name }, text, how }: ComparedText): string | undefined {
  if (!PLAIN.test(name) || how === "wildcard" || how === "strict wildcard") return undefined;
  if (/^\^[\w/.(\\]/.test(text) || /[\w/)*]\$$/.test(text)) return "^ and $ are anchors only in matches";
  if (text.includes(".*")) return ".* is a pattern only in matches";
  const hasStar = how !== "contains" && WITHOUT_STAR.test(name) && /(?:^|\/)\*|\*$/.test(text);
  return hasStar || isGlob(text) ? "* is a pattern only in wildcard" : undefined;
}

/** Whether a text is a word with a star at an end, in contrast to a part of a comment or of a media type. */
function isGlob(text: string): boolean {
  const hasStar = text.startsWith("*") || text.endsWith("*");
  return hasStar && /^\*?[\w./ -]+\*?$/.test(text) && /\w{3}/.test(text);
}

/** Fields that the service normalizes as RFC 3986 says. Their raw forms, and queries, stay as they are. */
const NORMALIZED = /^http\.request\.(?:uri|full_uri|uri\.path)$/;
const ESCAPE = /%[0-9a-f]{2}/gi;
const UNRESERVED = /^[\w.~-]$/;

/** Warns about percent-encoded characters in a form that normalization changes. */
export function warnOfEncodedTexts(context: LintContext): Iterable<FilterWarning> {
  let found: ReadonlySet<BytesLiteral> | undefined;
  return warnOfTexts("encoded-text", context, ({ subject: { name, fold }, literal, text, how }, quoted) => {
    if (!NORMALIZED.test(name)) return undefined;
    const anyCase = fold !== undefined || how === "wildcard";
    const [path = ""] = text.split("?", 1);
    for (const [escape] of path.matchAll(ESCAPE)) {
      const arrives = normalized(escape);
      if (arrives === escape || (anyCase && arrives === escape.toUpperCase())) continue;
      found ??= foundElsewhere(context.nodes);
      if (found.has(literal)) return undefined;
      return `The service normalizes ${name}, in which ${escape} arrives as ${arrives}, so ${quoted} is never found. Write ${arrives}, or compare raw.${name}.`;
    }
    return undefined;
  });
}

/** Returns the texts that another condition finds as they arrive: an alternative that looks for a part of the text. */
function foundElsewhere({ combination }: FilterNodes): ReadonlySet<BytesLiteral> {
  const found = new Set<BytesLiteral>();
  for (const node of combination) {
    if (node.operator !== "or") continue;
    const compared = node.items.flatMap((item) => comparedTexts(withoutGroups(item)));
    const parts = new Map<string, TextIndex<ComparedText>>();
    for (const one of compared) {
      const { how, subject, text } = one;
      if (how !== "contains" || subject.fold !== undefined) continue;
      const index = parts.get(subject.name) ?? new TextIndex();
      parts.set(subject.name, index);
      index.add(text, one);
    }
    for (const { subject, literal, text } of compared) {
      const index = parts.get(subject.name);
      if (index?.hasWithin(text.replace(ESCAPE, normalized)) === true) found.add(literal);
    }
  }
  return found;
}

function normalized(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return UNRESERVED.test(character) ? character : escape.toUpperCase();
}

const HEADER_NAMES = "http.request.headers.names";

/** Warns about names of headers with capitals, which requests of HTTP/2 and HTTP/3 never have. */
export function warnOfHeaderNames(context: LintContext): Iterable<FilterWarning> {
  return warnOfTexts("header-name-case", context, ({ subject: { name, fold }, text, how }, quoted) => {
    const lower = asciiLower(text);
    if (name !== HEADER_NAMES || fold !== undefined || how === "wildcard" || text === lower) return undefined;
    return `${HEADER_NAMES} has the names as the client writes them, and with HTTP/2 and HTTP/3 they are lower case, so ${quoted} is found in few requests. Write any(lower(${HEADER_NAMES}[*])[*] eq ${printQuoted(lower)}).`;
  });
}
