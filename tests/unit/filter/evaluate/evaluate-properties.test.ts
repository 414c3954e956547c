import fc from "fast-check";
import { compileFilter, parseFilter, readRequestFields } from "../../../../provider/filter";
import {
  addressQuestion,
  bytes,
  bytesQuestion,
  bytesValue,
  field,
  header,
  intQuestion,
  intValue,
  lower,
  mapPresent,
  names,
  ordering,
  type Piece,
  type Question,
  request,
  type Request,
  text,
  type Value,
} from "./value-arbitrary";

type Condition = Piece<boolean>;

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
    fc.tuple(mapped, ordering, bytesValue).map(([left, [operator, holds], right]) => ({
      text: `${left.text} ${operator} ${right.text}`,
      of: (found: Request) => {
        const other = right.of(found);
        return left.of(found).map((value) => other !== undefined && holds(value, other));
      },
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
    fc.oneof(twoSided(bytesValue), twoSided(intValue)),
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

describe("compileFilter, compared with a simple model", () => {
  it("returns the same result for every expression and request", () => {
    fc.assert(
      fc.property(condition, request, (expected, found) => {
        const parsed = parseFilter(expected.text);
        if (!parsed.valid) throw new Error(`${expected.text}: ${parsed.diagnostics[0].cause}`);
        expect(compileFilter(parsed.ast).run(readRequestFields(found))).toBe(expected.of(found));
      }),
      { numRuns: 3000 },
    );
  });

  it("compares with a value as it compares with the literal of that value", () => {
    fc.assert(
      fc.property(bytesValue, ordering, bytesValue, request, (left, [operator], right, found) => {
        const value = right.of(found);
        fc.pre(value !== undefined);
        const fields = readRequestFields(found);
        const runs = [right.text, `"${hexEscapes(value)}"`].map((written) => {
          const parsed = parseFilter(`${left.text} ${operator} ${written}`);
          return parsed.valid && compileFilter(parsed.ast).run(fields);
        });
        expect(runs[0]).toBe(runs[1]);
      }),
      { numRuns: 2000 },
    );
  });

  it("computes the same bytes for nested calls", () => {
    fc.assert(
      fc.property(bytesValue, request, (value, found) => {
        const expected = value.of(found);
        const parsed = parseFilter(`${value.text} eq "${hexEscapes(expected ?? "")}"`);
        if (!parsed.valid) throw new Error(`${value.text}: ${parsed.diagnostics[0].cause}`);
        expect(compileFilter(parsed.ast).run(readRequestFields(found))).toBe(expected !== undefined);
      }),
      { numRuns: 2000 },
    );
  });
});

function hexEscapes(value: string): string {
  return Array.from(value, (byte) => `\\x${Buffer.from(byte, "latin1").toString("hex")}`).join("");
}

/** A comparison with a missing value is false. */
function comparison<T>([left, question]: readonly [Value<T>, Question<T>]): Condition {
  return {
    text: `${left.text} ${question.text}`,
    of: (found) => mapPresent(left.of(found), question.asks) ?? false,
  };
}

/** A comparison of two values. It is false if either is missing. */
function twoSided<T>(value: fc.Arbitrary<Value<T>>): fc.Arbitrary<Condition> {
  return fc.tuple(value, ordering, value).map(([left, [operator, holds], right]) => ({
    text: `${left.text} ${operator} ${right.text}`,
    of: (found) => {
      const [one, other] = [left.of(found), right.of(found)];
      return one !== undefined && other !== undefined && holds(one, other);
    },
  }));
}

/** Joins conditions without parentheses: `or` of `xor` of `and`. */
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

/** The result is as long as the shorter operand. */
function zip<T>(a: readonly T[], b: readonly T[]): [T, T][] {
  return a.flatMap((item, index): [T, T][] => {
    const other = b[index];
    return other === undefined ? [] : [[item, other]];
  });
}

function inKeyOrder(found: Request): string[][] {
  return Object.entries(found["http.request.headers"] ?? {})
    .sort(([a], [b]) => (bytes(a) < bytes(b) ? -1 : 1))
    .map(([, values]) => values.map(bytes));
}
