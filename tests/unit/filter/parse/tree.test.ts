import { fieldsOf, parseFilter, walkFilter } from "../../../../provider/filter";
import { type Type, typeName } from "../../../../provider/filter/scheme/types";

interface Node {
  readonly kind: string;
  readonly type?: Type;
  readonly span: { readonly start: number; readonly end: number };
}

describe("the AST of an expression", () => {
  it("has groups, negations, quantifiers and sets with types and spans", () => {
    const expression =
      '  not ( ssl ) and any( lower(http.request.headers["x"][ * ])[*] ~ "a" )  or ip.src in { 1.2.3.4 10/8 ::1..::2 } ';
    expect(nodesOf(expression)).toEqual([
      `combination Bool: ${expression.trim()}`,
      'combination Bool: not ( ssl ) and any( lower(http.request.headers["x"][ * ])[*] ~ "a" )',
      "negation Bool: not ( ssl )",
      "group Bool: ( ssl )",
      "comparison Bool: ssl",
      "value Bool: ssl",
      "field Bool: ssl",
      'quantifier Bool: any( lower(http.request.headers["x"][ * ])[*] ~ "a" )',
      'comparison Array<Bool>: lower(http.request.headers["x"][ * ])[*] ~ "a"',
      'value Bytes: lower(http.request.headers["x"][ * ])[*]',
      'call Array<Bytes>: lower(http.request.headers["x"][ * ])',
      'value Bytes: http.request.headers["x"][ * ]',
      "field Map<Array<Bytes>>: http.request.headers",
      'key: ["x"]',
      "each: [ * ]",
      "each: [*]",
      'regex: "a"',
      "comparison Bool: ip.src in { 1.2.3.4 10/8 ::1..::2 }",
      "value Ip: ip.src",
      "field Ip: ip.src",
      "ip Ip: 1.2.3.4",
      "ipNetwork: 10/8",
      "ipRange: ::1..::2",
    ]);
  });

  it("has calls with arguments of every kind", () => {
    expect(
      nodesOf('! ssl xor concat( "a" , ff:fe , r#"b"# ) == 61:62 or cidr( ip.src , 24, 64)== 1.2.3.4'),
    ).toEqual([
      'combination Bool: ! ssl xor concat( "a" , ff:fe , r#"b"# ) == 61:62 or cidr( ip.src , 24, 64)== 1.2.3.4',
      'combination Bool: ! ssl xor concat( "a" , ff:fe , r#"b"# ) == 61:62',
      "negation Bool: ! ssl",
      "comparison Bool: ssl",
      "value Bool: ssl",
      "field Bool: ssl",
      'comparison Bool: concat( "a" , ff:fe , r#"b"# ) == 61:62',
      'value Bytes: concat( "a" , ff:fe , r#"b"# )',
      'call Bytes: concat( "a" , ff:fe , r#"b"# )',
      'bytes Bytes: "a"',
      "bytes Bytes: ff:fe",
      'bytes Bytes: r#"b"#',
      "bytes Bytes: 61:62",
      "comparison Bool: cidr( ip.src , 24, 64)== 1.2.3.4",
      "value Ip: cidr( ip.src , 24, 64)",
      "call Ip: cidr( ip.src , 24, 64)",
      "value Ip: ip.src",
      "field Ip: ip.src",
      "int Int: 24",
      "int Int: 64",
      "ip Ip: 1.2.3.4",
    ]);
  });

  it("has mapped conditions of type Array<Bool>", () => {
    expect(
      nodesOf(
        'all(not (http.request.headers.names[*] contains "a" and has_value(http.request.headers[*], "b")))',
      ),
    ).toEqual([
      'quantifier Bool: all(not (http.request.headers.names[*] contains "a" and has_value(http.request.headers[*], "b")))',
      'negation Array<Bool>: not (http.request.headers.names[*] contains "a" and has_value(http.request.headers[*], "b"))',
      'group Array<Bool>: (http.request.headers.names[*] contains "a" and has_value(http.request.headers[*], "b"))',
      'combination Array<Bool>: http.request.headers.names[*] contains "a" and has_value(http.request.headers[*], "b")',
      'comparison Array<Bool>: http.request.headers.names[*] contains "a"',
      "value Bytes: http.request.headers.names[*]",
      "field Array<Bytes>: http.request.headers.names",
      "each: [*]",
      'bytes Bytes: "a"',
      'comparison Array<Bool>: has_value(http.request.headers[*], "b")',
      'value Array<Bool>: has_value(http.request.headers[*], "b")',
      'call Array<Bool>: has_value(http.request.headers[*], "b")',
      "value Array<Bytes>: http.request.headers[*]",
      "field Map<Array<Bytes>>: http.request.headers",
      "each: [*]",
      'bytes Bytes: "b"',
    ]);
  });

  it("has numbers, ranges and elements", () => {
    expect(
      nodesOf(
        'lookup_json_integer(http.host, 10, "a", 0) in {1..5 -7} && ' +
          'http.request.headers.names[4294967295] strict wildcard r"a"',
      ).slice(1),
    ).toEqual([
      'comparison Bool: lookup_json_integer(http.host, 10, "a", 0) in {1..5 -7}',
      'value Int: lookup_json_integer(http.host, 10, "a", 0)',
      'call Int: lookup_json_integer(http.host, 10, "a", 0)',
      "value Bytes: http.host",
      "field Bytes: http.host",
      "int Int: 10",
      'bytes Bytes: "a"',
      "int Int: 0",
      "intRange: 1..5",
      "intRange: -7",
      'comparison Bool: http.request.headers.names[4294967295] strict wildcard r"a"',
      "value Bytes: http.request.headers.names[4294967295]",
      "field Array<Bytes>: http.request.headers.names",
      "element: [4294967295]",
      'bytes Bytes: r"a"',
    ]);
  });

  it.each([
    ['concat(http.request.headers.names, http.request.headers.values)[0] eq "a"', "Array<Bytes>"],
    ['concat("a", "b") eq "a"', "Bytes"],
    ['concat(http.request.headers.names[*], "b")[0] eq "a"', "Array<Bytes>"],
  ])("types the call in %s by its first argument", (expression, type) => {
    expect(nodesOf(expression).find((node) => node.startsWith("call"))).toMatch(`call ${type}: concat(`);
  });
});

