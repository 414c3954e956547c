// This import must be first: it counts steps only in modules that are loaded after it.
import { countSteps } from "../../support/count-steps";
import {
  compileFilter,
  lintFilter,
  parseFilter,
  printDocumented,
  printEngine,
  printFilter,
  printForPeople,
  printPositionOnly,
  readRequestFields,
} from "../../../provider/filter";
import { checkRegex } from "../../../provider/regex/compile/check-regex";
import { compileGroups } from "../../../provider/regex/search/compile-groups";
import { compileRegex } from "../../../provider/regex/search/compile-regex";

const SIZE = 400;
/** The allowed ratio of steps for twice the size: two, and a little more for sorting. */
const MOST = 2.3;
/** A constant allowance, for finding the offset of code point 4096. Quadratic work needs far more. */
const ONCE = 20_000;

type Form = readonly [what: string, of: (size: number) => string];

const VALID: readonly Form[] = [
  ["a string", (n) => `http.host eq "${"a".repeat(n)}"`],
  ["a string of escapes", (n) => `http.host eq "${'\\"\\x41'.repeat(n)}"`],
  ["a string of emoji", (n) => `http.host eq "${"😀".repeat(n)}"`],
  ["a raw string of hashes", (n) => `http.host eq r##"${'"#'.repeat(n)}"##`],
  ["bytes", (n) => `http.host eq 61${":61".repeat(n)}`],
  ["white space", (n) => `${" ".repeat(n)}ssl${"\n".repeat(n)}and${" ".repeat(n)}ssl`],
  ["a chain of one operator", (n) => `ssl${" or ssl".repeat(n)}`],
  ["a chain of mixed operators", (n) => `ssl${" or ssl and ssl xor ssl".repeat(n)}`],
  ["a chain of comparisons", (n) => `ssl${' or lower(http.host) == "a"'.repeat(n)}`],
  ["a set of strings", (n) => `http.host in {${numbers(n, (i) => `"${i}"`)}}`],
  ["a set of the same string", (n) => `http.host in {${'"a" '.repeat(n)}}`],
  ["a set of numbers", (n) => `cf.waf.score in {${numbers(n, String)}}`],
  [
    "a set of ranges that lie in each other",
    (n) => `cf.waf.score in {${numbers(n, (i) => `${i}..${3 * n - i}`)}}`,
  ],
  ["a set of addresses", (n) => `ip.src in {${numbers(n, (i) => `2001:db8::${(i + 0x1000).toString(16)}`)}}`],
  ["a set of networks that hold each other", (n) => `ip.src in {${numbers(n, (i) => `::/${i % 129}`)}}`],
  ["values on the right", (n) => Array(n).fill("http.host eq lower(http.cookie)").join(" or ")],
  ["arguments", (n) => `coalesce(http.host${', "a"'.repeat(n)}) eq "a"`],
  ["a wildcard", (n) => `http.host wildcard "${"a*".repeat(n)}"`],
  ["threat scores", (n) => `ssl or ${numbers(n, (i) => `cf.threat_score gt ${i} or`)} ssl`],
  [
    "encoded texts that an alternative finds",
    (n) => `http.request.uri contains ".."${numbers(n, (i) => ` or http.request.uri contains "%2e.${i}"`)}`,
  ],
  ["conditions that warn", (n) => `ssl${' or ip.geoip.country == r"DE"'.repeat(n)}`],
];
const INVALID: readonly Form[] = [
  ["parentheses", (n) => "(".repeat(n)],
  ["calls", (n) => "decode_base64(".repeat(n)],
  ["a name", (n) => `http.${"a".repeat(n)} == "a"`],
  ["digits", (n) => `cf.waf.score == ${"9".repeat(n)}`],
  ["lines before the fault", (n) => `${"\n".repeat(n)}ssl == 1`],
  ["a string without an end", (n) => `http.host eq "${"a".repeat(n)}`],
  ["a fault behind a chain", (n) => `ssl${" or ssl".repeat(n)} or`],
  ["a fault in every condition", (n) => `ssl == 1${' or http.hots eq "a"'.repeat(n)}`],
  ["quotes behind a fault", (n) => `ssl == 1 or ${'" or '.repeat(n)}`],
  ["brackets behind a fault", (n) => `ssl == 1${" or (ssl) or [".repeat(n)}`],
  ["arguments of the wrong type", (n) => `concat(http.host${", 1".repeat(n)})`],
  ["a bare word", (n) => `http.host eq ${"é".repeat(n)}`],
  ["a wildcard's stars", (n) => `http.host wildcard "${"*".repeat(n)}"`],
  ["a list's name", (n) => `ip.src in $${"A".repeat(n)}`],
  ["items that are no addresses", (n) => `ip.src in {${"1.2.3.4 ".repeat(n)}x}`],
  ["a regular expression", (n) => `http.host matches "${"a".repeat(n)}("`],
];
const PATTERNS: readonly Form[] = [
  ["literals", (n) => "a".repeat(n)],
  ["branches", (n) => "a|".repeat(n)],
  ["groups", (n) => "()".repeat(n)],
  ["names", (n) => numbers(n, (i) => `(?<n${i}>a)`)],
  ["classes", (n) => "[a-z0-9]".repeat(n)],
  ["one class", (n) => `[${"a-c&&b".repeat(n)}]`],
  ["Unicode's dots", (n) => `(?u)${".".repeat(n)}`],
  ["Unicode's words", (n) => `(?iu)${"\\w\\pL".repeat(n)}`],
  ["letters of both cases", (n) => `(?iu)${"é".repeat(n)}`],
  ["repetitions of repetitions", (n) => `a${"*".repeat(Math.min(n, 200))}`],
  ["comments", (n) => `(?x)${"# a\n".repeat(n)}`],
  ["flags", (n) => "(?i)".repeat(n)],
  ["an unclosed group behind many", (n) => `${"(a)".repeat(n)}(`],
];
const HOSTILE = [
  "(a*)*b",
  "(a+)+$",
  "(a|aa)+c",
  "(x+x+)+y",
  "(?:a{1,9}){1,9}b",
  "(a|a?)+b",
  "^(?:(?:a?){9}){9}b",
  "(?u)\\b\\w+\\b\\w",
  "(.*)(.*)(.*)(.*)b",
  "[ab]*a[ab]{12}c",
];

