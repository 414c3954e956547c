import { checkRule, type RuleContext } from "../../../provider/rulebook";

const CONTEXT: RuleContext = { phase: "http_request_dynamic_redirect", kind: "zone", nameOf: (name) => name };
const TARGET = { target_url: { value: "https://example.com/" } };
const LIST = { name: "moved", key: "http.request.full_uri" };

describe("the parameters of redirect", () => {
  it.each([
    ["none of its sources", {}, "none of them"],
    ["both of its sources", { from_value: TARGET, from_list: LIST }, "both"],
  ])("may not have %s", (_, action_parameters, found) => {
    expect(checkRule({ action: "redirect", action_parameters }, CONTEXT)).toMatchObject([
      {
        constraint: { id: "redirect-one-source" },
        path: ["action_parameters"],
        message: `must have either from_value or from_list, found ${found}`,
      },
    ]);
  });

  it("may have one source", () => {
    expect(checkRule({ action: "redirect", action_parameters: { from_value: TARGET } }, CONTEXT)).toEqual([]);
  });
});