describe("walkFilter", () => {
  it("visits conditions, values and arguments in the order of the text", () => {
    const parsed = parseFilter('not (ssl) and any(concat(http.request.headers.names[*], "a")[*] eq "b")');
    const kinds: string[] = [];
    if (parsed.valid) walkFilter(parsed.ast, ({ kind }) => kinds.push(kind));
    expect(kinds).toEqual([
      "combination",
      "negation",
      "group",
      "comparison",
      "value",
      "field",
      "quantifier",
      "comparison",
      "value",
      "call",
      "value",
      "field",
      "bytes",
    ]);
  });
});

describe("fieldsOf", () => {
  it("returns each field once, sorted", () => {
    const parsed = parseFilter(
      'not (ssl xor ip.src in $office) and any(lower(http.request.headers["x"][*])[*] eq "a") ' +
        'or concat(http.host, http.cookie) eq "a" or ssl',
    );
    expect(parsed.valid && fieldsOf(parsed.ast)).toEqual([
      "http.cookie",
      "http.host",
      "http.request.headers",
      "ip.src",
      "ssl",
    ]);
  });

  it("does not return strings and functions", () => {
    const parsed = parseFilter('len(concat("ssl", "http.host")) gt 3');
    expect(parsed.valid && fieldsOf(parsed.ast)).toEqual([]);
  });
});

/** Returns kind, type and text of every node with a span. */
function nodesOf(expression: string): string[] {
  const parsed = parseFilter(expression);
  if (!parsed.valid) throw new Error(`${expression}: ${parsed.diagnostics[0].cause}`);
  const nodes: string[] = [];
  collect(parsed.ast);
  return nodes;

  function collect(part: unknown): void {
    if (typeof part !== "object" || part === null) return;
    if (isNode(part)) {
      const type = part.type === undefined ? "" : ` ${typeName(part.type)}`;
      nodes.push(`${part.kind}${type}: ${expression.slice(part.span.start, part.span.end)}`);
    }
    Object.values(part).forEach(collect);
  }
}

function isNode(part: object): part is Node {
  return "kind" in part && "span" in part;
}
