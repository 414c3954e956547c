import { readFilterLists, readRequestFields, RequestFieldError } from "../../../../provider/filter";
import { matches } from "./matches";

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (problem) {
    if (problem instanceof RequestFieldError) return String(problem);
    throw problem;
  }
  throw new Error("nothing was refused");
}

const INT = 'an integer, or {"int":"…"} from 2^53 on';
const BYTES = 'a string, or {"base64":"…"} for bytes that are not UTF-8';
const IP = "a string with an IPv4 or IPv6 address";

describe("readRequestFields", () => {
  it.each([
    [{ "cf.waf.score": 12 }, "cf.waf.score eq 12"],
    [{ "cf.waf.score": { int: "9007199254740993" } }, "cf.waf.score eq 9007199254740993"],
    [{ "cf.waf.score": { int: "-9223372036854775808" } }, "cf.waf.score eq -9223372036854775808"],
    [{ "cf.waf.score": { int: "9223372036854775807" } }, "cf.waf.score eq 9223372036854775807"],
    [{ "http.host": "é" }, 'http.host eq "\\xc3\\xa9"'],
    [{ "http.host": { base64: "/w==" } }, 'http.host eq "\\xff"'],
    [{ "http.host": { base64: "/w" } }, 'http.host eq "\\xff"'],
    [{ "ip.src": "::1" }, "ip.src eq ::1"],
    [{ ssl: false }, "not ssl"],
    [{ "http.request.headers": { "": ["a", "b"] } }, 'http.request.headers[""][1] eq "b"'],
  ])("reads %j, so that %s is true", (fields, expression) => {
    expect(matches(expression, fields)).toBe(true);
  });

  it.each([null, [], "ssl", 1, true, undefined])("rejects %j, which is not an object", (json) => {
    expect(refusal(() => readRequestFields(json))).toBe(
      "RequestFieldError: The fields must be a JSON object of names and values.",
    );
  });

  it("rejects a name that is not a field", () => {
    expect(refusal(() => readRequestFields({ 'http."hst"': "a" }))).toBe(
      String.raw`RequestFieldError: There is no field "http.\"hst\"".`,
    );
  });

  it.each([
    ["cf.waf.score", 1.5, "Int", INT],
    ["cf.waf.score", 2 ** 53, "Int", INT],
    ["cf.waf.score", "1", "Int", INT],
    ["cf.waf.score", null, "Int", INT],
    ["cf.waf.score", { int: 1 }, "Int", INT],
    ["cf.waf.score", { int: "" }, "Int", INT],
    ["cf.waf.score", { int: "+1" }, "Int", INT],
    ["cf.waf.score", { int: "1 " }, "Int", INT],
    ["cf.waf.score", { int: " 1" }, "Int", INT],
    ["cf.waf.score", { int: "9223372036854775808" }, "Int", INT],
    ["cf.waf.score", { int: "-9223372036854775809" }, "Int", INT],
    ["ssl", "true", "Bool", "true or false"],
    ["ssl", 1, "Bool", "true or false"],
    ["ip.src", 1, "Ip", IP],
    ["ip.src", "10.0.0.0/8", "Ip", IP],
    ["http.host", 1, "Bytes", BYTES],
    ["http.host", ["a"], "Bytes", BYTES],
    ["http.host", { base64: 1 }, "Bytes", BYTES],
    ["http.host", { base64: "ab=c" }, "Bytes", BYTES],
    ["http.host", { base64: "a" }, "Bytes", BYTES],
    ["http.host", { base64: "-_==" }, "Bytes", BYTES],
    ["http.request.headers.names", "a", "Array<Bytes>", "a JSON array"],
    ["http.request.headers.names", { 0: "a" }, "Array<Bytes>", "a JSON array"],
    ["http.request.headers", [["a"]], "Map<Array<Bytes>>", "a JSON object"],
    ["http.request.headers", null, "Map<Array<Bytes>>", "a JSON object"],
  ])("rejects, for the field %s, the value %j", (name, value, type, expected) => {
    expect(refusal(() => readRequestFields({ [name]: value }))).toBe(
      `RequestFieldError: The field ${name} is of type ${type}: it must be ${expected}.`,
    );
  });

  it("names the path of a wrong element", () => {
    const headers = { host: ["a"], 'x-"a"': ["b", 2] };
    expect(refusal(() => readRequestFields({ "http.request.headers": headers }))).toBe(
      String.raw`RequestFieldError: The field http.request.headers["x-\"a\""][1] is of type Bytes: it must be ${BYTES}.`,
    );
  });
});

describe("readFilterLists", () => {
  const office = (items: unknown, type: unknown = "Ip") => ({ office: { type, items } });

  it.each([
    ["Ip", ["10.0.0.1", "192.0.2.0/24"], { "ip.src": "192.0.2.77" }, true],
    ["Ip", ["10.0.0.1", "192.0.2.0/24"], { "ip.src": "192.0.3.0" }, false],
    ["Ip", ["::1..::5"], { "ip.src": "::5" }, true],
    ["Ip", ["::1..::5"], { "ip.src": "::6" }, false],
    ["Int", [3, { int: "9007199254740993" }], { "cf.waf.score": { int: "9007199254740993" } }, true],
    ["Int", [3, { int: "9007199254740993" }], { "cf.waf.score": 4 }, false],
    ["Bytes", ["a", { base64: "/w==" }], { "http.host": { base64: "/w==" } }, true],
    ["Bytes", ["a", { base64: "/w==" }], { "http.host": "A" }, false],
    ["Bytes", [], { "http.host": "" }, false],
  ])("reads a list of %s from %j: membership of %j is %s", (type, items, fields, expected) => {
    const [name = ""] = Object.keys(fields);
    expect(matches(`${name} in $office`, fields, office(items, type))).toBe(expected);
  });

  it.each([null, [], "office"])("rejects %j, which is not an object", (json) => {
    expect(refusal(() => readFilterLists(json))).toBe(
      "RequestFieldError: The lists must be a JSON object of names and lists.",
    );
  });

  it.each([
    [null],
    [["Ip"]],
    ["10.0.0.1"],
    [{ type: "Ip" }],
    [{ items: [] }],
    [{ type: "Bool", items: [] }],
    [{ type: "Ip", items: { 0: "10.0.0.1" } }],
  ])("rejects %j as a list", (list) => {
    expect(refusal(() => readFilterLists({ office: list }))).toBe(
      'RequestFieldError: The list office needs a "type" (Ip, Int or Bytes) and "items" (a JSON array).',
    );
  });

  it.each(["", "a", "10.0.0.1 ", "10.0.0.1,10.0.0.2", "10.0.0.0/33", "::5..::1", 10, null])(
    "rejects %j in a list of addresses",
    (item) => {
      expect(refusal(() => readFilterLists(office(["::1", item])))).toBe(
        "RequestFieldError: The item office[1] must be an IP address, a network or a range of addresses.",
      );
    },
  );

  it("rejects an item of another type than the list", () => {
    expect(refusal(() => readFilterLists(office([1, "2"], "Int")))).toBe(
      `RequestFieldError: The item office[1] is of type Int: it must be ${INT}.`,
    );
    expect(refusal(() => readFilterLists(office([2], "Bytes")))).toBe(
      `RequestFieldError: The item office[0] is of type Bytes: it must be ${BYTES}.`,
    );
  });
});
