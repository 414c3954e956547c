import fc from "fast-check";
import {
  alwaysTrue,
  compileFilter,
  findImplied,
  findMisjoined,
  implies,
  neverTrue,
  parseFilter,
  printFilter,
  readRequestFields,
  type Expression,
} from "../../../../../provider/filter";

/*
 * Few values, so that conditions often contradict or imply each other. The requests have every field that all requests have, with
 * values as they are documented; the others can be missing.
 */
const PATHS = ["/", "/a", "/A", "/a/b", "/ab", "/b.php"];
const HOSTS = ["a", "b", "ab", "a.b", "ba"];
const AGENTS = ["", "a", "A", "b", "ab", "a\nb"];
const ADDRESSES = [
  "10.0.0.1",
  "10.0.0.2",
  "192.0.2.1",
  "0.0.0.0",
  "255.255.255.255",
  "::1",
  "::ffff:10.0.0.1",
];

const request = fc.record(
  {
    "ip.src": fc.constantFrom(...ADDRESSES),
    "http.host": fc.constantFrom(...HOSTS),
    "http.request.uri.path": fc.constantFrom(...PATHS),
    "http.request.method": fc.constantFrom("GET", "POST"),
    "ip.src.country": fc.constantFrom("DE", "FR", "T1"),
    ssl: fc.boolean(),
    "http.user_agent": fc.constantFrom(...AGENTS),
    "cf.waf.score": fc.integer({ min: 0, max: 4 }),
    "cf.client.bot": fc.boolean(),
    "http.request.headers": fc.dictionary(
      fc.constantFrom("x", "y"),
      fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
    ),
  },
  {
    requiredKeys: [
      "ip.src",
      "http.host",
      "http.request.uri.path",
      "http.request.method",
      "ip.src.country",
      "ssl",
    ],
  },
);

const literal = fc.constantFrom(
  "",
  "a",
  "A",
  "b",
  "ab",
  "/",
  "/a",
  "/A",
  "a/",
  "?",
  ".php",
  "DE",
  "de",
  "GET",
  "get",
);
const bytesValue = fc.constantFrom(
  "http.host",
  "http.request.uri.path",
  "http.request.method",
  "ip.src.country",
  "http.user_agent",
  "lower(http.user_agent)",
  "upper(http.host)",
  'http.request.headers["x"][0]',
);
const pattern = fc.constantFrom("*", "/*", "a*", "*a", "*a*", "", "a", "/a*", "A*b");
const regex = fc.constantFrom("", ".*", "^.*$", "a", "^/", "^a$");
const ordering = fc.constantFrom("eq", "ne", "lt", "le", "gt", "ge");
const bytesTest = testOf(bytesValue);
const intTest = fc
  .tuple(
    fc.constantFrom("cf.waf.score", "len(http.host)", "len(http.user_agent)"),
    fc.oneof(
      fc.tuple(ordering, fc.integer({ min: -1, max: 3 })).map(([operator, right]) => `${operator} ${right}`),
      fc.constantFrom("in {-1..2}", "in {0 3..4}", "& 1", "in {}"),
    ),
  )
  .map(([value, test]) => `${value} ${test}`);
const addressTest = fc
  .oneof(
    fc.tuple(ordering, fc.constantFrom(...ADDRESSES)).map(([operator, right]) => `${operator} ${right}`),
    fc
      .uniqueArray(
        fc.constantFrom(
          "0.0.0.0/0",
          "::/0",
          "10.0.0.0/8",
          "0.0.0.0/1",
          "128.0.0.0/1",
          "::1",
          "10.0.0.1..10.0.0.2",
        ),
      )
      .map((items) => `in {${items.join(" ")}}`),
  )
  .map((test) => `ip.src ${test}`);
/** Comparisons of two values, often of a value with itself. */
const twoSided = fc.oneof(
  fc.tuple(bytesValue, ordering, bytesValue).map((parts) => parts.join(" ")),
  fc
    .tuple(
      fc.constantFrom("cf.waf.score", "len(http.host)"),
      fc.oneof(ordering, fc.constant("&")),
      fc.constantFrom("cf.waf.score", "len(http.user_agent)"),
    )
    .map((parts) => parts.join(" ")),
  fc
    .tuple(ordering, fc.constantFrom("ip.src", "cidr(ip.src, 8, 8)"))
    .map((parts) => `ip.src ${parts.join(" ")}`),
);
const simple = fc.oneof(
  twoSided,
  bytesTest,
  intTest,
  addressTest,
  fc.constantFrom(
    "ssl",
    "cf.client.bot",
    "true",
    "false",
    'any(http.request.headers["x"][*] eq "a")',
    "ip.src in $office",
  ),
);
const condition = fc.letrec<{ any: string; deep: string }>((tie) => ({
  any: fc.oneof({ maxDepth: 3, withCrossShrink: true }, simple, tie("deep")),
  deep: fc.oneof(
    tie("any").map((one) => `not (${one})`),
    fc
      .tuple(fc.constantFrom("and", "or", "xor"), fc.array(tie("any"), { minLength: 2, maxLength: 3 }))
      .map(([operator, items]) => items.map((item) => `(${item})`).join(` ${operator} `)),
  ),
})).any;

