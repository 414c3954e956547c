import { lint } from "./lint-expression";

describe("bytes in hex digits", () => {
  it.each([
    ["http.host eq 61-62", "61:62"],
    ["http.host in {61:62 63.64-65}", "63:64:65"],
  ])("are reported with other separators than colons: %s", (expression, instead) => {
    expect(lint(expression)).toMatchObject([
      {
        rule: "byte-separator",
        message: `Newer versions of the service may accept only colons between bytes. Write ${instead}.`,
      },
    ]);
  });

  it("are not reported with colons", () => {
    expect(lint("http.host in {61:62 63:64}")).toEqual([]);
  });
});
