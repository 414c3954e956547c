import { toLatin1 } from "../evaluate/byte-functions";
import { unmetNeeds } from "../limits/entitlements";
import { findRefusals } from "../limits/find-refusals";
import { LIMITS } from "../limits/refusal";
import type { Combination, Expression, ValueExpression } from "../parse/ast";
import { MAX_EXPRESSION_LENGTH } from "../parse/parser";
import { codePointLength, offsetOfCodePoint } from "../parse/source";
import { nodesOf } from "../parse/walk-filter";
import { printFilter } from "../print/print-filter";
import { fieldType } from "../scheme/fields";
import { warnOfByteSeparators } from "./byte-separators";
import {
  warnOfAllWithoutValue,
  warnOfOpenWildcards,
  warnOfReservedAddresses,
  warnOfThreatScore,
} from "./constant-conditions";
import { type Edit, type FilterWarning, type LintContext, type LintRule } from "./filter-warning";
import { warnOfImpossibleValues } from "./impossible-value";
import { equalTexts } from "./literals";
import { warnOfRegexes } from "./regexes";
import { warnOfDoubleNegation, warnOfOrs } from "./rewrites";
import { warnOfSetItems } from "./set-items";
import { warnOfEncodedTexts, warnOfHeaderNames, warnOfPatterns } from "./texts";
import { warnOfUnknownNames } from "./unknown-names";
import { warnOfValue } from "./value";
import type { Place } from "../limits/place";
import { clipCodePoints } from "../../words";

const RULES: readonly LintRule[] = [
  warnOfAllWithoutValue,
  warnOfByteSeparators,
  warnOfDeprecatedFields,
  warnOfDoubleNegation,
  warnOfEncodedTexts,
  warnOfHeaderNames,
  warnOfImpossibleValues,
  warnOfLength,
  warnOfMixedOperators,
  warnOfOpenWildcards,
  warnOfOrs,
  warnOfPatterns,
  warnOfPlace,
  warnOfPlan,
  warnOfProgramValues,
  warnOfRegexes,
  warnOfReservedAddresses,
  warnOfSetItems,
  warnOfThreatScore,
  warnOfUnknownNames,
  warnOfValue,
];
/** The limit per lint rule. */
const MAX_WARNINGS = 10;

/** Returns lint warnings for a valid expression in the order of the text, at most ten per lint rule. */
export function lintFilter(
  ast: Expression | ValueExpression,
  expression: string,
  place: Place = {},
): FilterWarning[] {
  const context = { ...place, ast, expression, nodes: nodesOf(ast) };
  const warnings = RULES.flatMap((rule) => firstOf(rule(context)));
  // A text in another language is no value of the field either: one warning says why.
  const explained = new Set(
    warnings.flatMap(({ rule, span }) => (rule === "pattern-in-text" ? [span.start] : [])),
  );
  return warnings
    .filter(({ rule, span }) => rule !== "impossible-value" || !explained.has(span.start))
    .sort((a, b) => a.span.start - b.span.start);
}

function firstOf(warnings: Iterable<FilterWarning>): FilterWarning[] {
  const first: FilterWarning[] = [];
  for (const warning of warnings) {
    first.push(warning);
    if (first.length === MAX_WARNINGS) break;
  }
  return first;
}

/** Warns about an expression that is valid but too long for the service. */
function warnOfLength({ expression }: LintContext): FilterWarning[] {
  const length = codePointLength(expression, 0, expression.length);
  if (length <= MAX_EXPRESSION_LENGTH) return [];
  const message = `The expression has ${length} characters; the service accepts at most ${MAX_EXPRESSION_LENGTH}. Move values to a list, or split the rule into two.`;
  const start = offsetOfCodePoint(expression, MAX_EXPRESSION_LENGTH);
  return [{ rule: "length", message, span: { start, end: expression.length } }];
}

/** Warns once about each field, function or list that the service does not allow in the place of the expression. */
function warnOfPlace({ ast, ...place }: LintContext): FilterWarning[] {
  const warnings = new Map<string, FilterWarning>();
  for (const { limit, message, span } of findRefusals(ast, place)) {
    if (warnings.has(message)) continue;
    const { rule, certain } = LIMITS[limit];
    warnings.set(message, { rule, message, span, ...(certain && { refused: true }) });
  }
  return [...warnings.values()];
}

/** Warns once about each feature that the plan of the zone does not include. Without a plan, every paid feature warns. */
function warnOfPlan({ ast, ...place }: LintContext): FilterWarning[] {
  return unmetNeeds(ast, place).map(({ message, node }) => ({ rule: "plan", message, span: node.span }));
}

const DEPRECATED = "ip.geoip.";
const REPLACEMENT = "ip.src.";

