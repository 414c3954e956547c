import fc from "fast-check";
import { indexInString, type JsonNode, jsonTree, nodeAt } from "../../../cli/json-tree";

/** The value that the places of a tree have in the text. */
function valueOf(text: string, { start, end, members, items }: JsonNode): unknown {
  if (items) return items.map((item) => valueOf(text, item));
  if (members) return Object.fromEntries([...members].map(([name, node]) => [name, valueOf(text, node)]));
  return JSON.parse(text.slice(start, end)) as unknown;
}

describe("jsonTree", () => {
  it("knows the place of each value, whatever the layout", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false }),
        fc.constantFrom(undefined, 2, "\t"),
        (value, indent) => {
          const text = JSON.stringify(value, undefined, indent);
          expect(JSON.stringify(valueOf(text, jsonTree(text, 100)))).toBe(JSON.stringify(JSON.parse(text)));
        },
      ),
    );
  });

  it("reads long strings, also of backslashes", () => {
    const value = { a: "\\".repeat(1_000_000), b: '"'.repeat(100_000), c: "x".repeat(1_000_000), d: 1 };
    const text = JSON.stringify(value);
    const { start, end } = nodeAt(jsonTree(text, 2), "d");
    expect(text.slice(start, end)).toBe("1");
  });

  it("refuses a text of more levels", () => {
    expect(() => jsonTree("[".repeat(101) + "]".repeat(101), 100)).toThrow(RangeError);
    expect(jsonTree("[".repeat(100) + "]".repeat(100), 100)).toMatchObject({ start: 0, end: 200 });
  });

  it("finds the deepest node of a path that the text has", () => {
    const text = '{"rules": [{"action": 1, "a b": {"c": 2}}]}';
    const at = (path: string) => {
      const { start, end } = nodeAt(jsonTree(text, 10), path);
      return text.slice(start, end);
    };
    expect(at("rules[0].action")).toBe("1");
    expect(at('rules[0]["a b"].c')).toBe("2");
    expect(at("rules[0].ref")).toBe('{"action": 1, "a b": {"c": 2}}');
    expect(at("rules[7].ref")).toBe('[{"action": 1, "a b": {"c": 2}}]');
    expect(at("")).toBe(text);
  });

  it("finds the index of a string with escapes", () => {
    const text = String.raw`"a\"b\u00e9c"`;
    const node = jsonTree(text, 1);
    expect([0, 1, 2, 3, 4].map((index) => text.slice(indexInString(text, node, index)))).toEqual([
      String.raw`a\"b\u00e9c"`,
      String.raw`\"b\u00e9c"`,
      String.raw`b\u00e9c"`,
      String.raw`\u00e9c"`,
      'c"',
    ]);
  });
});
