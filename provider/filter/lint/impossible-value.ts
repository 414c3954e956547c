import { resultWithin } from "../decide/theory/numbers";
import { toLatin1 } from "../evaluate/byte-functions";
import type { BytesLiteral, Call, Comparison, Span, Value } from "../parse/ast";
import { walkFilter } from "../parse/walk-filter";
import { THREAT_SCORE } from "./constant-conditions";
import { asciiLower, asciiUpper, equalTexts, subjectOf } from "./literals";
import { type FilterWarning, type LintContext, quoteOf } from "./filter-warning";
import { numberDomainOf, textDomainOf, type ValueDomain } from "./value-domains";
import { counted } from "../../words";

/** Maps whose keys are names of HTTP headers. */
const HEADER_MAPS: ReadonlySet<string> = new Set([
  "http.request.headers",
  "http.response.headers",
  "raw.http.response.headers",
]);

/** Warns about comparisons with values that a field never has, so that they are always false (or, for `ne`, always true). */
export function warnOfImpossibleValues({ ast, expression }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  const warn: Warn = (message, span, rule = "impossible-value") => warnings.push({ rule, message, span });
  const quote = (span: Span) => quoteOf(expression, span);
  walkFilter(ast, (node) => {
    if (node.kind === "comparison") {
      checkComparison(node, quote, warn);
      checkSubstring(node, quote, warn);
    }
    if (node.kind === "call") checkCall(node, quote, warn);
    if (node.kind === "value") checkKeys(node, warn);
  });
  return warnings;
}

type Quote = (span: Span) => string;
type Warn = (message: string, span: Span, rule?: FilterWarning["rule"]) => void;

function checkComparison({ left, test }: Comparison, quote: Quote, warn: Warn): void {
  const subject = subjectOf(left);
  if (subject === undefined) return;
  const { name, fold } = subject;
  if (test.kind === "ordering" && test.literal.kind === "int") {
    // The lint rule `threat-score` says why.
    const bounds = fold === undefined && name !== THREAT_SCORE ? numberDomainOf(name) : undefined;
    const always = bounds && resultWithin(test, bounds);
    if (always !== undefined)
      warn(
        `${quote(left.span)} ${test.operator} ${test.literal.value} is always ${always}${rangeOf(name)}.`,
        test.literal.span,
      );
    return;
  }
  const domain = fold === undefined || textDomainOf(name)?.anyCase ? textDomainOf(name) : undefined;
  for (const literal of equalTexts(test)) {
    const text = toLatin1(literal.bytes);
    if (fold !== undefined && fold(text) !== text) {
      const message = `${quote(left.span)} never equals ${quote(literal.span)}. Write ${JSON.stringify(fold(text))}.`;
      warn(message, literal.span);
    } else if (text === "" && domain?.beginning !== undefined) {
      const amount = test.kind === "ordering" && test.operator === "ne" ? "always" : "never";
      const message = `${quote(left.span)} is never empty, so a comparison with ${quote(literal.span)} is ${amount} true. Leave it out.`;
      warn(message, literal.span, "never-empty");
    } else if (domain?.has(text) === false) {
      const message = neverMessage(left, domain, "equals", literal, quote, domain.instead?.(text));
      warn(message, literal.span);
    }
  }
  if (domain === undefined) return;
  if (test.kind === "contains" && domain.contains?.(toLatin1(test.literal.bytes)) === false)
    warn(neverMessage(left, domain, "contains", test.literal, quote), test.literal.span);
  if (test.kind === "wildcard" && !canMatch(domain, toLatin1(test.pattern.bytes), test.strict))
    warn(neverMessage(left, domain, "matches", test.pattern, quote), test.pattern.span);
}

/** Checks the positions of `substring(…)` on the left side against each other, and against the texts on the right side. */
function checkSubstring({ left: { source, indexes }, test }: Comparison, quote: Quote, warn: Warn): void {
  if (source.kind !== "call" || source.name !== "substring" || indexes.length > 0) return;
  const [, first, last] = source.arguments;
  if (first?.kind !== "int" || last?.kind !== "int" || first.value < 0n !== last.value < 0n) return;
  const most = last.value - first.value;
  const text = quote(source.span);
  if (most <= 0n) {
    warn(`${text} is always empty. Correct the positions.`, source.span);
    return;
  }
  for (const { bytes, span } of equalTexts(test)) {
    if (BigInt(bytes.length) <= most) continue;
    warn(
      `${text} has at most ${counted(Number(most), "byte")}, so it never equals ${quote(span)}. Correct the positions.`,
      span,
    );
  }
}

/** Whether a value of the domain can match a wildcard pattern. Without `strict`, the case of letters is ignored. */
function canMatch({ startsWith, contains }: ValueDomain, pattern: string, strict: boolean): boolean {
  // An escape ends the text that is compared.
  const [prefix = ""] = pattern.split(/[*\\]/, 1);
  const alike = strict ? [prefix] : [prefix, asciiLower(prefix), asciiUpper(prefix)];
  if (startsWith && !alike.some(startsWith)) return false;
  return contains === undefined || pattern.split("*").every((part) => contains(part));
}

/** Checks `starts_with(field, "…")`, and the key of `has_key(headers, "…")`. */
function checkCall({ name, arguments: [subject, literal] }: Call, quote: Quote, warn: Warn): void {
  if (subject?.kind !== "value" || literal?.kind !== "bytes" || subject.source.kind !== "field") return;
  const text = toLatin1(literal.bytes);
  if (name === "has_key" && subject.indexes.length === 0)
    checkKey(subject.source.name, text, literal.span, warn);
  const known =
    name === "has_value" && subject.indexes.length === 0 ? textDomainOf(subject.source.name) : undefined;
  if (known?.has(text) === false)
    warn(neverMessage(subject, known, "contains", literal, quote, known.instead?.(text)), literal.span);
  const domain = name === "starts_with" ? textDomainOf(subject.source.name) : undefined;
  if (domain === undefined || (domain.startsWith?.(text) !== false && domain.contains?.(text) !== false))
    return;
  warn(neverMessage(subject, domain, "starts with", literal, quote), literal.span);
}

function checkKeys({ source, indexes: [index] }: Value, warn: Warn): void {
  if (source.kind === "field" && index?.kind === "key") checkKey(source.name, index.key, index.span, warn);
}

function checkKey(field: string, key: string, span: Span, warn: Warn): void {
  const lower = key.toLowerCase();
  if (!HEADER_MAPS.has(field) || key === lower) return;
  warn(
    `The keys of ${field} are lower case, so there is never a key ${JSON.stringify(key)}. Write ${JSON.stringify(lower)}.`,
    span,
  );
}

function rangeOf(name: string): string {
  const domain = numberDomainOf(name);
  return domain === undefined ? "" : `: the field is between ${domain.least} and ${domain.greatest}`;
}

function neverMessage(
  left: Value,
  domain: ValueDomain,
  verb: string,
  literal: BytesLiteral,
  quote: Quote,
  instead?: string,
): string {
  const advice = instead ? ` Write ${JSON.stringify(instead)}.` : "";
  return `${quote(left.span)} ${domain.says}, so it never ${verb} ${quote(literal.span)}.${advice}`;
}