/** Warns about fields that have a documented replacement. */
function warnOfDeprecatedFields({ nodes }: LintContext): FilterWarning[] {
  const warnings = new Map<string, FilterWarning>();
  const edits = new Map<string, Edit[]>();
  for (const node of nodes.field) {
    if (!node.name.startsWith(DEPRECATED)) continue;
    const replacement = REPLACEMENT + node.name.slice(DEPRECATED.length);
    if (fieldType(replacement) === undefined) continue;
    const message = `The field ${node.name} is deprecated. Write ${replacement}.`;
    const edit = { span: node.span, text: replacement };
    const known = edits.get(node.name);
    known?.push(edit);
    if (known) continue;
    const all = [edit];
    edits.set(node.name, all);
    const remedy = { text: `write ${replacement}`, edits: all };
    warnings.set(node.name, { rule: "deprecated-field", message, span: node.span, remedy });
  }
  return [...warnings.values()];
}

/** What a template string of a program makes of values that are no text. */
const LOST = new Set(["undefined", "null", "NaN", "[object Object]", "[object Promise]"]);
/** Fields that never have such a text as their value, in contrast to headers and cookies, which a broken client may send. */
const NEVER_LOST = new Set(["cf.zone.name", "http.host", "http.request.method", "ip.src.country"]);

/** Warns about texts that a program has made of an undefined value, or that are the name of a field. */
function warnOfProgramValues({ nodes }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  for (const node of nodes.comparison) {
    if (node.left.source.kind !== "field") continue;
    const { name } = node.left.source;
    for (const literal of equalTexts(node.test)) {
      const message = messageOf(name, toLatin1(literal.bytes), node.test.kind === "ordering");
      if (message !== undefined) warnings.push({ rule: "impossible-value", message, span: literal.span });
    }
  }
  return warnings;
}

function messageOf(field: string, text: string, canBeField: boolean): string | undefined {
  if (NEVER_LOST.has(field) && LOST.has(text))
    return `${field} never equals ${JSON.stringify(text)}: the program has put an undefined value, or an object, into the expression.`;
  if (!text.includes(".") || fieldType(text) === undefined) return undefined;
  const advice = canBeField
    ? `To compare with the field, write ${text} without quotes.`
    : "The items of a set are texts.";
  return `${JSON.stringify(text)} is a text here, not the field ${text}. ${advice}`;
}

/** A longer text would hide the parentheses. */
const MAX_LENGTH = 200;
/** If the whole text is too long, each condition is cut to this length. */
const MAX_CONDITION = 30;
const OMITTED = "…";

/** Warns about operators of different precedence without parentheses, which are easy to misread. */
function warnOfMixedOperators({ nodes }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  const shown = new Set<Expression>();
  for (const node of nodes.combination) {
    const inner = node.items.filter((item) => item.kind === "combination");
    for (const item of inner) shown.add(item);
    const [first] = inner;
    // The warning for the outer combination shows this one too.
    if (first === undefined || shown.has(node)) continue;
    const message = `Without parentheses, ${first.operator} binds more tightly than ${node.operator}. The expression means: ${withParentheses(node)}. Write the parentheses.`;
    const remedy = { text: "write the parentheses", edits: parenthesesOf(node) };
    warnings.push({ rule: "mixed-operators", message, span: node.span, remedy });
  }
  return warnings;
}

/** Returns the parentheses around each combination inside another one, in the order of the text. */
function parenthesesOf(node: Combination): Edit[] {
  return node.items.flatMap((item) => {
    if (item.kind !== "combination") return [];
    const { start, end } = item.span;
    const inserted = (at: number, text: string): Edit => ({ span: { start: at, end: at }, text });
    return [inserted(start, "("), ...parenthesesOf(item), inserted(end, ")")];
  });
}

/** Prints a combination with parentheses. If it is too long, it cuts conditions, then omits those outside the parentheses. */
function withParentheses(node: Combination): string {
  const whole = joinNodes(node, (condition) => printFilter(condition));
  if (whole.length <= MAX_LENGTH) return whole;
  const cut = joinNodes(node, (condition) => clipCodePoints(printFilter(condition), MAX_CONDITION));
  if (cut.length <= MAX_LENGTH) return cut;
  const outside = new Set<Expression>(node.items);
  return clipCodePoints(
    joinNodes(node, (condition) =>
      outside.has(condition) ? OMITTED : clipCodePoints(printFilter(condition), MAX_CONDITION),
    ),
    MAX_LENGTH,
  );
}

function joinNodes(node: Combination, print: (condition: Expression) => string): string {
  const texts = node.items.map((item) =>
    item.kind === "combination" ? `(${joinNodes(item, print)})` : print(item),
  );
  // One ellipsis replaces a run of omitted conditions.
  return texts
    .filter((text, index) => text !== OMITTED || texts[index - 1] !== OMITTED)
    .join(` ${node.operator} `);
}
