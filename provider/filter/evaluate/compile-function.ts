import type { Argument, Call } from "../parse/ast";
import { checkRegex, compileGroups, type RegexProblem } from "../../regex";
import { decodeUtf8 } from "../parse/utf8";
import { parseIpItem, wildcardProblem } from "../parse/literals";
import { concatenate, fromLatin1, toLatin1 } from "./byte-functions";
import { getRuntimeFunction, optionsOf, type RuntimeFunction, typed } from "./function-table";
import { isBytes, isIp } from "./runtime-value";
import { compileSet } from "./compile-set";
import { compileWildcard, compileWildcardGroups } from "./wildcard";

/**
 * A call that cannot be computed from the fields of a request: only the service has the data, or a constant argument is
 * invalid. `compileFilter` throws it; running a filter does not.
 */
export class UnsupportedFunctionError extends Error {
  override readonly name = "UnsupportedFunctionError";

  /** @param reason completes "cannot be computed here: …", without a full stop */
  constructor(
    readonly functionName: string,
    readonly reason: string,
  ) {
    super(`${functionName}() cannot be computed here: ${reason}.`);
  }
}

/** The last line of a message of the regex engine; the code frame of the pattern comes before it. */
const ERROR_LABEL = "error: ";
/** The service accepts no longer slice and no higher offset, in bits. */
const MAX_SLICE = 32n;
const MAX_OFFSET = 2040n;
/** `${1}` is a group, `${0}` the whole match, `$$` a dollar sign. */
const REFERENCE = /\$(?:\$|\{([0-9]+)\})/g;
const JWT_REASON = "only the service has the configuration and the keys to verify the token";

/** Functions with constant arguments that are prepared once, when the filter is compiled. */
const COMPILERS: ReadonlyMap<string, (args: readonly Argument[]) => RuntimeFunction> = new Map([
  ["regex_replace", compileRegexReplace],
  ["wildcard_replace", compileWildcardReplace],
  ["bit_slice", compileBitSlice],
  ["wildcard", compileWildcardCall],
  ["ip_in_range", compileIpInRange],
]);
const REASONS: ReadonlyMap<string, string> = new Map([
  ["is_jwt_valid", JWT_REASON],
  ["is_jwt_present", JWT_REASON],
  ["hash_in_range", "the service does not publish its hash"],
  ["hmac", "its arguments are not documented"],
]);

/** @throws UnsupportedFunctionError if the call cannot be computed from the fields of a request. */
export function compileFunction({ name, arguments: args }: Call): RuntimeFunction {
  const compute = COMPILERS.get(name)?.(args) ?? getRuntimeFunction(name);
  if (compute !== undefined) return compute;
  throw new UnsupportedFunctionError(name, REASONS.get(name) ?? "the function is unknown");
}

/** Replaces the first match only. Without a match the text is unchanged. */
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

/** The pattern must match the whole text; otherwise the text is unchanged. */
function compileWildcardReplace([, written, , flags]: readonly Argument[]): RuntimeFunction {
  const pattern = wildcardOf("wildcard_replace", written);
  const findGroups = compileWildcardGroups(pattern, optionsOf(bytesOf(flags)).includes("s"));
  return typed([isBytes, isBytes, isBytes], (text, _, replacement) => {
    const stars = findGroups(text);
    return stars === undefined ? text : expandReplacement(replacement, [text, ...stars]);
  });
}

/** Groups that do not exist or did not take part in the match are empty. Any other `$` is literal. */
function expandReplacement(template: Uint8Array, groups: readonly (Uint8Array | undefined)[]): Uint8Array {
  const expanded = toLatin1(template).replace(REFERENCE, (_, number: string | undefined) => {
    if (number === undefined) return "$";
    const group = groups[Number(number)];
    return group === undefined ? "" : toLatin1(group);
  });
  return fromLatin1(expanded);
}

/** Like the operator: the whole value, ignoring ASCII case. */
function compileWildcardCall([, written]: readonly Argument[]): RuntimeFunction {
  return typed([isBytes], compileWildcard(wildcardOf("wildcard", written), false));
}

function wildcardOf(name: string, written: Argument | undefined): Uint8Array {
  const pattern = bytesOf(written);
  const problem = wildcardProblem(pattern);
  if (problem === undefined) return pattern;
  throw new UnsupportedFunctionError(name, `its pattern is invalid: ${problem.text}`);
}

function compileIpInRange([, written]: readonly Argument[]): RuntimeFunction {
  const item = parseIpItem(decodeUtf8(bytesOf(written)) ?? "");
  if (item !== undefined) return typed([isIp], compileSet([item]));
  const problem = "its range is not an address, a network or a range of addresses";
  throw new UnsupportedFunctionError("ip_in_range", problem);
}

function compileBitSlice([, first, last]: readonly Argument[]): RuntimeFunction {
  const start = intOf(first);
  const end = intOf(last);
  const problem = bitSliceProblem(start, end);
  if (problem !== undefined) throw new UnsupportedFunctionError("bit_slice", problem);
  return typed([isBytes], (bytes) => bitSlice(bytes, Number(start), Number(end)));
}

/** Returns why the service rejects these bounds, or `undefined`. */
function bitSliceProblem(start: bigint, end: bigint): string | undefined {
  if (start < 0n || end <= start) {
    return `the range of bits from ${start} to ${end} is negative or empty`;
  }
  if (end - start > MAX_SLICE) return `a slice must have at most ${MAX_SLICE} bits, found ${end - start}`;
  return end > MAX_OFFSET ? `an offset must be at most ${MAX_OFFSET}, found ${end}` : undefined;
}

/** Returns the bits from `start` to `end` (exclusive) as a big-endian number; missing if there are not enough bytes. */
function bitSlice(bytes: Uint8Array, start: number, end: number): bigint | undefined {
  if (end > bytes.length * 8) return undefined;
  let value = 0n;
  for (let bit = start; bit < end; bit += 1) {
    const byte = bytes[bit >> 3] ?? 0;
    value = (value << 1n) | BigInt((byte >> (7 - (bit & 7))) & 1);
  }
  return value;
}

/** The parser reads this argument as a plain string, so the pattern is not validated before. */
function patternOf(bytes: Uint8Array): string {
  const pattern = decodeUtf8(bytes);
  const problem = pattern === undefined ? undefined : checkRegex(pattern);
  if (pattern !== undefined && problem === undefined) return pattern;
  throw new UnsupportedFunctionError("regex_replace", `its pattern is invalid: ${describe(problem)}`);
}

function describe(problem: RegexProblem | undefined): string {
  if (problem === undefined) return "it is not UTF-8";
  if (problem.kind === "size") return `compiled, it exceeds ${problem.limit} bytes`;
  return problem.text.slice(problem.text.lastIndexOf(ERROR_LABEL) + ERROR_LABEL.length);
}

/** The parser guarantees that the argument, if present, is a literal of the right type. */
function bytesOf(argument: Argument | undefined): Uint8Array {
  return argument?.kind === "bytes" ? argument.bytes : new Uint8Array();
}

function intOf(argument: Argument | undefined): bigint {
  return argument?.kind === "int" ? argument.value : 0n;
}