/** Two tests of one value, which often exclude or imply each other. */
const related = bytesValue.chain((value) =>
  relatedTo(testOf(fc.constant(value)), testOf(fc.constant(value))),
);
/** The same, where one compares the value with another one. */
const relatedTwoSided = bytesValue.chain((value) =>
  relatedTo(
    fc.tuple(ordering, bytesValue).map(([operator, right]) => `${value} ${operator} ${right}`),
    testOf(fc.constant(value)),
  ),
);

describe("what is claimed to be certain", () => {
  it("holds for every request that was tried", () => {
    const claims = { always: 0, never: 0, implied: 0, misjoined: 0 };
    const requests = fc.sample(request, { numRuns: 200, seed: 1 });
    const fields = requests.map(readRequestFields);
    const isComplete = requests.map(
      (one) => Object.keys(one).length === 10 && one["http.request.headers"]?.["x"]?.[0] !== undefined,
    );
    const runs = (ast: Expression) => {
      const compiled = compileFilter(ast);
      return fields.map((one) => compiled.run(one, new Map([["office", () => true]])));
    };
    fc.assert(
      fc.property(
        fc.oneof({ arbitrary: related, weight: 2 }, condition, relatedTwoSided),
        condition,
        (one, other) => {
          const [a, b] = [parsed(one), parsed(other)];
          if (alwaysTrue(a)) {
            claims.always += 1;
            expect(runs(a)).not.toContain(false);
          }
          if (neverTrue(a)) {
            claims.never += 1;
            expect(runs(a)).not.toContain(true);
          }
          if (implies(a, b)) {
            claims.implied += 1;
            const second = runs(b);
            expect(runs(a).filter((matches, index) => matches && second[index] !== true)).toEqual([]);
          }
          for (const { operator, conditions } of findMisjoined(a)) {
            claims.misjoined += 1;
            const joined = runs(
              parsed(conditions.map((item) => `(${printFilter(item)})`).join(` ${operator} `)),
            );
            expect(joined.filter((_, index) => isComplete[index])).not.toContain(operator === "and");
          }
        },
      ),
      { numRuns: 4000 },
    );
    // A test that saw few claims would prove little.
    expect(Object.values(claims).filter((count) => count < 50)).toEqual([]);
  });
});

describe("the index of what conditions imply", () => {
  it("finds the same conditions as comparing each pair", () => {
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(simple, related, condition), { minLength: 20, maxLength: 20 }),
        (texts) => {
          const conditions = texts.map(parsed);
          const impliedBy = findImplied(conditions);
          for (const one of conditions) {
            const all = conditions.flatMap((other, index) => (implies(one, other) ? [index] : []));
            expect([...impliedBy(one)].map((index) => texts[index])).toEqual(
              all.map((index) => texts[index]),
            );
            found += all.length;
          }
        },
      ),
      { numRuns: 250 },
    );
    expect(found).toBeGreaterThan(5_000);
  });
});

function parsed(expression: string): Expression {
  const result = parseFilter(expression);
  if (!result.valid) throw new Error(`${expression}: ${result.diagnostics[0].cause}`);
  return result.ast;
}

function relatedTo(a: fc.Arbitrary<string>, b: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(a, fc.constantFrom("and", "or"), b, fc.boolean(), fc.boolean())
    .map(([one, operator, other, x, y]) => `${x ? "not " : ""}${one} ${operator} ${y ? "not " : ""}${other}`);
}

function testOf(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const test = fc.oneof(
    fc.tuple(ordering, literal).map(([operator, text]) => `${operator} "${text}"`),
    fc
      .tuple(fc.constantFrom("eq", "ne", "contains"), literal)
      .map(([operator, text]) => `${operator} "${text}"`),
    fc
      .tuple(fc.constantFrom("wildcard", "strict wildcard"), pattern)
      .map(([operator, text]) => `${operator} "${text}"`),
    regex.map((text) => `matches "${text}"`),
    fc.array(literal, { maxLength: 3 }).map((items) => `in {${items.map((item) => `"${item}"`).join(" ")}}`),
  );
  const affix = fc
    .tuple(fc.constantFrom("starts_with", "ends_with"), value, literal)
    .map(([name, tested, text]) => `${name}(${tested}, "${text}")`);
  return fc.oneof({ arbitrary: fc.tuple(value, test).map((parts) => parts.join(" ")), weight: 3 }, affix);
}
