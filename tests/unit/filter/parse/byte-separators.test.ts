import { parseFilter } from "../../../../provider/filter";
import { printFilter } from "../../../../provider/filter";
import { lint, messages } from "../lint/lint-expression";
import { referenceError } from "./reference-error";

function printed(expression: string): string | undefined {
  const parsed = parseFilter(expression);
  return parsed.valid ? printFilter(parsed.ast) : undefined;
}

describe("bytes with - and . between them", () => {
  it.each([
    ["http.host eq 61-62", "http.host eq 61:62"],
    ["http.host eq 61.62", "http.host eq 61:62"],
    ["http.host eq 61:62-63.64", "http.host eq 61:62:63:64"],
    ["http.host contains 61-62", "http.host contains 61:62"],
    ["http.host in {61:62 63.64 65-66}", "http.host in {61:62 63:64 65:66}"],
    ["http.host eq ab-cd", "http.host eq ab:cd"],
    ["http.host eq ab.cd and ssl", "http.host eq ab:cd and ssl"],
    ["(http.host eq ab.cd)", "(http.host eq ab:cd)"],
    ["http.host eq ab:cdand ssl", "http.host eq ab:cd and ssl"],
  ])("are accepted: %s", (expression, canonical) => {
    expect(printed(expression)).toBe(canonical);
  });

  it.each([
    ["http.host eq cf.edge.server_ip", "1:14 ^^^^^^^^^^^^^^^^^ expected value of type Bytes, but got Ip"],
    ["http.host eq cf.edge.nothing", "1:14 ^^^^^^^^^^^^^^^ unknown identifier"],
    ["http.host eq ab.cdef", "1:14 ^^^^^^^ unknown identifier"],
    ["http.host eq ab.cd.e", "1:14 ^^^^^^^ unknown identifier"],
    ["http.host eq ab:cdef", "1:19 ^^ unrecognised input"],
    ["http.host eq 61-6", "1:17 ^ expected 2 characters, but found 1"],
    ["http.host eq 61_62", "1:16 ^ expected byte separator"],
  ])("do not hide the error in %s", (expression, error) => {
    expect(referenceError(expression)).toBe(error);
  });

  it("are reported by the linter, once each", () => {
    const expression =
      "http.host in {61-62 63:64} or http.host eq 10.10.10.10 or concat(http.host, ab-cd) contains 61-62";
    expect(lint(expression)).toEqual(
      [
        ["61-62", 14, "61:62"],
        ["10.10.10.10", 43, "10:10:10:10"],
        ["ab-cd", 76, "ab:cd"],
        ["61-62", 92, "61:62"],
      ].map(([written, start, instead]) => ({
        rule: "byte-separator",
        message: `${written} is bytes, which the service may accept only with colons. Write ${instead}, or "${written}" if a text is meant.`,
        span: { start, end: Number(start) + String(written).length },
      })),
    );
  });

  it("are not reported with colons, nor in texts", () => {
    expect(messages('http.host in {61:62 "61-62" r"61.62"}')).toEqual([]);
  });
});
