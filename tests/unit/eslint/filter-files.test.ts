import { Linter } from "eslint";
import { configs } from "../../../eslint";

const linter = new Linter();

function lint(text: string, settings: object = {}) {
  // The plugin has no types of ESLint; the linter itself checks its form.
  const config = configs.filterFiles as unknown as Linter.Config;
  return linter.verify(text, [{ ...config, settings: { edge: settings } }], "admin.filter");
}

describe("files with an expression", () => {
  it.each(['http.host eq "a"\n', "ssl", "\uFEFFssl\r\n"])("may be valid: %j", (text) => {
    expect(lint(text)).toEqual([]);
  });

  it("have their errors and warnings at the columns of the file", () => {
    const found = lint('\nhttp.hots eq "a"\r\n  and ip.src in {10.0.0.1/8}\n');
    expect(
      found.map(({ ruleId, line, column, endLine, endColumn }) => [ruleId, line, column, endLine, endColumn]),
    ).toEqual([
      ["edge/expression", 2, 1, 2, 10],
      ["edge/expression", 3, 18, 3, 26],
    ]);
    expect(found[0]?.suggestions?.[0]?.fix).toEqual({ range: [1, 10], text: "http.host" });
    expect(lint('http.request.method eq "get"').map(({ ruleId, column }) => [ruleId, column])).toEqual([
      ["edge/warning", 24],
    ]);
  });

  it("report an empty file", () => {
    expect(lint("\n").map(({ line, column }) => [line, column])).toEqual([[1, 1]]);
  });

  it("may use the names that the settings declare", () => {
    expect(lint("cf.new.score gt 5")).toHaveLength(1);
    expect(lint("cf.new.score gt 5", { fields: { "cf.new.score": "Int" } })).toEqual([]);
  });

  it.each(["\0", "\ud800", "(".repeat(100_000), "\u2028", "a\r\rb"])("may be hostile", (text) => {
    expect(lint(text).map(({ ruleId }) => ruleId)).toEqual(["edge/expression"]);
  });
});
