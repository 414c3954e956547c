import fc from "fast-check";
import { compileFilter, parseFilter, readRequestFields } from "../../../../provider/filter";

/** A request as JSON; a field that is left out is missing. */
interface Request {
  readonly "http.host"?: string;
  /** Any bytes, UTF-8 or not. */
  readonly "http.user_agent"?: { readonly base64: string };
  readonly "cf.waf.score"?: number;
  readonly "ip.src"?: string;
  readonly ssl?: boolean;
  readonly "http.request.headers.names"?: readonly string[];
  readonly "http.request.headers"?: Readonly<Record<string, readonly string[]>>;
}

/** A piece of an expression beside what it means, said in the plainest way. */
interface Piece<T> {
  readonly text: string;
  readonly of: (request: Request) => T;
}
type Condition = Piece<boolean>;
/** `undefined` is missing. Bytes are texts with a character for each byte. */
type Value<T> = Piece<T | undefined>;
/** What a comparison asks, with the left side still to come. */
interface Question<T> {
  readonly text: string;
  readonly asks: (value: T) => boolean;
}

const LETTERS = ["a", "A", "b", ".", "é", "*"];
const text = fc.array(fc.constantFrom(...LETTERS), { maxLength: 3 }).map((letters) => letters.join(""));
const integer = fc.integer({ min: -4, max: 9 });
const address = fc.integer({ min: 0, max: 7 }).map((last) => `10.0.0.${last}`);

const request: fc.Arbitrary<Request> = fc.record(
  {
    "http.host": text,
    "http.user_agent": fc
      .uint8Array({ maxLength: 4 })
      .map((found) => ({ base64: Buffer.from(found).toString("base64") })),
    "cf.waf.score": integer,
    "ip.src": address,
    ssl: fc.boolean(),
    "http.request.headers.names": fc.array(text, { maxLength: 3 }),
    "http.request.headers": fc.dictionary(
      fc.constantFrom("é", "b", "10", "9"),
      fc.array(text, { maxLength: 2 }),
    ),
  },
  { requiredKeys: [] },
);

const ORDERINGS: Readonly<Record<string, <T>(a: T, b: T) => boolean>> = {
  eq: (a, b) => a === b,
  "!=": (a, b) => a !== b,
  lt: (a, b) => a < b,
  "<=": (a, b) => a <= b,
  gt: (a, b) => a > b,
  ">=": (a, b) => a >= b,
};
const ordering = fc.constantFrom(...Object.entries(ORDERINGS));

/** Patterns that mean the same to JavaScript, of a text with a character for each byte. */
const PATTERNS = ["^a", "a|b$", "(ab)+", "[^a]b", "A{2}", "a.b", ""];
const BYTE_PATTERNS = ["\\xe9", "[^\\x00-\\x7f]$", "^[\\x80-\\xff]+$", "(?:\\xff|\\xc3)[^\\xa9]?"];

