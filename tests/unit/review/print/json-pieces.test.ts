import { jsonPieces } from "../../../../review/print/review-document";

describe("JSON in pieces", () => {
  it.each([
    ["a nested value", { a: [1, { b: null, c: [] }, [[], {}]], "d\n\u2028": "\ud800 ü\n", e: { f: true } }],
    ["a member without a value", { a: undefined, b: { c: undefined }, d: [undefined, 1] }],
    ["an empty list", []],
    ["a text", "a\nb"],
  ])("is the text that JSON.stringify makes of %s", (_name, value) => {
    expect([...jsonPieces(value)].join("")).toBe(JSON.stringify(value, undefined, 2));
  });
});
