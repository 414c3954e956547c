import { alwaysTrue, neverTrue } from "../decide/certain/certain";
import { resultWithin } from "../decide/theory/numbers";
import { addressOf, intervalOf } from "../evaluate/compile-set";
import { toLatin1 } from "../evaluate/byte-functions";
import type { Comparison, Expression, Quantifier, SetItem, Value } from "../parse/ast";
import { addressBits } from "../parse/ip-address";
import { type FilterNode, type FilterNodes, walkFilter } from "../parse/walk-filter";
import { printQuoted } from "../print/print-literal";
import { isOfPackets } from "../scheme/identifiers";
import { type FilterWarning, type LintContext, MAX_QUOTED, quoteOf } from "./filter-warning";
import { addressesOf, subjectOf } from "./literals";
import { clipCodePoints } from "../../words";

export const THREAT_SCORE = "cf.threat_score";

/**
 * Reports once for each text comparisons of the threat score, which the service does not compute any more. It is a warning if they
 * decide the whole expression: the rule then selects nothing, or everything.
 */
export function warnOfThreatScore({ ast, expression, nodes }: LintContext): FilterWarning[] {
  const warnings = new Map<string, FilterWarning>();
  for (const node of nodes.comparison) {
    const always = resultOfThreatScore(node);
    if (always === undefined) continue;
    const text = quoteOf(expression, node.span);
    if (warnings.has(text)) continue;
    const message =
      `${THREAT_SCORE} is always 0, because the service does not compute it any more, so ${text} is ${always ? "always" : "never"} true. ` +
      "Remove the condition, or use another field, such as cf.waf.score or cf.bot_management.score.";
    const rule = isDecided(ast) ? "threat-score" : "threat-score-branch";
    warnings.set(text, { rule, message, span: node.span });
  }
  return [...warnings.values()];
}

function isDecided(ast: LintContext["ast"]): boolean {
  return ast.kind !== "bytes" && ast.kind !== "value" && (alwaysTrue(ast) || neverTrue(ast));
}

/** Returns the result of a comparison of the threat score for every request; undefined for every other comparison. */
function resultOfThreatScore({ left, test }: Comparison): boolean | undefined {
  if (!isField(left, THREAT_SCORE)) return undefined;
  return resultWithin(test, { least: 0n, greatest: 0n });
}

/** Returns the comparisons of the threat score that an expression requires, and that every request passes. */
export function emptyRequirements(ast: Expression, holds = true): Comparison[] {
  switch (ast.kind) {
    case "group":
      return emptyRequirements(ast.expression, holds);
    case "negation":
      return emptyRequirements(ast.operand, !holds);
    case "combination":
      return ast.operator === "xor" ? [] : ast.items.flatMap((item) => emptyRequirements(item, holds));
    case "comparison":
      return resultOfThreatScore(ast) === holds ? [ast] : [];
    case "quantifier":
      return [];
  }
}

/**
 * Networks of which no visitor's address is: the first bits of an address, and their number. Those for documentation are left out,
 * because examples use them.
 */
const RESERVED: Readonly<Record<4 | 6, readonly (readonly [bigint, number])[]>> = {
  // 0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16, 224.0.0.0/3
  4: [
    [0n, 8],
    [10n, 8],
    [0x191n, 10],
    [127n, 8],
    [0xa9fen, 16],
    [0xac1n, 12],
    [0xc0a8n, 16],
    [7n, 3],
  ],
  // ::1, fc00::/7, fe80::/10, ff00::/8
  6: [
    [1n, 128],
    [0x7en, 7],
    [0x3fan, 10],
    [0xffn, 8],
  ],
};

/** Warns about visitors' addresses that are all reserved, so that the comparison never holds. */
export function warnOfReservedAddresses({ expression, nodes, phase }: LintContext): FilterWarning[] {
  // Packets between networks of a customer have such addresses.
  if (isOfPackets(phase)) return [];
  const warnings: FilterWarning[] = [];
  for (const node of nodes.comparison) {
    if (!isField(node.left, "ip.src")) continue;
    const items = addressesOf(node.test);
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined || !items.every(isReserved)) continue;
    const span = { start: first.span.start, end: last.span.end };
    const message = `No visitor has an address in ${quoteOf(expression, span)}, which is reserved for private or local networks, so the comparison is never true. Write the public addresses.`;
    warnings.push({ rule: "reserved-address", message, span });
  }
  return warnings;
}

function isReserved(item: SetItem): boolean {
  const interval = intervalOf(item);
  if (interval === undefined) return false;
  const [first, last] = [addressOf(interval.first), addressOf(interval.last)];
  const { family } = first;
  return RESERVED[family].some(([bits, length]) => {
    const rest = BigInt(addressBits(family) - length);
    return first.value >> rest === bits && last.value >> rest === bits;
  });
}

