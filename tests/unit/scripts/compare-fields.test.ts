import { compareFields, readReference } from "../../../scripts/compare-fields";

describe("the comparison of the table with a saved reference of fields", () => {
  it("reads JSON of names with types", () => {
    const expected = [
      ["http.host", "Bytes"],
      ["cf.bot_management.detection_ids", "Array<Int>"],
    ];
    const object = { "http.host": "String", "cf.bot_management.detection_ids": "Array<Number>" };
    expect([...readReference(JSON.stringify(object))]).toEqual(expected);
    const rows = Object.entries(object).map(([name, type]) => ({ name, data_type: type }));
    expect([...readReference(JSON.stringify(rows))]).toEqual(expected);
    expect([...readReference(JSON.stringify({ fields: rows }))]).toEqual(expected);
  });

  it("reads tables, lists and pages of Markdown", () => {
    const page = [
      "# Fields",
      "| Field | Type |",
      "| --- | --- |",
      "| `cf.waf.signature.request.refs` | `Array<String>` | Refs, up to 10 |",
      "- `ip.src` IP address",
      "## `http.request.headers`",
      "",
      "`Map<String, Array<String>>`",
      "`http.host` is the host of the request.",
      "Other text about a String.",
      "`ssl` Boolean",
    ];
    expect([...readReference(page.join("\n"))]).toEqual([
      ["cf.waf.signature.request.refs", "Array<Bytes>"],
      ["ip.src", "Ip"],
      ["http.request.headers", "Map<Array<Bytes>>"],
      ["http.host", undefined],
      ["ssl", "Bool"],
    ]);
  });

  it("names what only one side has, and other types", () => {
    const ours = new Map([
      ["http.host", "Bytes"],
      ["ip.src", "Ip"],
      ["ssl", "Bool"],
    ]);
    const theirs = new Map([
      ["http.host", "Int"],
      ["ip.src", undefined],
      ["cf.new.score", "Int"],
    ]);
    expect(compareFields(ours, theirs)).toEqual([
      "other type: http.host is Bytes here and Int there",
      "only in the reference: cf.new.score (Int)",
      "only in the table: ssl",
    ]);
    expect(compareFields(ours, ours)).toEqual([]);
  });
});