const bytesQuestion: fc.Arbitrary<Question<string>> = fc.oneof(
  fc.tuple(ordering, text).map(([[operator, holds], right]) => ({
    text: `${operator} "${right}"`,
    asks: (value: string) => holds(value, bytes(right)),
  })),
  text.map((part) => ({ text: `contains "${part}"`, asks: (value: string) => value.includes(bytes(part)) })),
  fc.array(text, { maxLength: 12 }).map((items) => ({
    text: `in {${items.map((item) => `"${item}"`).join(" ")}}`,
    asks: (value: string) => items.map(bytes).includes(value),
  })),
  fc.constantFrom(...PATTERNS, ...BYTE_PATTERNS).map((pattern) => ({
    text: `matches "${pattern}"`,
    asks: (value: string) => new RegExp(pattern).test(value),
  })),
  text
    .filter((pattern) => !pattern.includes("**"))
    .chain((pattern) => fc.constantFrom(wildcard(pattern, true), wildcard(pattern, false))),
);
const intQuestion: fc.Arbitrary<Question<number>> = fc.oneof(
  fc.tuple(ordering, integer).map(([[operator, holds], right]) => ({
    text: `${operator} ${right}`,
    asks: (value: number) => holds(value, right),
  })),
  integer.map((mask) => ({ text: `& ${mask}`, asks: (value: number) => (value & mask) !== 0 })),
  fc.tuple(integer, fc.nat(4), integer).map(([first, more, other]) => ({
    text: `in {${first}..${first + more} ${other}}`,
    asks: (value: number) => (value >= first && value <= first + more) || value === other,
  })),
);
const addressQuestion: fc.Arbitrary<Question<string>> = fc.oneof(
  fc.tuple(ordering, address).map(([[operator, holds], right]) => ({
    // All of one length, so texts have the order of the addresses.
    text: `${operator} ${right}`,
    asks: (value: string) => holds(value, right),
  })),
  fc.constant({ text: "in {10.0.0.4/30 10.0.0.1}", asks: (value: string) => /[14567]$/.test(value) }),
  fc.constant({ text: "in {10.0.0.2..10.0.0.5 ::/0}", asks: (value: string) => /[2345]$/.test(value) }),
);

const field = <T>(name: string, of: (request: Request) => T | undefined): Value<T> => ({ text: name, of });
const host = field("http.host", (found) => mapPresent(found["http.host"], bytes));
const userAgent = field("http.user_agent", (found) =>
  mapPresent(found["http.user_agent"], ({ base64 }) => Buffer.from(base64, "base64").toString("latin1")),
);
const names = (found: Request) => (found["http.request.headers.names"] ?? []).map(bytes);
const header = (found: Request, key: string) => mapPresent(found["http.request.headers"], (all) => all[key]);

const bytesValue: fc.Arbitrary<Value<string>> = fc.letrec<{ value: Value<string> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(
      host,
      userAgent,
      field("http.request.headers.names[1]", (found) => names(found)[1]),
      field('http.request.headers["9"][0]', (found) => mapPresent(header(found, "9")?.[0], bytes)),
    ),
    tie("value").map((inner) => call("lower", inner, lower)),
    tie("value").map((inner) => call("upper", inner, upper)),
    fc.tuple(tie("value"), text).map(([inner, end]) => ({
      text: `concat(${inner.text}, "${end}")`,
      of: (found: Request) => (inner.of(found) ?? "") + bytes(end),
    })),
    fc
      .tuple(tie("value"), fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }))
      .map(([inner, start, end]) =>
        call("substring", inner, (value) => value.slice(start, end), `${start}, ${end}`),
      ),
    fc
      .tuple(tie("value"), text)
      .map(([inner, removed]) =>
        call("remove_bytes", inner, (value) => without(value, bytes(removed)), `"${removed}"`),
      ),
    fc
      .tuple(tie("value"), fc.constantFrom(...PATTERNS))
      .map(([inner, pattern]) =>
        call(
          "regex_replace",
          inner,
          (value) => value.replace(new RegExp(pattern), (found) => `<${found}>`),
          `"${pattern}", "<\${0}>"`,
        ),
      ),
    tie("value").map((inner) =>
      call(
        "wildcard_replace",
        inner,
        (value) => value.replace(/^([^]*?)a([^]*)$/i, (_, before: string, behind: string) => behind + before),
        '"*a*", "${2}${1}"',
      ),
    ),
    tie("value").map((inner) =>
      call(
        "to_string",
        call("len", inner, (value) => value.length),
        (length) => String(length),
      ),
    ),
    tie("value").map((inner) => ({
      text: `join(split(${inner.text}, "a", 2), "<")`,
      of: (found: Request) => mapPresent(inner.of(found), (value) => value.replace("a", "<")),
    })),
    tie("value").map((inner) =>
      call(
        "decode_base64",
        call("encode_base64", inner, (value) => value),
        (value) => value,
      ),
    ),
  ),
})).value;
const intValue: fc.Arbitrary<Value<number>> = fc.oneof(
  fc.constant(field("cf.waf.score", (found) => found["cf.waf.score"])),
  bytesValue.map((inner) => call("len", inner, (value) => value.length)),
);

