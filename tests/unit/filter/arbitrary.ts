import fc from "fast-check";

/** Generates valid expressions with every construct of the language. */
const string = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`),
  fc.string({ maxLength: 6 }).map((text) => `r##"${text.replace(/"#/g, "")}"##`),
  fc.constantFrom('"\\xff\\000"', '"\\x41\\x80b"', '"say \\"hi\\""', 'r"\\d"', '""'),
);
const bytes = fc.oneof(string, fc.constantFrom("61:62", "ff:fe:00"));
// A hex byte string as an argument could be parsed as a name.
const decimal = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const integer = fc.oneof(decimal, fc.constantFrom("0", "0x1f", "017", "-5"));
const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant("::ffff:1.2.3.4"));
const regex = fc.constantFrom(
  '"^/a[\\"x]+\\""',
  'r"^/(?i)a|b{2,3}$"',
  '"[[:alpha:]&&[^x]]+\\\\"',
  'r#"a"b"#',
  '"(?u)\\p{Greek}"',
  '""',
);
const wildcard = fc.constantFrom('"*.example.com"', 'r"a\\*b*"', '""');
const list = fc.constantFrom("$office", "$a.b_1");
const ordering = fc.constantFrom("eq", "==", "ne", "!=", "lt", "<", "le", "<=", "gt", ">", "ge", ">=");

export const bytesValue: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom("http.host", "http.request.uri.path", 'http.request.headers["a"][0]', "http.cookie"),
    tie("value").map((value) => `lower(${value})`),
    fc.tuple(tie("value"), string).map(([value, text]) => `concat(${value}, ${text})`),
    fc.tuple(tie("value"), decimal).map(([value, at]) => `substring(${value}, ${at})`),
    tie("value").map((value) => `url_decode(${value}, "ur")`),
  ),
})).value;
const mapped = fc.constantFrom(
  "http.request.headers.names[*]",
  'http.request.headers["x"][*]',
  "http.request.headers[*][*]",
  "lower(http.request.headers.values[*])[*]",
);

function comparisonOf(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    fc.tuple(value, ordering, bytes).map(join),
    fc.tuple(value, ordering, bytesValue).map(join),
    fc.tuple(value, fc.constant("contains"), bytes).map(join),
    fc.tuple(value, fc.constantFrom("matches", "~"), regex).map(join),
    fc.tuple(value, fc.constantFrom("wildcard", "strict wildcard"), wildcard).map(join),
    fc
      .tuple(value, fc.array(bytes, { maxLength: 3 }))
      .map(([left, items]) => `${left} in {${items.join(" ")}}`),
    fc.tuple(value, fc.constant("in"), list).map(join),
  );
}

const intComparison = fc
  .constantFrom("cf.waf.score", "len(http.host)", "http.request.timestamp.sec")
  .chain((value) =>
    fc.oneof(
      fc
        .tuple(
          fc.oneof(ordering, fc.constantFrom("&", "bitwise_and")),
          fc.oneof(integer, fc.constantFrom("cf.edge.server_port", "len(http.cookie)")),
        )
        .map(([operator, right]) => `${value} ${operator} ${right}`),
      fc.constant(`${value} in {1 -5..0x10 7}`),
    ),
  );
const ipComparison = fc.oneof(
  fc
    .tuple(ordering, fc.oneof(address, fc.constantFrom("cf.edge.server_ip", "cidr(ip.src, 24, 64)")))
    .map(([operator, right]) => `ip.src ${operator} ${right}`),
  fc.constantFrom("ip.src in {10/8 34 ::1..::5 192.0.2.0/24 1.2.3.4/32}", "cidr(ip.src, 24, 64) in $office"),
);
const mappedCondition = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    comparisonOf(mapped),
    tie("condition").map((condition) => `(${condition})`),
    tie("condition").map((condition) => `not (${condition})`),
    fc.tuple(tie("condition"), tie("condition")).map(([a, b]) => `(${a} and ${b})`),
  ),
})).condition;

export const validExpression: fc.Arbitrary<string> = fc.letrec<{ expression: string; simple: string }>(
  (tie) => ({
    simple: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom("ssl", "true", "not ssl", 'has_key(http.request.headers, "a")'),
      comparisonOf(bytesValue),
      intComparison,
      ipComparison,
      fc
        .tuple(fc.constantFrom("any", "all"), mappedCondition)
        .map(([quantifier, arg]) => `${quantifier}(${arg})`),
      tie("expression").map((expression) => `(${expression})`),
      tie("simple").map((simple) => `!${simple}`),
    ),
    expression: fc
      .tuple(
        tie("simple"),
        fc.array(fc.tuple(fc.constantFrom("and", "&&", "or", "||", "xor", "^^"), tie("simple")), {
          maxLength: 4,
        }),
      )
      .map(([first, rest]) => [first, ...rest.map(join)].join(" ")),
  }),
).expression;

function join(parts: readonly string[]): string {
  return parts.join(" ");
}
