export type * from "./ast";
export type { Diagnostic } from "./diagnostic";
export { fieldsOf } from "./fields-of";
export { lintFilter, type FilterWarning } from "./lint";
export { type FilterResult, MAX_EXPRESSION_LENGTH, parseFilter } from "./parse";
export { printDocumented } from "./print-documented";
export { printEngine } from "./print-engine";
export { printForPeople } from "./print-for-people";
export { printPositionOnly } from "./print-position-only";
