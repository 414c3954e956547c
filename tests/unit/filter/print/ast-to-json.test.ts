import { astToJson, parseFilter } from "../../../../provider/filter";
import { readRecords } from "../../../support/records";

interface AstRecord {
  readonly id: string;
  readonly expression: string;
  readonly ast: unknown;
}

const records = readRecords<AstRecord>("filter-ast-examples.jsonl");

describe("astToJson", () => {
  it.each(records.map((record) => [record.id, record] as const))(
    "prints the reference implementation's tree of %s",
    (_, record) => {
      const parsed = parseFilter(record.expression);
      expect(parsed.valid && exact(astToJson(parsed.ast))).toEqual(record.ast);
    },
  );

  it("prints a network of one address as that address", () => {
    const parsed = parseFilter("ip.src in {192.0.2.1/32 192.0.2.0/24 2001:db8::1/128 2001:db8::/32 ::/32}");
    expect(parsed.valid && astToJson(parsed.ast)).toEqual({
      lhs: "ip.src",
      op: "OneOf",
      rhs: ["192.0.2.1", "192.0.2.0/24", "2001:db8::1", "2001:db8::/32", "::/32"],
    });
  });

  it("prints a value on the right as the value of an argument", () => {
    const parsed = parseFilter('http.host ne http.request.headers["a"][0] and cf.waf.score & len(http.host)');
    expect(parsed.valid && astToJson(parsed.ast)).toEqual({
      items: [
        {
          lhs: "http.host",
          op: "NotEqual",
          rhs: {
            kind: "IndexExpr",
            value: ["http.request.headers", { kind: "MapKey", value: "a" }, { kind: "ArrayIndex", value: 0 }],
          },
        },
        {
          lhs: "cf.waf.score",
          op: "BitwiseAnd",
          rhs: {
            kind: "IndexExpr",
            value: { name: "len", args: [{ kind: "IndexExpr", value: "http.host" }] },
          },
        },
      ],
      op: "And",
    });
  });

  it("prints integers that a JSON number would round as strings", () => {
    const parsed = parseFilter("cf.waf.score in {9007199254740991 9007199254740993}");
    expect(parsed.valid && astToJson(parsed.ast)).toEqual({
      lhs: "cf.waf.score",
      op: "OneOf",
      rhs: [
        { start: 9007199254740991, end: 9007199254740991 },
        { start: "9007199254740993", end: "9007199254740993" },
      ],
    });
  });
});

/** The records have large integers as JSON numbers, which JSON.parse rounds. This rounds ours in the same way. */
function exact(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    (key === "start" || key === "end" || key === "rhs") &&
    typeof value === "string" &&
    /^-?\d{16,}$/.test(value)
      ? Number(value)
      : value,
  );
}
