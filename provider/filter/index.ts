export { and, Condition, not, or, xor } from "./builder/condition";
export {
  type ArrayValue,
  type Buildable,
  declaredField,
  type Element,
  field,
  type MapValue,
} from "./builder/field";
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
export type { Answer, Assumption, Lemma, LemmaPart, UndecidedPart, Witness } from "./decide/answer";
export type { Node } from "./decide/boolean/circuit";
export {
  alwaysTrue,
  areDisjoint,
  type Following,
  implies,
  neverMatchesWith,
  neverTrue,
  stillMatches,
} from "./decide/certain/certain";
export { PREVIEW_BUDGET } from "./decide/certain/example";
export {
  compare,
  type Compared,
  counterexample,
  refutable,
  type Relation,
  satisfiable,
} from "./decide/compare";
export {
  Decider,
  type DeciderOptions,
  type Decision,
  DEFAULT_BUDGET,
  type Question,
  type Shows,
} from "./decide/decider";
export { findCover } from "./decide/certain/find-cover";
export { findImplied, findMatchedThen } from "./decide/certain/find-implied";
export { isAlwaysPresent } from "./decide/theory/presence";
export type { Budget } from "./decide/meter";
export { requestMatches } from "./decide/witness/evaluate";
export { findMisjoined, type Misjoined } from "./decide/certain/misjoined";
export type { CauseClass } from "./parse/causes/cause";
export type { Diagnostic, ExpressionKind } from "./diagnostics/diagnostic";
export {
  printDocumented,
  printEngine,
  printForPeople,
  printPart,
  printPositionOnly,
} from "./diagnostics/print";
export { compileFilter, type CompiledFilter, UnknownValueError } from "./evaluate/compile-filter";
export { UnsupportedFunctionError } from "./evaluate/compile-function";
export {
  readFilterLists,
  readRequestFields,
  readRequestFieldsIn,
  RequestFieldError,
} from "./evaluate/read-fields";
export type {
  FilterLists,
  RequestFields,
  RuntimeArray,
  RuntimeMap,
  RuntimeValue,
} from "./evaluate/runtime-value";
export { type FieldJson, type ListJson, writeFilterLists, writeRequestFields } from "./evaluate/write-fields";
export { type ListedField, type ListedFunction, listFields, listFunctions } from "./limits/list-language";
export { checkPlace } from "./limits/find-refusals";
export { type Need, type PlacedNeed, unmetNeeds } from "./limits/entitlements";
export {
  type ExpressionPurpose,
  FILTER_PLANS,
  type FilterPlan,
  type Level,
  type ItemKind,
  type Place,
  wantedValue,
} from "./limits/place";
export type { ExpressionLimit } from "./limits/refusal";
export {
  type Edit,
  FILTER_WARNING_RULES,
  type FilterWarning,
  type FilterWarningRule,
  type Remedy,
  severityOfRule,
} from "./lint/filter-warning";
export { emptyRequirements, openWildcards } from "./lint/constant-conditions";
export { type AppliedRemedy, fixFilter, type FixedFilter } from "./lint/fix-filter";
export { lintFilter } from "./lint/lint-filter";
export type * from "./parse/ast";
export { CONSTANTS, withoutGroups } from "./parse/ast";
export {
  type FilterResult,
  parseFilter,
  parseValueExpression,
  type ValueResult,
} from "./diagnostics/parse-filter";
export { MAX_EXPRESSION_LENGTH } from "./parse/parser";
export type { WantedValue } from "./parse/value-expression";
export { fieldsOf, type FilterNode, type FilterNodes, nodesOf, walkFilter } from "./parse/walk-filter";
export { astToJson, type Json } from "./print/ast-to-json";
export { printFilter, printValueExpression } from "./print/print-filter";
export { printRequest, printSecretRequest } from "./print/print-request";
export { FIELD_TYPES, type FieldName } from "./scheme/fields";
export { LANGUAGE_DATE } from "./scheme/language-date";
export { type Identifier, isOfPackets, type Language, type NameScope } from "./scheme/identifiers";
export { LanguageError, languageOfSettings, readLanguage, type SettingSources } from "./scheme/read-language";
export type { CompoundType, Primitive, Type, TypeName } from "./scheme/types";