/** Several values: those that `[*]` leads to. */
const mapped = fc.constantFrom<Piece<readonly string[]>>(
  { text: "http.request.headers.names[*]", of: names },
  { text: "lower(http.request.headers.names[*])[*]", of: (found) => names(found).map(lower) },
  { text: 'http.request.headers["é"][*]', of: (found) => (header(found, "é") ?? []).map(bytes) },
  { text: "http.request.headers[*][0]", of: (found) => inKeyOrder(found).flatMap(([first]) => first ?? []) },
  { text: "http.request.headers[*][*]", of: (found) => inKeyOrder(found).flat() },
);
const mappedCondition: fc.Arbitrary<Piece<readonly boolean[]>> = fc.letrec<{
  many: Piece<readonly boolean[]>;
}>((tie) => ({
  many: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.tuple(mapped, bytesQuestion).map(([left, question]) => ({
      text: `${left.text} ${question.text}`,
      of: (found: Request) => left.of(found).map(question.asks),
    })),
    tie("many").map((inner) => ({
      text: `not (${inner.text})`,
      of: (found: Request) => inner.of(found).map((answer) => !answer),
    })),
    fc
      .tuple(tie("many"), fc.constantFrom("and" as const, "or" as const, "xor" as const), tie("many"))
      .map(([a, operator, b]) => ({
        text: `(${a.text} ${operator} ${b.text})`,
        of: (found: Request) => zip(a.of(found), b.of(found)).map(([x, y]) => joined(operator, x, y)),
      })),
  ),
})).many;

const condition: fc.Arbitrary<Condition> = fc.letrec<{ chain: Condition; one: Condition }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant<Condition>({ text: "ssl", of: (found) => found.ssl ?? false }),
    fc.tuple(bytesValue, bytesQuestion).map(comparison),
    fc.tuple(intValue, intQuestion).map(comparison),
    fc.tuple(fc.constant(field("ip.src", (found) => found["ip.src"])), addressQuestion).map(comparison),
    fc.tuple(bytesValue, text).map(([inner, start]) => ({
      text: `starts_with(${inner.text}, "${start}")`,
      of: (found: Request) => inner.of(found)?.startsWith(bytes(start)) ?? false,
    })),
    mappedCondition.map((inner) => ({
      text: `any(${inner.text})`,
      of: (found: Request) => inner.of(found).some(Boolean),
    })),
    mappedCondition.map((inner) => ({
      text: `all(${inner.text})`,
      of: (found: Request) => inner.of(found).every(Boolean),
    })),
    tie("one").map((inner) => ({ text: `!${inner.text}`, of: (found: Request) => !inner.of(found) })),
    tie("chain").map((inner) => ({ ...inner, text: `(${inner.text})` })),
  ),
  chain: fc
    .tuple(tie("one"), fc.array(fc.tuple(fc.constantFrom("and", "or", "xor"), tie("one")), { maxLength: 4 }))
    .map(([first, rest]) => chained(first, rest)),
})).chain;

describe("compileFilter, compared with a slow and obvious evaluator", () => {
  it("gives the same result of every expression and request", () => {
    fc.assert(
      fc.property(condition, request, (expected, found) => {
        const parsed = parseFilter(expected.text);
        if (!parsed.valid) throw new Error(`${expected.text}: ${parsed.diagnostics[0].cause}`);
        expect(compileFilter(parsed.ast).run(readRequestFields(found))).toBe(expected.of(found));
      }),
      { numRuns: 3000 },
    );
  });

  it("computes the same bytes of every call, whatever it is a call of", () => {
    fc.assert(
      fc.property(bytesValue, request, (value, found) => {
        const expected = value.of(found);
        const escaped = Array.from(
          expected ?? "",
          (byte) => `\\x${Buffer.from(byte, "latin1").toString("hex")}`,
        );
        const parsed = parseFilter(`${value.text} eq "${escaped.join("")}"`);
        if (!parsed.valid) throw new Error(`${value.text}: ${parsed.diagnostics[0].cause}`);
        expect(compileFilter(parsed.ast).run(readRequestFields(found))).toBe(expected !== undefined);
      }),
      { numRuns: 2000 },
    );
  });
});

