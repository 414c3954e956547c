import { lazily } from "../lazily";
import type * as AnalyzeFilter from "./analyze/analyze-filter";
import type { Misjoined } from "./analyze/misjoined";
import type * as FindMisjoined from "./analyze/misjoined";
import type * as WithFields from "./analyze/with-fields";
import type { Diagnostic, ExpressionKind } from "./diagnostics/diagnostic";
import type * as PrintDocumented from "./diagnostics/print-documented";
import type * as PrintEngine from "./diagnostics/print-engine";
import type * as PrintForPeople from "./diagnostics/print-for-people";
import type * as PrintPositionOnly from "./diagnostics/print-position-only";
import type * as CompileFilter from "./evaluate/compile-filter";
import type * as ReadFilterLists from "./evaluate/read-filter-lists";
import type * as ReadRequestFields from "./evaluate/read-request-fields";
import type { FilterLists, RequestFields } from "./evaluate/runtime-value";
import type { FilterWarning, LintOptions } from "./lint/filter-warning";
import type * as LintFilter from "./lint/lint-filter";
import type * as CheckPlace from "./limits/check-place";
import type * as Entitlements from "./limits/entitlements";
import type { ExpressionPlace } from "./limits/place";
import type { FilterPlan } from "./limits/plans";
import type { Expression, ValueExpression } from "./parse/ast";
import type * as ParseValueExpression from "./parse/parse-value-expression";
import type { ValueResult, WantedValue } from "./parse/parse-value-expression";
import type * as AstToJson from "./print/ast-to-json";
import type * as PrintFilter from "./print/print-filter";

export type { Misjoined } from "./analyze/misjoined";
export { and, Condition, not, or, xor } from "./builder/condition";
export { type ArrayValue, type Buildable, type Element, field, type MapValue } from "./builder/field";
export {
  type BytesField,
  type BytesValue,
  type FilterList,
  type Integer,
  type IntegerRange,
  type IntValue,
  type IpValue,
  list,
} from "./builder/values";
export type { CauseClass } from "./diagnostics/cause";
export type { Diagnostic, ExpressionKind } from "./diagnostics/diagnostic";
export type { CompiledFilter } from "./evaluate/compile-filter";
export { RequestFieldError, UnsupportedFunctionError } from "./evaluate/errors";
export type {
  FilterLists,
  RequestFields,
  RuntimeArray,
  RuntimeMap,
  RuntimeValue,
} from "./evaluate/runtime-value";
export { FILTER_PLANS, type FilterPlan } from "./limits/plans";
export { type ExpressionPlace, type ExpressionPurpose, wantedValue } from "./limits/place";
export type { Need, PlacedNeed } from "./limits/entitlements";
export type { ExpressionLimit } from "./limits/refusal";
export {
  FILTER_WARNING_RULES,
  type FilterWarning,
  type FilterWarningRule,
  type LintOptions,
} from "./lint/filter-warning";
export type * from "./parse/ast";
export { type FilterResult, MAX_EXPRESSION_LENGTH, parseFilter } from "./parse/parser";
export type { ValueResult, WantedValue } from "./parse/parse-value-expression";
export { fieldsOf, type FilterNode, walkFilter } from "./parse/walk-filter";
export type { Json } from "./print/ast-to-json";
export { FIELD_TYPES, type FieldName } from "./scheme/fields";
export { isOfPackets } from "./scheme/identifiers";
export type { CompoundType, Primitive, Type, TypeName } from "./scheme/types";

// The functions below load their part at the first call, since a program that only declares resources needs none of them.
// `require` returns `any`, so each load needs a cast.
const analyze = lazily(() => require("./analyze/analyze-filter") as typeof AnalyzeFilter);
const misjoined = lazily(() => require("./analyze/misjoined") as typeof FindMisjoined);
const withFields = lazily(() => require("./analyze/with-fields") as typeof WithFields);
const lint = lazily(() => require("./lint/lint-filter") as typeof LintFilter);
const compile = lazily(() => require("./evaluate/compile-filter") as typeof CompileFilter);
const requestFields = lazily(() => require("./evaluate/read-request-fields") as typeof ReadRequestFields);
const filterLists = lazily(() => require("./evaluate/read-filter-lists") as typeof ReadFilterLists);
const forPeople = lazily(() => require("./diagnostics/print-for-people") as typeof PrintForPeople);
const engine = lazily(() => require("./diagnostics/print-engine") as typeof PrintEngine);
const documented = lazily(() => require("./diagnostics/print-documented") as typeof PrintDocumented);
const positionOnly = lazily(() => require("./diagnostics/print-position-only") as typeof PrintPositionOnly);
const valueParser = lazily(() => require("./parse/parse-value-expression") as typeof ParseValueExpression);
const place = lazily(() => require("./limits/check-place") as typeof CheckPlace);
const entitlements = lazily(() => require("./limits/entitlements") as typeof Entitlements);
const filter = lazily(() => require("./print/print-filter") as typeof PrintFilter);
const json = lazily(() => require("./print/ast-to-json") as typeof AstToJson);

/**
 * Parses a value expression, such as the target of a redirect, and checks that it computes the wanted value. The diagnostic is the
 * first error. Never throws.
 */
export function parseValueExpression(expression: string, wanted: WantedValue): ValueResult {
  return valueParser().parseValueExpression(expression, wanted);
}

