import {
  readRequestFields,
  type RequestFields,
  type RuntimeValue,
  writeFilterLists,
  writeRequestFields,
} from "../../../../provider/filter";

describe("fields of a request as JSON", () => {
  it("has the form that readRequestFields reads, without loss", () => {
    const json = {
      ssl: true,
      "http.host": "日本\u0000\u202e",
      "http.user_agent": { base64: "/wo=" },
      "http.referer": "",
      "ip.src": "2001:db8::1",
      "cf.waf.score": -7,
      "http.request.timestamp.msec": { int: "9007199254740993" },
      "http.request.headers": { "x-a": ["1", { base64: "/w==" }], "x-b": [] },
      "http.request.headers.names": ["x-a", "x-b"],
      "cf.tls_client_auth.cert_verified": false,
    };
    expect(writeRequestFields(readRequestFields(json))).toEqual(json);
  });

  it("writes numbers that JSON represents exactly as numbers", () => {
    const write = (value: bigint) => writeRequestFields(new Map([["cf.waf.score", value]]))["cf.waf.score"];
    expect([write(2n ** 53n - 1n), write(2n ** 53n), write(-(2n ** 63n))]).toEqual([
      9007199254740991,
      { int: "9007199254740992" },
      { int: "-9223372036854775808" },
    ]);
  });

  it("keeps keys that objects have by themselves", () => {
    const headers: RuntimeValue = new Map([["__proto__", [Buffer.from("a")]]]);
    const fields: RequestFields = new Map([["http.request.headers", headers]]);
    const json = writeRequestFields(fields);
    expect(JSON.stringify(json)).toBe('{"http.request.headers":{"__proto__":["a"]}}');
    expect(readRequestFields(JSON.parse(JSON.stringify(json)))).toEqual(fields);
  });

  it("writes lists as readFilterLists reads them", () => {
    const lists = new Map<string, readonly RuntimeValue[]>([
      ["office", [{ family: 4, value: 0xc0000201n }]],
      ["asns", [64496n]],
      ["hosts", [Buffer.from("a"), Buffer.of(0xff)]],
      ["none", []],
    ]);
    expect(writeFilterLists(lists)).toEqual({
      office: { type: "Ip", items: ["192.0.2.1"] },
      asns: { type: "Int", items: [64496] },
      hosts: { type: "Bytes", items: ["a", { base64: "/w==" }] },
    });
  });
});