/** A missing value has no property at all. */
function comparison<T>([left, question]: readonly [Value<T>, Question<T>]): Condition {
  return {
    text: `${left.text} ${question.text}`,
    of: (found) => mapPresent(left.of(found), question.asks) ?? false,
  };
}

function call<A, B>(name: string, inner: Value<A>, compute: (value: A) => B, constants = ""): Value<B> {
  const args = constants === "" ? inner.text : `${inner.text}, ${constants}`;
  return { text: `${name}(${args})`, of: (found) => mapPresent(inner.of(found), compute) };
}

/** Without parentheses: `or` of `xor` of `and`. */
function chained(first: Condition, rest: readonly (readonly [string, Condition])[]): Condition {
  const items = [first, ...rest.map(([, item]) => item)];
  const operators = rest.map(([operator]) => operator);
  return {
    text: items
      .map((item, index) => `${index === 0 ? "" : ` ${operators[index - 1]} `}${item.text}`)
      .join(""),
    of: (found) =>
      splitAt(items, operators, "or").some(
        (branch) =>
          splitAt(branch.items, branch.operators, "xor").filter(({ items: all }) =>
            all.every((item) => item.of(found)),
          ).length %
            2 ===
          1,
      ),
  };
}

interface Chain {
  readonly items: Condition[];
  readonly operators: string[];
}

function splitAt(items: readonly Condition[], operators: readonly string[], separator: string): Chain[] {
  const chains: Chain[] = [];
  for (const [index, item] of items.entries()) {
    const operator = operators[index - 1];
    const last = chains.at(-1);
    if (last === undefined || operator === separator) chains.push({ items: [item], operators: [] });
    else {
      last.items.push(item);
      last.operators.push(operator ?? "");
    }
  }
  return chains;
}

function joined(operator: "and" | "or" | "xor", a: boolean, b: boolean): boolean {
  if (operator === "and") return a && b;
  return operator === "or" ? a || b : a !== b;
}

/** As far as the shorter one goes. */
function zip<T>(a: readonly T[], b: readonly T[]): [T, T][] {
  return a.flatMap((item, index): [T, T][] => {
    const other = b[index];
    return other === undefined ? [] : [[item, other]];
  });
}

function wildcard(pattern: string, strict: boolean): Question<string> {
  const fold = strict ? (value: string) => value : lower;
  const parts = fold(bytes(pattern))
    .split("*")
    .map((part) => part.replace(/\./g, "\\."));
  const whole = new RegExp(`^${parts.join("[^]*")}$`);
  return {
    text: `${strict ? "strict wildcard" : "wildcard"} "${pattern}"`,
    asks: (value) => whole.test(fold(value)),
  };
}

function inKeyOrder(found: Request): string[][] {
  return Object.entries(found["http.request.headers"] ?? {})
    .sort(([a], [b]) => (bytes(a) < bytes(b) ? -1 : 1))
    .map(([, values]) => values.map(bytes));
}

function bytes(value: string): string {
  return Buffer.from(value).toString("latin1");
}

/** ASCII only: the bytes of é stay as they are. */
function lower(value: string): string {
  return value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function without(value: string, removed: string): string {
  return Array.from(value)
    .filter((byte) => !removed.includes(byte))
    .join("");
}

function upper(value: string): string {
  return value.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

function mapPresent<A, B>(value: A | undefined, compute: (value: A) => B): B | undefined {
  return value === undefined ? undefined : compute(value);
}
