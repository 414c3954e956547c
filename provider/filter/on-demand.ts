import type { Expression } from "./parse/ast";
import type { Diagnostic } from "./diagnostics/diagnostic";
import type * as Compile from "./evaluate/compile";
import type * as ReadFields from "./evaluate/read-fields";
import type * as ReadLists from "./evaluate/read-lists";
import type { FilterLists } from "./evaluate/lists";
import type { RequestFields } from "./evaluate/runtime-value";
import { lazily } from "../lazily";
import type * as Lint from "./lint/lint";
import type { FilterWarning, LintOptions } from "./lint/warning";
import type * as PrintDocumented from "./diagnostics/print-documented";
import type * as PrintEngine from "./diagnostics/print-engine";
import type * as PrintFilter from "./print/print-filter";
import type * as PrintForPeople from "./diagnostics/print-for-people";
import type * as PrintPositionOnly from "./diagnostics/print-position-only";
import type * as ToJson from "./print/ast-to-json";

/*
 * Parts of the language that are loaded when they are first called. A program that declares resources evaluates nothing,
 * and what lints or prints an expression can wait until there is one.
 */
const lint = lazily(() => require("./lint/lint") as typeof Lint);
const compile = lazily(() => require("./evaluate/compile") as typeof Compile);
const readFields = lazily(() => require("./evaluate/read-fields") as typeof ReadFields);
const people = lazily(() => require("./diagnostics/print-for-people") as typeof PrintForPeople);
const engine = lazily(() => require("./diagnostics/print-engine") as typeof PrintEngine);
const documented = lazily(() => require("./diagnostics/print-documented") as typeof PrintDocumented);
const positionOnly = lazily(() => require("./diagnostics/print-position-only") as typeof PrintPositionOnly);
const filter = lazily(() => require("./print/print-filter") as typeof PrintFilter);
const json = lazily(() => require("./print/ast-to-json") as typeof ToJson);
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

/** The engine's own text: position, the line, carets and the cause; carets count bytes. Ends in a line end. */
export function printEngine(expression: string, diagnostic: Diagnostic): string {
  return engine().printEngine(expression, diagnostic);
}

/**
 * The text that the validation endpoint is documented with: the expression in backticks, and carets under the
 * fault, one place further right because of the backtick. They count characters. Ends in a line end.
 */
export function printDocumented(expression: string, diagnostic: Diagnostic): string {
  return documented().printDocumented(expression, diagnostic);
}

/** For secret expressions: the kind and the place of each fault, and not a character of the text. */
export function printPositionOnly(diagnostics: readonly Diagnostic[]): string {
  return positionOnly().printPositionOnly(diagnostics);
}

/**
 * An expression as text, in one form: words for operators, single spaces, the parentheses of the tree. Reading it gives
 * the same tree again.
 */
export function printFilter(ast: Expression): string {
  return filter().printFilter(ast);
}

/** The engine's JSON of a syntax tree. Parentheses leave no trace; integers beyond 2^53 are strings. */
export function astToJson(ast: Expression): ToJson.Json {
  return json().astToJson(ast);
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
