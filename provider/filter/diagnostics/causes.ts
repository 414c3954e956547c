import type { Index } from "../parse/ast";
import { rustDebug } from "./rust-debug";
import { typeDebugName, type Type, typeName, type TypeName } from "../scheme/types";

const OPERATORS = "eq, ne, lt, le, gt, ge, in, contains, matches, wildcard, strict wildcard or &";
const NAMES: Readonly<Record<ExpectedName, readonly [plain: string, expected: string]>> = {
  "identifier character": ["a name is missing", "the name of a field or function"],
  ComparisonOp: ["an operator is missing", `a comparison operator (${OPERATORS})`],
  digit: ["this is not an integer", "an integer"],
  "IP address character": ["this is not an IP address", "an IP address"],
  "byte separator": [
    "this is not a string",
    'a string in double quotes, or bytes such as 61:62 (":", "-" or "." between two digits each)',
  ],
  '" or r': ["this is not a string", 'a string in double quotes, or a raw string r"…"'],
  '" or #': ["this is not a raw string", 'the quote of a raw string: r"…" or r#"…"#'],
};

/** Why an expression is refused: the engine's class and words, and what people are told besides. */
export interface Cause {
  readonly causeClass: CauseClass;
  readonly text: string;
  /** The same for people, where the engine's words are about its insides. It quotes nothing of the expression. */
  readonly plain?: string;
  /** What would be right at this place, as the end of "expected …". */
  readonly expected: string;
}

export type CauseClass =
  | "CountMismatch"
  | "EOF"
  | "ExpectedLiteral"
  | "ExpectedName"
  | "IncompatibleRangeBounds"
  | "InvalidArgumentKind"
  | "InvalidArgumentType"
  | "InvalidArgumentValue"
  | "InvalidArgumentsCount"
  | "InvalidCharacterEscape"
  | "InvalidIndexAccess"
  | "InvalidListName"
  | "InvalidMapEachAccess"
  | "InvalidRawStringHashCount"
  | "MissingEndingQuote"
  | "NestingLimitExceeded"
  | "ParseInt"
  | "ParseNetwork"
  | "ParseRegex.CompiledTooBig"
  | "ParseRegex.Syntax"
  | "ParseWildcard.DoubleStar"
  | "ParseWildcard.InvalidWildcard"
  | "TypeMismatch"
  | "UnknownIdentifier"
  | "UnsupportedOp";

export type ExpectedName =
  | "identifier character"
  | "ComparisonOp"
  | "digit"
  | "IP address character"
  | "byte separator"
  | '" or r'
  | '" or #';
export type IntProblem =
  | "invalid digit found in string"
  | "number too large to fit in target type"
  | "number too small to fit in target type"
  | "cannot parse integer from empty string";

export function expectedName(name: ExpectedName): Cause {
  const [plain, expected] = NAMES[name];
  return { causeClass: "ExpectedName", text: `expected ${name}`, plain, expected };
}

export function expectedLiteral(literal: string): Cause {
  const phrase = /^expected (.*)$/.exec(literal)?.[1];
  return {
    causeClass: "ExpectedLiteral",
    text: `expected literal ${rustDebug(literal)}`,
    plain: phrase === undefined ? `"${literal}" is missing` : "the index is missing or has the wrong form",
    expected: phrase === undefined ? `"${literal}"` : `a ${phrase}`,
  };
}

/** The engine's answer both to text behind a complete expression and to an expression that ends too early. */
export function unrecognised(plain: string, expected: string): Cause {
  return { causeClass: "EOF", text: "unrecognised input", plain, expected };
}

export function unknownIdentifier(): Cause {
  return {
    causeClass: "UnknownIdentifier",
    text: "unknown identifier",
    expected: "the name of a field or function",
  };
}

export function parseInt(problem: IntProblem, radix: 8 | 10 | 16, plain: string, expected: string): Cause {
  return {
    causeClass: "ParseInt",
    text: `${problem} while parsing with radix ${radix}`,
    plain: problem === "invalid digit found in string" ? plain : problem,
    expected,
  };
}

export function invalidCharacterEscape(): Cause {
  return {
    causeClass: "InvalidCharacterEscape",
    text: 'expected ", xHH or OOO after \\',
    expected: '\\", \\\\, \\xHH (two hex digits) or \\OOO (three octal digits)',
  };
}

export function countMismatch(expected: number, found: number): Cause {
  return {
    causeClass: "CountMismatch",
    text: `expected ${expected} characters, but found ${found}`,
    plain: "a string or a byte is not complete",
    expected: "a string in double quotes, or all digits of each byte",
  };
}

export function missingEndingQuote(): Cause {
  return {
    causeClass: "MissingEndingQuote",
    text: "could not find an ending quote",
    expected: "a quote that ends the string",
  };
}

export function invalidRawStringHashCount(): Cause {
  return {
    causeClass: "InvalidRawStringHashCount",
    text: "invalid raw string hash count, there can't be more than 255 #s",
    expected: "at most 255 #",
  };
}

export function invalidListName(name: string): Cause {
  return {
    causeClass: "InvalidListName",
    text: `invalid list name ${rustDebug(name)}`,
    expected: "the name of a list: lower-case letters, digits, _ and ., not starting or ending with .",
  };
}

export function nestingLimitExceeded(limit: number): Cause {
  return {
    causeClass: "NestingLimitExceeded",
    text: `maximum nesting depth exceeded (limit: ${limit})`,
    expected: `at most ${limit} levels of parentheses, not, any, all and function calls`,
  };
}

export function invalidAddress(): Cause {
  return {
    causeClass: "ParseNetwork",
    text: "couldn't parse address in network: invalid IP address syntax",
    plain: "this is not an IP address",
    expected: "an IPv4 or IPv6 address",
  };
}