describe("the work for a text twice as long", () => {
  it("is measured as four times as much for quadratic work", () => {
    const parseAllStarts = (size: number) =>
      countSteps(() => Array.from("ssl".repeat(size), (_, end) => parseFilter("!".repeat(end))));
    expect(parseAllStarts(2 * 20) / parseAllStarts(20)).toBeGreaterThan(MOST);
  });

  it.each(VALID)("is twice as much to parse: %s", (_, textOf) => {
    expectLinear(textOf, (text) => {
      if (!parseFilter(text).valid) throw new Error(`not valid: ${text.slice(0, 80)}`);
    });
  });

  it.each(INVALID)("is twice as much to reject and to explain: %s", (_, textOf) => {
    expectLinear(textOf, (text) => {
      const parsed = parseFilter(text);
      if (parsed.valid) throw new Error(`valid: ${text.slice(0, 80)}`);
      for (const print of [printEngine, printDocumented]) print(text, parsed.diagnostics[0]);
      printForPeople(text, parsed.diagnostics);
      printPositionOnly(parsed.diagnostics);
    });
  });

  it.each(VALID)("is twice as much to print, lint and compile: %s", (_, textOf) => {
    const trees = new Map([SIZE, 2 * SIZE].map((size) => [textOf(size), treeOf(textOf(size))]));
    expectLinear(textOf, (text) => {
      const ast = trees.get(text);
      if (ast === undefined) throw new Error("parsed above");
      printFilter(ast);
      lintFilter(ast, text, { phase: "http_request_firewall_custom", plan: "free" });
      compileFilter(ast);
    });
  });

  it.each(PATTERNS)("is twice as much of a regular expression: %s", (_, patternOf) => {
    expectLinear(patternOf, (pattern) => {
      if (checkRegex(pattern) === undefined) compileRegex(pattern);
    });
  });
});

describe("the work for a value twice as long", () => {
  it.each(HOSTILE)("is twice as much to search for %s", (pattern) => {
    const search = compileRegex(pattern);
    const groups = compileGroups(pattern);
    const texts = ["a", "x", "ab", "é"].map((piece) => (size: number) => piece.repeat(size));
    for (const textOf of texts) {
      expectLinear(textOf, (text) => {
        search(Buffer.from(text));
        groups(Buffer.from(text));
      });
    }
  });

  it.each([
    ['lower(http.host) contains "ab"', "A"],
    ['url_decode(http.host, "ru") eq "a"', "%25"],
    ['url_decode(http.host, "r") eq "a"', "%3"],
    ['any(split(http.host, ",", 128)[*] eq "a")', ","],
    ['remove_bytes(http.host, "a") eq ""', "a"],
    ['remove_query_args(http.host, "a", "b") eq ""', "a=b&"],
    ['wildcard_replace(http.host, "*a", "${1}") eq ""', "b"],
    ['regex_replace(http.host, "(a+)+b", "${1}") eq ""', "a"],
    ['lookup_json_string(http.host, "a") eq ""', "["],
    ['decode_base64(http.host) eq ""', "YWFh"],
    ['encode_base64(sha256(http.host)) eq ""', "a"],
    ['http.host wildcard "*a"', "b"],
  ])("is twice as much to run %s", (expression, piece) => {
    const filter = compileFilter(treeOf(expression));
    expectLinear(
      (size) => piece.repeat(size),
      (text) => filter.run(readRequestFields({ "http.host": text })),
    );
  });
});

function expectLinear(textOf: (size: number) => string, work: (text: string) => unknown): void {
  const [text, longer] = [textOf(SIZE), textOf(2 * SIZE)];
  const steps = countSteps(() => work(text));
  expect(steps).toBeGreaterThan(0);
  expect(countSteps(() => work(longer))).toBeLessThan(MOST * steps + ONCE);
}

function treeOf(expression: string) {
  const parsed = parseFilter(expression);
  if (!parsed.valid) throw new Error(`${expression.slice(0, 80)}: ${parsed.diagnostics[0].cause}`);
  return parsed.ast;
}

function numbers(count: number, text: (number: number) => string): string {
  return Array.from({ length: count }, (_, number) => text(number)).join(" ");
}