/**
 * Returns a diagnostic for each field, function and list of a valid expression that the service is known to refuse in its place.
 * `lintFilter` also returns what it may refuse.
 */
export function checkPlace(
  ast: Expression | ValueExpression,
  expression: string,
  where: ExpressionPlace,
): Diagnostic[] {
  return place().checkPlace(ast, expression, where);
}

/**
 * Returns each feature that a plan does not include, once. Without a plan, it returns those that are not in all plans in every
 * phase.
 */
export function unmetNeeds(
  ast: Expression | ValueExpression,
  where: { readonly phase?: string; readonly plan?: FilterPlan },
): Entitlements.PlacedNeed[] {
  return entitlements().unmetNeeds(ast, where);
}

/** Returns lint warnings for a valid expression in the order of the text, at most ten per lint rule. */
export function lintFilter(
  ast: Expression | ValueExpression,
  expression: string,
  options: LintOptions = {},
): FilterWarning[] {
  return lint().lintFilter(ast, expression, options);
}

/** Whether every request matches an expression. False if that is not clear. */
export function alwaysTrue(ast: Expression): boolean {
  return analyze().alwaysTrue(ast);
}

/** Whether no request matches an expression. False if that is not clear. */
export function neverTrue(ast: Expression): boolean {
  return analyze().neverTrue(ast);
}

/** Whether every request that matches an expression matches the other one too. False if that is not clear. */
export function implies(ast: Expression, other: Expression): boolean {
  return analyze().implies(ast, other);
}

/**
 * Finds conditions on one value that were joined by the wrong operator: `a ne 1 or a ne 2`, which is true for every value, and
 * `a eq 1 and a eq 2`, which no value fulfils.
 */
export function findMisjoined(ast: Expression): Misjoined[] {
  return misjoined().findMisjoined(ast);
}

/**
 * Whether every request that an expression matches still matches with other values of some fields. The other fields that the
 * expression reads must be kept, as `isKept` tells. False if that is not clear.
 */
export function stillMatches(
  ast: Expression,
  fields: RequestFields,
  isKept: (field: string) => boolean,
): boolean {
  return withFields().stillMatches(ast, fields, isKept);
}

/** Whether a request that matches `ast` surely matches `other` once its fields have these values. Fields that `isKept` names stay. */
export function matchesThen(
  ast: Expression,
  other: Expression,
  fields: RequestFields,
  isKept: (field: string) => boolean,
): boolean {
  return withFields().matchesThen(ast, other, fields, isKept);
}

/** Whether an expression matches no request that has these values of these fields. False if that is not clear. */
export function neverMatchesWith(ast: Expression, fields: RequestFields): boolean {
  return withFields().neverMatchesWith(ast, fields);
}

/**
 * Formats diagnostics for people: a summary, then for each diagnostic a code frame with a note and help. The text does not
 * end in a line end, and its first line may follow a prefix.
 */
export function printForPeople(
  expression: string,
  diagnostics: readonly Diagnostic[],
  what: ExpressionKind = "filter expression",
): string {
  return forPeople().printForPeople(expression, diagnostics, what);
}

/**
 * Formats a diagnostic as the reference implementation does: position, line, carets and cause. The number of carets is in
 * bytes. The text ends in a line end.
 */
export function printEngine(expression: string, diagnostic: Diagnostic): string {
  return engine().printEngine(expression, diagnostic);
}

/**
 * Formats a diagnostic as the documentation of the validation endpoint does: the expression in backticks, then carets whose
 * number is in code points. The text ends in a line end.
 */
export function printDocumented(expression: string, diagnostic: Diagnostic): string {
  return documented().printDocumented(expression, diagnostic);
}

/** Formats diagnostics of a secret expression: kind and position of each, without any text of the expression. */
export function printPositionOnly(
  diagnostics: readonly Diagnostic[],
  what: ExpressionKind = "filter expression",
): string {
  return positionOnly().printPositionOnly(diagnostics, what);
}

/**
 * Prints an expression in canonical form: words for operators, single spaces, the parentheses of the AST. Parsing the text
 * gives the same AST.
 */
export function printFilter(ast: Expression): string {
  return filter().printFilter(ast);
}

/**
 * Converts an AST to the JSON of the reference implementation, which drops parentheses. Integers beyond 2^53 become strings.
 */
export function astToJson(ast: Expression): AstToJson.Json {
  return json().astToJson(ast);
}

/**
 * Compiles an expression to a filter that runs on request fields.
 * @throws UnsupportedFunctionError if the expression calls a function that cannot be computed from the fields.
 */
export function compileFilter(ast: Expression): CompileFilter.CompiledFilter {
  return compile().compileFilter(ast);
}

/**
 * Reads the fields of a request from a JSON object of names and values. Bytes and Ip are strings, Int are numbers, Bool are
 * booleans; `{"base64": "…"}` is any bytes, `{"int": "…"}` any 64-bit integer.
 * @throws RequestFieldError if a name is unknown or a value does not have the type of its field.
 */
export function readRequestFields(json: unknown): RequestFields {
  return requestFields().readRequestFields(json);
}

/**
 * Reads named lists from JSON: `{"name": {"type": "Ip" | "Int" | "Bytes", "items": […]}}`. Items of type Ip may also be
 * networks and ranges.
 * @throws RequestFieldError if a list has another form.
 */
export function readFilterLists(json: unknown): FilterLists {
  return filterLists().readFilterLists(json);
}
