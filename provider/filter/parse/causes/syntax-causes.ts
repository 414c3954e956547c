import { type Cause, type IntProblem, rustDebug } from "./cause";

const OPERATORS = "eq, ne, lt, le, gt, ge, in, contains, matches, wildcard, strict wildcard or &";
/** What the reference implementation calls the parts of its grammar: our problem, and what is expected. */
const NAMES = {
  "identifier character": ["a name is missing", "the name of a field or function"],
  ComparisonOp: ["an operator is missing", `a comparison operator (${OPERATORS})`],
  digit: ["this is not an integer", "an integer"],
  "IP address character": ["this is not an IP address", "an IP address"],
  "byte separator": [
    "this is not a string",
    'a string in double quotes, or bytes such as 61:62 (":" between two digits each)',
  ],
  '" or r': ["this is not a string", 'a string in double quotes, or a raw string r"…"'],
  '" or #': ["this is not a raw string", 'the quote of a raw string: r"…" or r#"…"#'],
} as const;
/** What the reference implementation calls a part of its grammar. */
export type ExpectedName = keyof typeof NAMES;

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

/** Reports both text after a complete expression and an expression that ends too early, as the reference implementation does. */
export function unrecognised(plain: string, expected: string): Cause {
  return { causeClass: "EOF", text: "unrecognised input", plain, expected };
}

export const unknownIdentifier: Cause = {
  causeClass: "UnknownIdentifier",
  text: "unknown identifier",
  expected: "the name of a field or function",
};

const OPERANDS = {
  Bytes: [
    "this is neither a string nor a field",
    "a string in double quotes, or a field or call of type Bytes",
  ],
  Int: ["this is neither an integer nor a field", "an integer, or a field or call of type Int"],
  Ip: ["this is neither an IP address nor a field", "an IP address, or a field or call of type Ip"],
} as const;

/** What an unknown name on the right of a comparison means to people: mostly, it is a value without quotes. */
export function notAnOperand(type: keyof typeof OPERANDS): Pick<Cause, "plain" | "expected"> {
  const [plain, expected] = OPERANDS[type];
  return { plain, expected };
}

/** Whether a cause is of `notAnOperand`. */
export function isNotAnOperand({ plain }: Pick<Cause, "plain">): boolean {
  return Object.values(OPERANDS).some(([text]) => text === plain);
}

export function parseInt(problem: IntProblem, radix: 8 | 10 | 16, plain: string, expected: string): Cause {
  return {
    causeClass: "ParseInt",
    text: `${problem} while parsing with radix ${radix}`,
    plain: problem === "invalid digit found in string" ? plain : problem,
    expected,
  };
}

/** Ours: the reference implementation cannot receive the text. */
export const notUtf8: Cause = {
  causeClass: "NotUtf8",
  text: "half of a surrogate pair is not a character",
  expected: "text in UTF-8; remove it, or write both halves",
};

export const invalidCharacterEscape: Cause = {
  causeClass: "InvalidCharacterEscape",
  text: 'expected ", xHH or OOO after \\',
  expected: '\\", \\\\, \\xHH (two hex digits) or \\OOO (three octal digits)',
};

export function countMismatch(expected: number, found: number): Cause {
  return {
    causeClass: "CountMismatch",
    text: `expected ${expected} characters, but found ${found}`,
    plain: "a string or a byte is not complete",
    expected: "a string in double quotes, or all digits of each byte",
  };
}

export const missingEndingQuote: Cause = {
  causeClass: "MissingEndingQuote",
  text: "could not find an ending quote",
  expected: "a quote that ends the string",
};

export const invalidRawStringHashCount: Cause = {
  causeClass: "InvalidRawStringHashCount",
  text: "invalid raw string hash count, there can't be more than 255 #s",
  expected: "at most 255 #",
};

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

export const invalidAddress: Cause = {
  causeClass: "ParseNetwork",
  text: "couldn't parse address in network: invalid IP address syntax",
  plain: "this is not an IP address",
  expected: "an IPv4 or IPv6 address",
};

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

export const incompatibleRangeBounds: Cause = {
  causeClass: "IncompatibleRangeBounds",
  text: "incompatible range bounds",
  expected: "a range whose start is not above its end, both of the same address family",
};

export function invalidRegex(text: string): Cause {
  return { causeClass: "ParseRegex.Syntax", text, expected: "a regular expression in Rust regex syntax" };
}

export function regexTooBig(limit: number): Cause {
  return {
    causeClass: "ParseRegex.CompiledTooBig",
    text: `Compiled regex exceeds size limit of ${limit} bytes.`,
    plain: `compiled, the regular expression exceeds ${limit} bytes`,
    expected: "a smaller regular expression: counted repetitions multiply its size",
  };
}

export const doubleStar: Cause = {
  causeClass: "ParseWildcard.DoubleStar",
  text: "wildcard contains a double star",
  expected: "single stars: one * matches any run of bytes, / included",
};

export function invalidWildcard(position: number, problem: string): Cause {
  return {
    causeClass: "ParseWildcard.InvalidWildcard",
    text: `invalid wildcard: wildcard syntax error at position ${position}: ${problem}`,
    expected: "\\* or \\\\ after a backslash in a wildcard",
  };
}
