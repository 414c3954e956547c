import type { Expression } from "./ast";
import type { Diagnostic } from "./diagnostic";
import type * as Compile from "./evaluate/compile";
import type * as ReadFields from "./evaluate/read-fields";
import type * as ReadLists from "./evaluate/read-lists";
import type { FilterLists } from "./evaluate/lists";
import type { RequestFields } from "./evaluate/runtime-value";
import { lazily } from "./lazily";
import type * as Lint from "./lint/lint";
import type { FilterWarning, LintOptions } from "./lint/warning";
import type * as PrintForPeople from "./print-for-people";

/*
 * Parts of the language that are loaded when they are first called. A program that declares resources evaluates nothing,
 * and what lints an expression can wait until there is one.
 */
const lint = lazily(() => require("./lint/lint") as typeof Lint);
const compile = lazily(() => require("./evaluate/compile") as typeof Compile);
const readFields = lazily(() => require("./evaluate/read-fields") as typeof ReadFields);
const people = lazily(() => require("./print-for-people") as typeof PrintForPeople);
const readLists = lazily(() => require("./evaluate/read-lists") as typeof ReadLists);

/** What is doubtful about an expression that is valid, in the order of the text; at most ten warnings of a kind. */
export function lintFilter(ast: Expression, expression: string, options: LintOptions = {}): FilterWarning[] {
  return lint().lintFilter(ast, expression, options);
}

/**
 * What is wrong, for the eyes of people: a sentence, then for each fault its line with a marker under the right
 * characters, and what would be right. No line end at the end. The first line may follow a prefix.
 */
export function printForPeople(expression: string, diagnostics: readonly Diagnostic[]): string {
  return people().printForPeople(expression, diagnostics);
}

/** @throws UnsupportedFunctionError where the expression calls what cannot be computed from the fields alone. */
export function compileFilter(ast: Expression): Compile.CompiledFilter {
  return compile().compileFilter(ast);
}

/**
 * The fields of a request from JSON: names with values of the types of the scheme. Bytes and Ip are strings, Int are
 * numbers, Bool are booleans, arrays and maps are JSON's own; `{"base64"}` is bytes, `{"int"}` is any 64-bit integer.
 * @throws RequestFieldError where a name is not known, or a value does not have its type.
 */
export function readRequestFields(json: unknown): RequestFields {
  return readFields().readRequestFields(json);
}

/**
 * Named lists from JSON: `{"name": {"type": "Ip" | "Int" | "Bytes", "items": […]}}`. Items of a list of addresses may be
 * networks and ranges.
 * @throws RequestFieldError where a list is something else.
 */
export function readFilterLists(json: unknown): FilterLists {
  return readLists().readFilterLists(json);
}
