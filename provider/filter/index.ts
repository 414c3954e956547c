export type * from "./ast";
export type { CauseClass } from "./causes";
export type { Diagnostic } from "./diagnostic";
export { fieldsOf } from "./fields-of";
export {
  FILTER_PLANS,
  FILTER_WARNING_RULES,
  type FilterPlan,
  type FilterWarning,
  type FilterWarningRule,
  type LintOptions,
} from "./lint/warning";
export { type FilterResult, MAX_EXPRESSION_LENGTH, parseFilter } from "./parse";
export type { Json } from "./to-json";
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
export { type FilterNode, walkFilter } from "./walk";
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
export { FIELD_TYPES, type FieldName } from "./fields";
export type { CompoundType, Primitive, Type, TypeName } from "./types";
