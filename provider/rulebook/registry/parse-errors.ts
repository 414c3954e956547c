import type { CauseClass } from "../../filter";
import { type Advice, type RuleExample, THIS_PROJECT } from "./example";

const MASK = "Write a mask of 0 to 32 for IPv4 and 0 to 128 for IPv6, and the first address of the network.";

/** Kinds of parse errors and type errors of expressions, by the name of the reference implementation. */
export const PARSE_ERRORS = {
  CountMismatch: {
    meaning: "A byte or a string is not complete: each byte has two hexadecimal digits.",
    todo: "Write all digits of each byte, or a string in double quotes.",
    bad: "http.host eq 61:6",
    good: "http.host eq 61:62",
  },
  EOF: {
    meaning: "The expression goes on where it should end, or ends where it should go on.",
    todo: "Join conditions with and, or, xor, and close each bracket.",
    bad: 'ssl http.host eq "a"',
    good: 'ssl and http.host eq "a"',
  },
  ExpectedLiteral: {
    meaning: "A bracket, a comma or a key is missing, or there is another character instead.",
    todo: "Write what the message names, at the position that it marks.",
    bad: '(ssl and http.host eq "a"',
    good: '(ssl and http.host eq "a")',
  },
  ExpectedName: {
    meaning: "A part of the grammar is missing: a name, an operator, a number or a string.",
    todo: "Write what the message names, at the position that it marks.",
    bad: 'http.host "a"',
    good: 'http.host eq "a"',
  },
  IncompatibleRangeBounds: {
    meaning: "The start of a range is above its end, or both are of different address families.",
    todo: "Write the lower end first.",
    bad: "ip.src.asnum in {5..1}",
    good: "ip.src.asnum in {1..5}",
  },
  InvalidArgumentKind: {
    meaning: "A function got a literal in place of a field, or the other way round.",
    todo: "Write a field where the function takes a field, and a literal where it takes a literal.",
    bad: 'lower("A") eq "a"',
    good: 'lower(http.host) eq "a"',
  },
  InvalidArgumentType: {
    meaning: "A function got a value of a type that it does not take.",
    todo: "Use a value of the type that the message names.",
    bad: 'lower(ip.src) eq "a"',
    good: 'lower(http.host) eq "a"',
  },
  InvalidArgumentValue: {
    meaning: "A literal argument is outside the range that the function takes.",
    todo: "Write a value within the range that the message names.",
    bad: "cidr(ip.src, 40, 64) eq 192.0.2.0",
    good: "cidr(ip.src, 24, 64) eq 192.0.2.0",
  },
  InvalidArgumentsCount: {
    meaning: "A function got too few or too many arguments.",
    todo: "Write as many arguments as the message names.",
    bad: 'lower() eq "a"',
    good: 'lower(http.host) eq "a"',
  },
  InvalidCharacterEscape: {
    meaning: "A string has a backslash in front of a character that needs none.",
    todo: 'Write \\" or \\\\, or a raw string r"…" for a pattern with backslashes.',
    bad: 'http.host eq "a\\.b"',
    good: 'http.host eq "a.b"',
  },
  InvalidIndexAccess: {
    meaning:
      "An index does not fit the value: arrays have numbers, maps have keys, and other values have no index.",
    todo: "Remove the index, or write the kind of index that the message names.",
    bad: 'http.host[0] eq "a"',
    good: 'http.request.headers["x-a"][0] eq "a"',
  },
  InvalidListName: {
    meaning: "The name of a list has characters that no list has.",
    todo: "Write lower-case letters, digits and underscores.",
    bad: "ip.src in $.office",
    good: "ip.src in $office",
  },
  InvalidMapEachAccess: {
    meaning:
      "[*] stands where the language does not take it: only the first argument of a function can have it.",
    todo: "Use [*] in the first argument only.",
    bad: 'any(concat(http.host, http.request.headers["a"][*])[*] eq "b")',
    good: 'any(concat(http.request.headers["a"][*], "b")[*] eq "b")',
  },
  InvalidRawStringHashCount: {
    meaning: "A raw string begins with more than 255 #.",
    todo: 'Write fewer #: r#"…"# suffices for a text with quotes.',
    bad: `http.host contains r${"#".repeat(256)}"a"${"#".repeat(256)}`,
    good: 'http.host contains r#"a"#',
  },
  MissingEndingQuote: {
    meaning: "A string has no ending quote.",
    todo: "Write the ending quote.",
    bad: 'http.host eq "a',
    good: 'http.host eq "a"',
  },
  NestingLimitExceeded: {
    meaning: "Parentheses, not, any, all and calls of functions are nested more than 128 levels deep.",
    todo: "Remove parentheses, or write a set in place of many conditions.",
    bad: `${"(".repeat(129)}ssl${")".repeat(129)}`,
    good: "(ssl)",
  },
  NotAllowed: {
    meaning:
      "The expression is valid, but the service does not take a field, function or list in this place. Findings name the limit in place of this cause.",
    todo: "Read the entry of the limit that the finding names.",
    source: THIS_PROJECT,
    previewId: "expression-field",
    bad: "http.response.code eq 500",
    good: 'http.request.method eq "POST"',
  },
  NotUtf8: {
    meaning: "The text of the expression contains half of a character, which no request can contain.",
    source: THIS_PROJECT,
    todo: "Remove it. Programs produce such a half if they cut a text in the middle of an emoji.",
    bad: 'http.host eq "\ud800"',
    good: 'http.host eq "a"',
  },
  ParseInt: {
    meaning: "A number is too large or too small, or has other characters than digits.",
    todo: "Write an integer that fits into 64 bits.",
    bad: "ip.src.asnum eq 99999999999999999999",
    good: "ip.src.asnum eq 64496",
  },
  ParseNetwork: {
    meaning: "An address or a network has the wrong form, or a mask that is too long.",
    todo: MASK,
    bad: "ip.src in {192.0.2.0/33}",
    good: "ip.src in {192.0.2.0/24}",
  },
  "ParseRegex.CompiledTooBig": {
    meaning: "A regular expression takes more than 10 MB when it is compiled.",
    todo: "Write smaller counts: counted repetitions multiply the size.",
    bad: 'http.host matches "(a{1000}){1000}"',
    good: 'http.host matches "a+"',
  },
  "ParseRegex.Syntax": {
    meaning:
      "A regular expression is not valid in the syntax of Rust, which has no look-around and no back-references.",
    todo: "Correct the pattern at the position that the message marks.",
    bad: 'http.host matches "(a"',
    good: 'http.host matches "(a)"',
  },
  "ParseWildcard.DoubleStar": {
    meaning: "A wildcard has two stars in a row.",
    todo: "Write one star: it matches any run of bytes, slashes included.",
    bad: 'http.host wildcard "a**"',
    good: 'http.host wildcard "a*"',
  },
  "ParseWildcard.InvalidWildcard": {
    meaning: "A wildcard has a backslash in front of another character than * and \\.",
    todo: "Write \\* for a star and \\\\ for a backslash.",
    bad: 'http.host wildcard r"a\\.b*"',
    good: 'http.host wildcard "a.b*"',
  },
  TypeMismatch: {
    meaning: "A value is of another type than its place needs.",
    todo: "Use a value of the type that the message names, or compare it.",
    bad: "any(http.request.headers.names)",
    good: 'any(http.request.headers.names[*] eq "x-a")',
  },
  UnknownIdentifier: {
    meaning: "No field or function has this name.",
    todo: "Correct the name. The message suggests similar ones.",
    bad: 'http.hots eq "a"',
    good: 'http.host eq "a"',
  },
  UnsupportedOp: {
    meaning: "The operator is not for values of this type.",
    todo: "Use an operator that the message names, or an index such as [0] or [*] for a list.",
    bad: 'len(http.host) contains "a"',
    good: 'http.host contains "a"',
  },
} satisfies Readonly<Record<CauseClass, Advice & RuleExample>>;
