import { ActionParameters, memberNames, RateLimit } from "../../../provider/api";

describe("memberNames", () => {
  it.each([
    [[], ["from_value", "from_list"]],
    [["from_value"], ["target_url", "status_code", "preserve_query_string"]],
    [
      ["from_value", "target_url"],
      ["value", "expression"],
    ],
    [["from_value", "gone"], []],
    [["from_value", "status_code", "x"], []],
  ])("returns the names below %j", (path, names) => {
    expect(memberNames(ActionParameters.redirect, path)).toEqual(names);
  });

  it("descends into lists and records", () => {
    expect(memberNames(ActionParameters.execute, ["overrides", "rules", 3])).toContain("score_threshold");
    expect(memberNames(ActionParameters.rewrite, ["headers", "X-Any"])).toEqual([
      "operation",
      "value",
      "expression",
    ]);
    expect(memberNames(RateLimit)).toContain("period");
  });
});