/** Warns about `all(map["key"][*] …)`, which is also true for a request without that key. */
export function warnOfAllWithoutValue({ ast, nodes }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  if (nodes.quantifier.length === 0) return warnings;
  const everywhere = testsIn(ast);
  for (const node of nodes.quantifier) {
    const value = node.quantifier === "all" ? requiredValue(node) : undefined;
    const name = value && entryOf(value);
    if (value === undefined || name === undefined) continue;
    // Another test of the value, or one of its presence, may be there for the requests without it.
    const [all = 0, inside = 0] = [everywhere, testsIn(node)].map((tests) => tests.get(name));
    if (all > inside || everywhere.has(presenceOf(value))) continue;
    const message = `all(…) is also true for a request without ${clipCodePoints(name, MAX_QUOTED)}. Join it with any(…) of the same value, or use any(…) alone.`;
    warnings.push({ rule: "all-without-value", message, span: node.span });
  }
  return warnings;
}

/** Returns the value of a map that all(…) requires something of. Without an exclusion, its absence is hardly meant. */
function requiredValue({ argument }: Quantifier): Value | undefined {
  if (argument.kind !== "comparison") return undefined;
  const { left, test } = argument;
  if (test.kind === "ordering" && test.operator === "ne") return undefined;
  const value = left.source.kind === "call" ? left.source.arguments[0] : left;
  return value?.kind === "value" && value.indexes[1]?.kind === "each" ? value : undefined;
}

/** Returns the text of the entry of a map that a value is, or is a part of. */
function entryOf({ source, indexes: [index] }: Value): string | undefined {
  return source.kind === "field" && index?.kind === "key"
    ? `${source.name}[${printQuoted(index.key)}]`
    : undefined;
}

function presenceOf({ indexes: [index] }: Value): string {
  return index?.kind === "key" ? `has_key ${index.key}` : "";
}

/** Returns how often an expression reads each entry of a map, and the keys that `has_key` names. */
function testsIn(ast: FilterNode): ReadonlyMap<string, number> {
  const tests = new Map<string, number>();
  const count = (name: string) => tests.set(name, (tests.get(name) ?? 0) + 1);
  walkFilter(ast, (node) => {
    const name = node.kind === "value" ? entryOf(node) : undefined;
    if (name !== undefined) count(name);
    if (node.kind !== "call" || node.name !== "has_key") return;
    const [, literal] = node.arguments;
    if (literal?.kind === "bytes") count(`has_key ${toLatin1(literal.bytes)}`);
  });
  return tests;
}

const FULL_URI = /^(?:raw\.)?http\.request\.full_uri$/;
const SCHEME_END = "://";

/**
 * Returns the wildcard comparisons of the whole URI whose host has a star: it also matches a slash, so the text may be in the path of
 * any host. An expression that reads the host compares it by itself.
 */
export function openWildcards({
  comparison,
  field,
}: Pick<FilterNodes, "comparison" | "field">): Comparison[] {
  const found = comparison.filter(({ left, test }) => {
    const subject = test.kind === "wildcard" ? subjectOf(left) : undefined;
    if (test.kind !== "wildcard" || subject === undefined || !FULL_URI.test(subject.name)) return false;
    return hasOpenHost(toLatin1(test.pattern.bytes));
  });
  return field.some(({ name }) => name === "http.host") ? [] : found;
}

/** Whether a pattern has a star in the host, and a slash behind it. A pattern without scheme begins with a star. */
function hasOpenHost(pattern: string): boolean {
  const scheme = pattern.indexOf(SCHEME_END);
  if (scheme < 0 && !pattern.startsWith("*")) return false;
  const rest = pattern.slice(scheme < 0 ? 0 : scheme + SCHEME_END.length);
  const slash = rest.indexOf("/");
  return slash > 0 && rest.slice(0, slash).includes("*");
}

/** Warns about a star in the host of a URI, which also matches slashes. */
export function warnOfOpenWildcards({ expression, nodes }: LintContext): FilterWarning[] {
  return openWildcards(nodes).flatMap(({ test }) => {
    if (test.kind !== "wildcard") return [];
    const { span } = test.pattern;
    const message = `A star also matches slashes, so ${quoteOf(expression, span)} matches that text in the path or query of another host too. Compare http.host and http.request.uri.path.`;
    return [{ rule: "wildcard-crosses-slash", message, span }];
  });
}

function isField({ source, indexes }: Value, name: string): boolean {
  return source.kind === "field" && source.name === name && indexes.length === 0;
}
