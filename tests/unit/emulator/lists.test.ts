import { matchesText } from "../../../emulator/lists";

describe("matchesText", () => {
  it.each([
    ["Example.com", true],
    ["example", false],
    ["equal:EXAMPLE.COM", true],
    ["not_equal:example.com", false],
    ["starts_with:exam", true],
    ["ends_with:.com", true],
    ["ends_with:ample.co", false],
    ["contains:PLE", true],
    ["contains_case_sensitive:PLE", false],
    ["starts_with_case_sensitive:exam", true],
    ["unknown:example.com", false],
    ["constructor:example.com", false],
  ])("compares example.com with %s: %s", (filter, expected) => {
    expect(matchesText("example.com", filter)).toBe(expected);
  });
});
