export type * from "./parse/ast";
export type { CauseClass } from "./diagnostics/causes";
export type { Diagnostic } from "./diagnostics/diagnostic";
export { fieldsOf } from "./parse/fields-of";
export {
  FILTER_PLANS,
  FILTER_WARNING_RULES,
  type FilterPlan,
  type FilterWarning,
  type FilterWarningRule,
  type LintOptions,
} from "./lint/warning";
export { type FilterResult, MAX_EXPRESSION_LENGTH, parseFilter } from "./parse/parse-filter";
export type { Json } from "./print/ast-to-json";
export {
  astToJson,
  compileFilter,
  lintFilter,
  printDocumented,
  printEngine,
  printFilter,
  printForPeople,
  printPositionOnly,
  readFilterLists,
  readRequestFields,
} from "./on-demand";
export type { CompiledFilter } from "./evaluate/compile";
export { RequestFieldError } from "./evaluate/request-field-error";
export { UnsupportedFunctionError } from "./evaluate/unsupported-function";
export { type FilterNode, walkFilter } from "./parse/walk";
export type { FilterLists } from "./evaluate/lists";
export type { RequestFields, RuntimeArray, RuntimeMap, RuntimeValue } from "./evaluate/runtime-value";
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
export { FIELD_TYPES, type FieldName } from "./scheme/fields";
export type { CompoundType, Primitive, Type, TypeName } from "./scheme/types";