export function invalidMask(problem: IntProblem): Cause {
  return {
    causeClass: "ParseNetwork",
    text: `couldn't parse length in network: ${problem}`,
    expected: "a mask length: 0 to 32 for IPv4, 0 to 128 for IPv6",
  };
}

export function maskTooLong(family: 4 | 6, prefix: number): Cause {
  const maximum = family === 4 ? 32 : 128;
  return {
    causeClass: "ParseNetwork",
    text: `invalid length for network: Network length ${prefix} is too long for Ipv${family} (maximum: ${maximum})`,
    expected: `a mask length of 0 to ${maximum}`,
  };
}

export function hostPartNotZero(network: string): Cause {
  return {
    causeClass: "ParseNetwork",
    text: "host part of address was not zero",
    expected: `the address of the network itself, ${network}`,
  };
}

export function incompatibleRangeBounds(): Cause {
  return {
    causeClass: "IncompatibleRangeBounds",
    text: "incompatible range bounds",
    expected: "a range whose first end is not above its last, both of one family",
  };
}

export function invalidRegex(text: string): Cause {
  return { causeClass: "ParseRegex.Syntax", text, expected: "a regular expression of the Rust dialect" };
}

export function regexTooBig(limit: number): Cause {
  return {
    causeClass: "ParseRegex.CompiledTooBig",
    text: `Compiled regex exceeds size limit of ${limit} bytes.`,
    plain: `compiled, the regular expression exceeds ${limit} bytes`,
    expected: "a smaller regular expression: counted repetitions multiply its size",
  };
}

export function doubleStar(): Cause {
  return {
    causeClass: "ParseWildcard.DoubleStar",
    text: "wildcard contains a double star",
    expected: "single stars: one * matches any run of bytes, / included",
  };
}

export function invalidWildcard(position: number, problem: string): Cause {
  return {
    causeClass: "ParseWildcard.InvalidWildcard",
    text: `invalid wildcard: wildcard syntax error at position ${position}: ${problem}`,
    expected: "\\* or \\\\ after a backslash in a wildcard",
  };
}

export function unsupportedOperator(type: Type, supported: string): Cause {
  return {
    causeClass: "UnsupportedOp",
    text: `cannot perform this operation on type ${typeDebugName(type)}`,
    plain: `the operator is not for values of type ${typeName(type)}`,
    expected: supported,
  };
}

export function invalidIndexAccess(index: Index, type: Type): Cause {
  return {
    causeClass: "InvalidIndexAccess",
    text: `cannot access index ${indexDebugName(index)} for type ${typeDebugName(type)}`,
    plain: `the index does not fit a value of type ${typeName(type)}`,
    expected: indexFor(type),
  };
}

export function typeMismatch(expected: readonly TypeName[], actual: Type): Cause {
  return {
    causeClass: "TypeMismatch",
    text: mismatch(expected, actual),
    expected: `a value of type ${listTypes(expected)}`,
  };
}

export function invalidMapEach(): Cause {
  return {
    causeClass: "InvalidMapEachAccess",
    text: "invalid use of map each access operator",
    expected: "[*] in the first argument only",
  };
}

export function invalidArgumentsCount(expected: string): Cause {
  return { causeClass: "InvalidArgumentsCount", text: "invalid number of arguments", expected };
}

export function invalidArgumentKind(position: number, expected: "field" | "literal"): Cause {
  const [right, wrong] = expected === "field" ? ["Field", "Literal"] : ["Literal", "Field"];
  return {
    causeClass: "InvalidArgumentKind",
    text: `invalid kind of argument #${position}: expected argument of kind ${right}, but got ${wrong}`,
    plain: `argument ${position + 1} is ${expected === "field" ? "a literal value" : "not a literal value"}`,
    expected: expected === "field" ? "a field or a computed value" : "a literal value",
  };
}

export function invalidArgumentType(position: number, expected: readonly TypeName[], actual: Type): Cause {
  return {
    causeClass: "InvalidArgumentType",
    text: `invalid type of argument #${position}: ${mismatch(expected, actual)}`,
    plain: `argument ${position + 1} is of type ${typeName(actual)}`,
    expected: `a value of type ${listTypes(expected)}`,
  };
}

export function invalidArgumentValue(position: number, expected: string, found?: bigint): Cause {
  const problem =
    found === undefined ? `expected ${expected}` : `expected ${expected}, got ${found.toString()}`;
  return {
    causeClass: "InvalidArgumentValue",
    text: `invalid value of argument #${position}: invalid argument: ${rustDebug(problem)}`,
    plain: `argument ${position + 1} has a value that is not allowed`,
    expected,
  };
}

function mismatch(expected: readonly TypeName[], actual: Type): string {
  return `expected value of type ${listTypes(expected)}, but got ${typeName(actual)}`;
}

/** The engine holds the types in an ordered set: plain types in this order, then "any array", then "any map". */
const TYPE_ORDER: readonly TypeName[] = ["Bool", "Int", "Ip", "Bytes", "Array<_>", "Map<_>"];

function listTypes(types: readonly TypeName[]): string {
  const sorted = [...types].sort((a, b) => TYPE_ORDER.indexOf(a) - TYPE_ORDER.indexOf(b));
  return sorted.length > 2 ? `{${sorted.join(", ")}}` : sorted.join(" or ");
}

function indexDebugName(index: Index): string {
  if (index.kind === "element") return `ArrayIndex(${index.index})`;
  return index.kind === "key" ? `MapKey(${rustDebug(index.key)})` : "MapEach";
}

function indexFor(type: Type): string {
  if (typeof type === "string") return `no index: a value of type ${type} holds no others`;
  return type.container === "Array" ? "a number such as [0], or [*]" : 'a key such as ["name"], or [*]';
}
