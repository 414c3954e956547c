import { checkParameters } from "../../../../provider/rulebook/shape/check-parameters";

describe("checkParameters", () => {
  it.each([
    [
      "a text in place of an object, with the members of the object",
      { uri: { path: "/new" } },
      "uri.path: must be an object with value or expression, found a string",
    ],
    [
      "a missing choice, with the choices",
      { headers: { "X-A": { value: "x" } } },
      'headers.X-A.operation: is missing; it must be "add", "set" or "remove"',
    ],
    [
      "a misspelt choice of few, with the choices and the nearest one",
      { headers: { "X-A": { operation: "sett", value: "x" } } },
      'headers.X-A.operation: must be "add", "set" or "remove", found "sett"; did you mean "set"?',
    ],
  ])("reports %s", (_, parameters, problem) => {
    expect(
      checkParameters("rewrite", parameters, "p").map(({ path, message }) => `${path}: ${message}`),
    ).toEqual([`p.${problem}`]);
  });

  it("reports a misspelt choice of many with the nearest one alone", () => {
    expect(checkParameters("skip", { phases: ["http_rate_limit"] }, "p")).toEqual([
      {
        path: "p.phases[0]",
        message: 'is not a known value, found "http_rate_limit"; did you mean "http_ratelimit"?',
      },
    ]);
  });
});
