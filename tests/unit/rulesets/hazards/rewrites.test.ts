import { UNKNOWN } from "../../../../provider/api";
import { judge, judgeBriefly } from "./judge";

const rewrite = (expression: string, path: unknown, more: object = {}) => ({
  action: "rewrite",
  expression,
  action_parameters: { uri: { path: { value: path }, ...more } },
});
const at = (path: string, host = "") =>
  `${host && `http.host eq "${host}" and `}http.request.uri.path eq "${path}"`;
const phase = "http_request_transform";

describe("rewrites of one phase", () => {
  it("do not chain", () => {
    expect(judge([rewrite(at("/a"), "/b"), rewrite(at("/b"), "/c")], { phase })).toEqual([
      'rewrites-in-a-chain rules["2"].expression: selects only the path that rules["1"] writes, and rules of one phase do not chain: ' +
        'each sees the path before all rewrites; let rules["1"] write the last path, or select the original one',
    ]);
  });

  it("do not chain on one host either", () => {
    const rules = [rewrite(at("/a", "a.example"), "/b"), rewrite(at("/b", "a.example"), "/c")];
    expect(judgeBriefly(rules, { phase })).toEqual(['rewrites-in-a-chain rules["2"].expression']);
  });

  it.each([
    ["exchange two paths", [rewrite(at("/a"), "/b"), rewrite(at("/b"), "/a")]],
    ["exchange three paths", [rewrite(at("/a"), "/b"), rewrite(at("/b"), "/c"), rewrite(at("/c"), "/a")]],
    ["are for different hosts", [rewrite(at("/a", "a.example"), "/b"), rewrite(at("/b", "b.example"), "/c")]],
    ["are in the other order", [rewrite(at("/b"), "/c"), rewrite(at("/a"), "/b")]],
    [
      "select more than the written path",
      [rewrite(at("/a"), "/b"), rewrite('starts_with(http.request.uri.path, "/b")', "/c")],
    ],
    ["select the path of the client", [rewrite(at("/a"), "/b"), rewrite(`raw.${at("/b")}`, "/c")]],
    [
      "select by a query that the first one writes",
      [
        rewrite(at("/a"), "/b", { query: { value: "x=1" } }),
        rewrite(`${at("/b")} and http.request.uri.query eq "x=1"`, "/c"),
      ],
    ],
    ["write a path that is not known", [rewrite(at("/a"), UNKNOWN), rewrite(at("/b"), "/c")]],
  ])("are fine if they %s", (_, rules) =>
    expect(judgeBriefly(rules, { phase }).filter((one) => one.startsWith("rewrites"))).toEqual([]),
  );
});
