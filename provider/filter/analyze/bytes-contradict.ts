import { compileTest } from "../evaluate/compile-test";
import { fromLatin1, toLatin1 } from "../evaluate/byte-functions";
import type { LiteralTest, Test } from "../parse/ast";
import type { TextDomain } from "./field-facts";
import { type Atom, remembered, type ValueTest } from "./formula";

/** What must hold of one value: tests that pass and tests that fail. */
export interface Demands {
  readonly passing: readonly Atom[];
  readonly failing: readonly Atom[];
}

/** Regular expressions that match every value. */
export const MATCHES_ALL: ReadonlySet<string> = new Set(["", "^", "$", ".*", "^.*", ".*$", "(.*)", ".*?"]);
const STAR = "*";

const NO_LISTS = new Map<string, never>();
const compiled = remembered((test: LiteralTest) => {
  const run = compileTest(test);
  return (bytes: Uint8Array): boolean => run(bytes, NO_LISTS);
});
/** The strings of `in {…}`. */
const itemsOf = remembered(({ items }: Extract<Test, { kind: "oneOf" }>) =>
  items.flatMap((item) => (item.kind === "bytes" ? [item.bytes] : [])),
);

/** Whether no string meets the demands. False if that is not clear. */
export function bytesContradict({ passing, failing }: Demands, domain: TextDomain): boolean {
  const candidates = candidatesOf({ passing, failing });
  if (candidates !== undefined) return candidateFor(candidates, { passing, failing }, domain) === undefined;
  return (
    failing.some(({ test }) => passing.some((other) => implies(other.test, test)) || isTotal(test, domain)) ||
    passing.some(({ test }) => isImpossible(test, domain)) ||
    prefixesContradict(passing, domain)
  );
}

/** Returns one of the only values that are left and that meets the demands. */
export function candidateFor(
  candidates: readonly Uint8Array[],
  { passing, failing }: Demands,
  domain: TextDomain,
): Uint8Array | undefined {
  return candidates.find(
    (value) =>
      fits(value, domain) &&
      passing.every(({ test }) => passes(test, value) !== false) &&
      failing.every(({ test }) => passes(test, value) !== true),
  );
}

/** Returns the only values that an `eq`, `in`, or failing `ne` leaves, or undefined if there is no such test. */
export function candidatesOf({ passing, failing }: Demands): readonly Uint8Array[] | undefined {
  for (const { test } of passing) {
    if (test.kind === "ordering" && test.operator === "eq" && test.literal.kind === "bytes")
      return [test.literal.bytes];
    if (test.kind === "oneOf") return itemsOf(test);
  }
  for (const { test } of failing) {
    if (test.kind === "ordering" && test.operator === "ne" && test.literal.kind === "bytes")
      return [test.literal.bytes];
  }
  return undefined;
}

/** Whether a value passes a test. Undefined for named lists and other values of the request, which are not known. */
function passes(test: ValueTest, value: Uint8Array): boolean | undefined {
  switch (test.kind) {
    case "inList":
    case "values":
      return undefined;
    case "startsWith":
      return toLatin1(value).startsWith(toLatin1(test.literal.bytes));
    case "endsWith":
      return toLatin1(value).endsWith(toLatin1(test.literal.bytes));
    case "contains":
      return toLatin1(value).includes(toLatin1(test.literal.bytes));
    default:
      return compiled(test)(value);
  }
}

/** Whether every value that passes the first test passes the second one. */
function implies(test: ValueTest, other: ValueTest): boolean {
  switch (test.kind) {
    case "startsWith":
      return isOpenEnded(other) && passes(other, test.literal.bytes) === true;
    case "endsWith":
      return isOpenStarted(other) && passes(other, test.literal.bytes) === true;
    case "contains":
      return isOpenEnded(other) && isOpenStarted(other) && passes(other, test.literal.bytes) === true;
    default:
      return false;
  }
}

/** Whether a value that passes still does with any bytes appended. */
function isOpenEnded(test: ValueTest): boolean {
  if (test.kind === "startsWith" || test.kind === "contains") return true;
  return test.kind === "wildcard" && /(?:^|[^\\])\*$/.test(toLatin1(test.pattern.bytes));
}

/** Whether a value that passes still does with any bytes before it. */
function isOpenStarted(test: ValueTest): boolean {
  if (test.kind === "endsWith" || test.kind === "contains") return true;
  return test.kind === "wildcard" && toLatin1(test.pattern.bytes).startsWith(STAR);
}

/** Whether every value of the domain passes. */
export function isTotal(test: ValueTest, domain: TextDomain): boolean {
  switch (test.kind) {
    case "matches":
      return MATCHES_ALL.has(test.pattern.pattern);
    case "ordering": {
      const { operator, literal } = test;
      if (literal.kind !== "bytes") return false;
      if (operator === "ge" && literal.bytes.length === 0) return true;
      return operator === "ne" && !fits(literal.bytes, domain);
    }
    default:
      return isOpenEnded(test) && passes(test, fromLatin1(domain.beginning ?? "")) === true;
  }
}

/** Whether no value of the domain passes. */
function isImpossible(test: ValueTest, { startsWith, contains }: TextDomain): boolean {
  switch (test.kind) {
    case "ordering":
      return test.operator === "lt" && test.literal.kind === "bytes" && test.literal.bytes.length === 0;
    case "startsWith": {
      const text = toLatin1(test.literal.bytes);
      return startsWith?.(text) === false || contains?.(text) === false;
    }
    case "endsWith":
    case "contains":
      return contains?.(toLatin1(test.literal.bytes)) === false;
    default:
      return false;
  }
}

/** Whether two beginnings that the value must have differ, or one that it always has. */
function prefixesContradict(passing: readonly Atom[], { beginning }: TextDomain): boolean {
  const prefixes = [
    ...(beginning === undefined ? [] : [{ text: beginning, strict: true }]),
    ...passing.flatMap(({ test }) => prefixOf(test) ?? []),
  ];
  return prefixes.some((one, index) => prefixes.slice(index + 1).some((other) => differ(one, other)));
}

interface Prefix {
  readonly text: string;
  /** Whether the letters' case counts. */
  readonly strict: boolean;
}

function prefixOf(test: ValueTest): Prefix | undefined {
  if (test.kind === "startsWith") return { text: toLatin1(test.literal.bytes), strict: true };
  if (test.kind !== "wildcard") return undefined;
  const [text = ""] = toLatin1(test.pattern.bytes).split(/[*\\]/, 1);
  return { text, strict: test.strict };
}

function differ(a: Prefix, b: Prefix): boolean {
  const strict = a.strict && b.strict;
  const [left, right] = strict ? [a.text, b.text] : [a.text.toLowerCase(), b.text.toLowerCase()];
  return !left.startsWith(right) && !right.startsWith(left);
}

function fits(value: Uint8Array, { has }: TextDomain): boolean {
  return has?.(toLatin1(value)) !== false;
}
