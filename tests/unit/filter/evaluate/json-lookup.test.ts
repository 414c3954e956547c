import fc from "fast-check";
import { matches } from "./matches";

/** Tells whether a lookup in a text returns a value. */
function gives(call: string, text: string, expected: string): boolean {
  return matches(`${call} eq ${expected}`, { "http.request.body.raw": text });
}

function isMissing(call: string, text: string, least: string): boolean {
  return !matches(`${call} ge ${least}`, { "http.request.body.raw": text });
}

describe("lookup_json_string", () => {
  it.each([
    ['{"a":"b"}', '"a"', "b"],
    ['{"a":{"b":["c","d"]}}', '"a", "b", 1', "d"],
    ['[["x"],["y"]]', "1, 0", "y"],
    ['{"a":"s"}', '"a"', "s"],
    ['{"a":"n1"}', '"a"', "n1"],
    ['{"a":"1"}', '"a"', "1"],
    ['{"1":"a"}', '"1"', "a"],
    ['{"":"a"}', '""', "a"],
    ['{"a":""}', '"a"', ""],
    ['{"a":"x","a":"y"}', '"a"', "y"],
    ['{"__proto__":"a"}', '"__proto__"', "a"],
    [String.raw`{"a\"b":"c\u0041\\"}`, String.raw`"a\"b"`, String.raw`cA\\`],
    ['{"é":"é"}', '"é"', String.raw`\xc3\xa9`],
    ['\t{"a" : [ -1.5e+3 , "b" ] }', '"a", 1', "b"],
  ])("finds, in %s at %s, the string %j", (text, path, expected) => {
    expect(gives(`lookup_json_string(http.request.body.raw, ${path})`, text, `"${expected}"`)).toBe(true);
  });

  it.each([
    ["no such key", '{"a":"b"}', '"b"'],
    ["no such index", '["a"]', "1"],
    ["an index below 0", '["a"]', "-1"],
    ["an index of an object", '{"0":"a"}', "0"],
    ["a key of an array", '["a"]', '"0"'],
    ["what every object has", "{}", '"toString"'],
    ["a step into a string", '{"a":"bc"}', '"a", 0'],
    ["a key of a string", '{"a":"bc"}', '"a", "length"'],
    ["a step into null", '{"a":null}', '"a", "b"'],
    ["a key that is not UTF-8", '{"\\uffff":"a"}', String.raw`"\xff"`],
    ["a number", '{"a":1}', '"a"'],
    ["an object", '{"a":{}}', '"a"'],
    ["an array", '{"a":["b"]}', '"a"'],
    ["true", '{"a":true}', '"a"'],
    ["null", '{"a":null}', '"a"'],
    ["no JSON at all", "a", '"a"'],
    ["an empty text", "", '"a"'],
    ["a number with a leading zero elsewhere", '{"n":01,"a":"b"}', '"a"'],
    ["a comma too many", '{"a":"b",}', '"a"'],
    ["a line end in a string", '{"a":"b\n"}', '"a"'],
  ])("returns nothing if there is %s", (_, text, path) => {
    expect(isMissing(`lookup_json_string(http.request.body.raw, ${path})`, text, '""')).toBe(true);
  });

  it("returns nothing if the text is missing or is not UTF-8", () => {
    const expression = 'lookup_json_string(http.request.body.raw, "a") ge ""';
    const base64 = Buffer.from('{"a":"\xff"}', "latin1").toString("base64");
    expect(matches(expression, { "http.request.body.raw": { base64 } })).toBe(false);
    expect(matches(expression)).toBe(false);
  });

  it("reads its path from fields, and returns nothing if one of them is missing", () => {
    const call = "lookup_json_string(http.request.body.raw, http.host, cf.waf.score)";
    const fields = { "http.request.body.raw": '{"a":["b"]}', "http.host": "a" };
    expect(matches(`${call} eq "b"`, { ...fields, "cf.waf.score": 0 })).toBe(true);
    expect(matches(`${call} ge ""`, fields)).toBe(false);
  });

  it("skips elements without the key, so that later ones move up", () => {
    const values = ['{"k":"a"}', "{}", "no JSON", '{"k":"b"}'];
    const expression = 'lookup_json_string(http.request.headers.values[*], "k")[1] eq "b"';
    expect(matches(expression, { "http.request.headers.values": values })).toBe(true);
  });
});

describe("lookup_json_integer", () => {
  it.each([
    ['{"a":42}', '"a"', "42"],
    ["[0,-7]", "1", "-7"],
    ["[-0]", "0", "0"],
    ['{"a":9223372036854775807}', '"a"', "9223372036854775807"],
    ['{"a":-9223372036854775808}', '"a"', "-9223372036854775808"],
    ['{"a":9007199254740993,"b":"1"}', '"a"', "9007199254740993"],
  ])("finds, in %s at %s, the integer %s", (text, path, expected) => {
    expect(gives(`lookup_json_integer(http.request.body.raw, ${path})`, text, expected)).toBe(true);
  });

  it.each([
    "42.0",
    "4e2",
    '"42"',
    '"n42"',
    "[]",
    "9223372036854775808",
    "-9223372036854775809",
    "1e",
    "01",
    "+1",
  ])("returns nothing if there is %s", (written) => {
    const call = 'lookup_json_integer(http.request.body.raw, "a")';
    expect(isMissing(call, `{"a":${written}}`, "-9223372036854775808")).toBe(true);
  });
});

it("a lookup agrees with JSON.parse at every path of any JSON", () => {
  const call = (name: string, path: string[]) => `${name}(http.request.body.raw, ${path.join(", ")})`;
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), (text) => {
      for (const [path, value] of leavesOf(JSON.parse(text))) {
        if (path.length === 0) continue;
        if (typeof value === "string") {
          expect(gives(call("lookup_json_string", path), text, quoted(value))).toBe(true);
        } else if (Number.isSafeInteger(value)) {
          expect(gives(call("lookup_json_integer", path), text, String(value))).toBe(true);
        } else expect(isMissing(call("lookup_json_string", path), text, '""')).toBe(true);
      }
    }),
  );
});

/** Returns every scalar of a JSON value with its path as call arguments. */
function leavesOf(value: unknown, path: readonly string[] = []): [string[], unknown][] {
  if (typeof value !== "object" || value === null) return [[[...path], value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? key : quoted(key)]),
  );
}

function quoted(text: string): string {
  return `"${Buffer.from(text)
    .toString("hex")
    .replace(/../g, String.raw`\x$&`)}"`;
}
