import fc from "fast-check";

/** A request as JSON. An absent field is a missing value. */
export interface Request {
  readonly "http.host"?: string;
  /** Any bytes, which need not be UTF-8. */
  readonly "http.user_agent"?: { readonly base64: string };
  readonly "cf.waf.score"?: number;
  readonly "ip.src"?: string;
  readonly ssl?: boolean;
  readonly "http.request.headers.names"?: readonly string[];
  readonly "http.request.headers"?: Readonly<Record<string, readonly string[]>>;
}

/** A part of an expression with its meaning as a simple function. */
export interface Piece<T> {
  readonly text: string;
  readonly of: (request: Request) => T;
}
/** `undefined` is a missing value. Bytes are strings with one character per byte. */
export type Value<T> = Piece<T | undefined>;
/** Operator and right-hand side of a comparison with their meaning. */
export interface Question<T> {
  readonly text: string;
  readonly asks: (value: T) => boolean;
}

const LETTERS = ["a", "A", "b", ".", "é", "*"];
export const text = fc
  .array(fc.constantFrom(...LETTERS), { maxLength: 3 })
  .map((letters) => letters.join(""));
const integer = fc.integer({ min: -4, max: 9 });
const address = fc.integer({ min: 0, max: 7 }).map((last) => `10.0.0.${last}`);

export const request: fc.Arbitrary<Request> = fc.record(
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
export const ordering = fc.constantFrom(...Object.entries(ORDERINGS));

/** Patterns with the same meaning in JavaScript, for strings with one character per byte. */
const PATTERNS = ["^a", "a|b$", "(ab)+", "[^a]b", "A{2}", "a.b", ""];
const BYTE_PATTERNS = ["\\xe9", "[^\\x00-\\x7f]$", "^[\\x80-\\xff]+$", "(?:\\xff|\\xc3)[^\\xa9]?"];

export const bytesQuestion: fc.Arbitrary<Question<string>> = fc.oneof(
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
export const intQuestion: fc.Arbitrary<Question<number>> = fc.oneof(
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
export const addressQuestion: fc.Arbitrary<Question<string>> = fc.oneof(
  fc.tuple(ordering, address).map(([[operator, holds], right]) => ({
    // All texts have the same length, so they sort like the addresses.
    text: `${operator} ${right}`,
    asks: (value: string) => holds(value, right),
  })),
  fc.constant({ text: "in {10.0.0.4/30 10.0.0.1}", asks: (value: string) => /[14567]$/.test(value) }),
  fc.constant({ text: "in {10.0.0.2..10.0.0.5 ::/0}", asks: (value: string) => /[2345]$/.test(value) }),
);

export const field = <T>(name: string, of: (request: Request) => T | undefined): Value<T> => ({
  text: name,
  of,
});
const host = field("http.host", (found) => mapPresent(found["http.host"], bytes));
const userAgent = field("http.user_agent", (found) =>
  mapPresent(found["http.user_agent"], ({ base64 }) => Buffer.from(base64, "base64").toString("latin1")),
);
export const names = (found: Request) => (found["http.request.headers.names"] ?? []).map(bytes);
export const header = (found: Request, key: string) =>
  mapPresent(found["http.request.headers"], (all) => all[key]);

export const bytesValue: fc.Arbitrary<Value<string>> = fc.letrec<{ value: Value<string> }>((tie) => ({
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
export const intValue: fc.Arbitrary<Value<number>> = fc.oneof(
  fc.constant(field("cf.waf.score", (found) => found["cf.waf.score"])),
  bytesValue.map((inner) => call("len", inner, (value) => value.length)),
);

/** Several values, which `[*]` selects. */

function call<A, B>(name: string, inner: Value<A>, compute: (value: A) => B, constants = ""): Value<B> {
  const args = constants === "" ? inner.text : `${inner.text}, ${constants}`;
  return { text: `${name}(${args})`, of: (found) => mapPresent(inner.of(found), compute) };
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

export function bytes(value: string): string {
  return Buffer.from(value).toString("latin1");
}

/** Changes ASCII only: the bytes of é are unchanged. */
export function lower(value: string): string {
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

export function mapPresent<A, B>(value: A | undefined, compute: (value: A) => B): B | undefined {
  return value === undefined ? undefined : compute(value);
}
