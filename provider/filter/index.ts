import { deferred } from "../lazily";
import type * as AnalyzeFilter from "./analyze/analyze-filter";
import type * as FindMisjoined from "./analyze/misjoined";
import type * as WithFields from "./analyze/with-fields";
import type * as PrintDocumented from "./diagnostics/print-documented";
import type * as PrintEngine from "./diagnostics/print-engine";
import type * as PrintForPeople from "./diagnostics/print-for-people";
import type * as PrintPositionOnly from "./diagnostics/print-position-only";
import type * as CompileFilter from "./evaluate/compile-filter";
import type * as ReadFilterLists from "./evaluate/read-filter-lists";
import type * as ReadRequestFields from "./evaluate/read-request-fields";
import type * as LintFilter from "./lint/lint-filter";
import type * as CheckPlace from "./limits/check-place";
import type * as Entitlements from "./limits/entitlements";
import type * as ParseValueExpression from "./parse/parse-value-expression";
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
export { type ExpressionPurpose, type Level, type Place, wantedValue } from "./limits/place";
export type { Need, PlacedNeed } from "./limits/entitlements";
export type { ExpressionLimit } from "./limits/refusal";
export { FILTER_WARNING_RULES, type FilterWarning, type FilterWarningRule } from "./lint/filter-warning";
export type * from "./parse/ast";
export { type FilterResult, MAX_EXPRESSION_LENGTH, parseFilter } from "./parse/parser";
export type { ValueResult, WantedValue } from "./parse/parse-value-expression";
export { fieldsOf, type FilterNode, walkFilter } from "./parse/walk-filter";
export type { Json } from "./print/ast-to-json";
export { FIELD_TYPES, type FieldName } from "./scheme/fields";
export { isOfPackets } from "./scheme/identifiers";
export type { CompoundType, Primitive, Type, TypeName } from "./scheme/types";

// A program that only declares resources needs none of the functions below, so each is loaded at its first call. `require` returns
// `any`, so each load needs a cast. The functions are described where they are.
export const alwaysTrue = deferred(
  () => (require("./analyze/analyze-filter") as typeof AnalyzeFilter).alwaysTrue,
);
export const neverTrue = deferred(
  () => (require("./analyze/analyze-filter") as typeof AnalyzeFilter).neverTrue,
);
export const implies = deferred(() => (require("./analyze/analyze-filter") as typeof AnalyzeFilter).implies);
export const findMisjoined = deferred(
  () => (require("./analyze/misjoined") as typeof FindMisjoined).findMisjoined,
);
export const stillMatches = deferred(
  () => (require("./analyze/with-fields") as typeof WithFields).stillMatches,
);
export const matchesThen = deferred(
  () => (require("./analyze/with-fields") as typeof WithFields).matchesThen,
);
export const neverMatchesWith = deferred(
  () => (require("./analyze/with-fields") as typeof WithFields).neverMatchesWith,
);
export const lintFilter = deferred(() => (require("./lint/lint-filter") as typeof LintFilter).lintFilter);
export const compileFilter = deferred(
  () => (require("./evaluate/compile-filter") as typeof CompileFilter).compileFilter,
);
export const readRequestFields = deferred(
  () => (require("./evaluate/read-request-fields") as typeof ReadRequestFields).readRequestFields,
);
export const readFilterLists = deferred(
  () => (require("./evaluate/read-filter-lists") as typeof ReadFilterLists).readFilterLists,
);
export const printForPeople = deferred(
  () => (require("./diagnostics/print-for-people") as typeof PrintForPeople).printForPeople,
);
export const printEngine = deferred(
  () => (require("./diagnostics/print-engine") as typeof PrintEngine).printEngine,
);
export const printDocumented = deferred(
  () => (require("./diagnostics/print-documented") as typeof PrintDocumented).printDocumented,
);
export const printPositionOnly = deferred(
  () => (require("./diagnostics/print-position-only") as typeof PrintPositionOnly).printPositionOnly,
);
export const parseValueExpression = deferred(
  () => (require("./parse/parse-value-expression") as typeof ParseValueExpression).parseValueExpression,
);
export const checkPlace = deferred(() => (require("./limits/check-place") as typeof CheckPlace).checkPlace);
export const unmetNeeds = deferred(
  () => (require("./limits/entitlements") as typeof Entitlements).unmetNeeds,
);
export const printFilter = deferred(
  () => (require("./print/print-filter") as typeof PrintFilter).printFilter,
);
export const astToJson = deferred(() => (require("./print/ast-to-json") as typeof AstToJson).astToJson);
