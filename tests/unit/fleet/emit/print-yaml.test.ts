import fc from "fast-check";
import { parse } from "yaml";
import { printYaml } from "../../../../fleet/emit/print-yaml";

describe("printYaml", () => {
  it("prints values that readers of YAML 1.1 and 1.2 both get back", () => {
    const value = fc.jsonValue({ noUnicodeString: false });
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), value), (members) => {
        // `-0` is a number of JSON that YAML does not keep.
        const plain = JSON.parse(JSON.stringify(members)) as object;
        const text = printYaml(["a comment"], [plain]);
        expect([parse(text, { version: "1.1" }), parse(text, { version: "1.2" })]).toEqual([plain, plain]);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    "on",
    "yes",
    "1:30",
    "0o7",
    "017",
    "1_000",
    "null",
    "~",
    "2001-01-01",
    "- a",
    "a: b",
    "#",
    "*a",
    "!a",
    "%a",
  ])("keeps the text %s", (text) => {
    const printed = printYaml([], [{ [text]: text }]);
    expect([parse(printed, { version: "1.1" }), parse(printed, { version: "1.2" })]).toEqual(
      Array(2).fill({ [text]: text }),
    );
  });

  it("keeps comments comments, whatever they contain", () => {
    const text = printYaml(["a\nb: 1\r\nc: 2\u2028d: 3\u0085e: 4\u0007"], [{ z: 1 }]);
    expect(text).toBe("# a\n# b: 1\n# c: 2\n# d: 3\n# e: 4?\nz: 1\n");
  });
});
