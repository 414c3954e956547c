import type { Argument, Call } from "../parse/ast";
import { checkRegex, compileGroups, type RegexProblem } from "../../regex";
import { decodeUtf8 } from "../parse/utf8";
import { wildcardProblem } from "../parse/wildcards";
import { bitSlice, bitSliceProblem } from "./bit-slice";
import { concatenate } from "./byte-functions";
import { getRuntimeFunction } from "./function-table";
import { expandReplacement } from "./replacement";
import { optionsOf, type RuntimeFunction, typed } from "./runtime-function";
import { isBytes } from "./runtime-value";
import { UnsupportedFunctionError } from "./unsupported-function";
import { compileWildcardGroups } from "./wildcard";

/** Stands before the problem, behind the picture of the pattern. */
const ERROR_LABEL = "error: ";
const JWT_REASON = "the service verifies the token, with a configuration and keys that only it has";

/** Functions whose constants are read once, when the filter is compiled; each takes the arguments as they are written. */
const COMPILERS: ReadonlyMap<string, (args: readonly Argument[]) => RuntimeFunction> = new Map([
  ["regex_replace", compileRegexReplace],
  ["wildcard_replace", compileWildcardReplace],
  ["bit_slice", compileBitSlice],
]);
const REASONS: ReadonlyMap<string, string> = new Map([
  ["is_jwt_valid", JWT_REASON],
  ["is_jwt_present", JWT_REASON],
]);

/** @throws UnsupportedFunctionError where a call cannot be computed from the fields of a request. */
export function compileFunction({ name, arguments: args }: Call): RuntimeFunction {
  const compute = COMPILERS.get(name)?.(args) ?? getRuntimeFunction(name);
  if (compute !== undefined) return compute;
  throw new UnsupportedFunctionError(name, REASONS.get(name) ?? "it is not known here");
}

/** Only the first match is replaced; without one, the text stays as it is. */
function compileRegexReplace([, written]: readonly Argument[]): RuntimeFunction {
  const findGroups = compileGroups(patternOf(bytesOf(written)));
  return typed([isBytes, isBytes, isBytes], (text, _, replacement) => {
    const found = findGroups(text) ?? [];
    const [whole] = found;
    if (whole === undefined) return text;
    const groups = found.map((span) => span && text.subarray(span.start, span.end));
    return concatenate([
      text.subarray(0, whole.start),
      expandReplacement(replacement, groups),
      text.subarray(whole.end),
    ]);
  });
}

/** The pattern fits the whole text, or the text stays as it is. */
function compileWildcardReplace([, written, , flags]: readonly Argument[]): RuntimeFunction {
  const pattern = bytesOf(written);
  const problem = wildcardProblem(pattern);
  if (problem !== undefined) {
    throw new UnsupportedFunctionError("wildcard_replace", `its pattern is refused: ${problem.text}`);
  }
  const findGroups = compileWildcardGroups(pattern, optionsOf(bytesOf(flags)).includes("s"));
  return typed([isBytes, isBytes, isBytes], (text, _, replacement) => {
    const stars = findGroups(text);
    return stars === undefined ? text : expandReplacement(replacement, [text, ...stars]);
  });
}

function compileBitSlice([, first, last]: readonly Argument[]): RuntimeFunction {
  const start = intOf(first);
  const end = intOf(last);
  const problem = bitSliceProblem(start, end);
  if (problem !== undefined) throw new UnsupportedFunctionError("bit_slice", problem);
  return typed([isBytes], (bytes) => bitSlice(bytes, Number(start), Number(end)));
}

/** @throws UnsupportedFunctionError where the bytes are no pattern: as a plain string, they were not read as one before. */
function patternOf(bytes: Uint8Array): string {
  const pattern = decodeUtf8(bytes);
  const problem = pattern === undefined ? undefined : checkRegex(pattern);
  if (pattern !== undefined && problem === undefined) return pattern;
  throw new UnsupportedFunctionError("regex_replace", `its pattern is refused: ${describe(problem)}`);
}

function describe(problem: RegexProblem | undefined): string {
  if (problem === undefined) return "it is not UTF-8";
  if (problem.kind === "size") return `compiled, it exceeds ${problem.limit} bytes`;
  return problem.text.slice(problem.text.lastIndexOf(ERROR_LABEL) + ERROR_LABEL.length);
}

/** The parser has seen to it that what has to be a constant is one of the right type. */
function bytesOf(argument: Argument | undefined): Uint8Array {
  return argument?.kind === "bytes" ? argument.bytes : new Uint8Array();
}

function intOf(argument: Argument | undefined): bigint {
  return argument?.kind === "int" ? argument.value : 0n;
}
