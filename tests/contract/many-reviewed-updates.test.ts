import { runScript } from "../support/run-script";

describe("a hundred programs that change at random, with edits by hand in between", () => {
  it("write nothing that the review of their preview does not name", async () => {
    const { code, text } = await runScript("reviewed-updates", "--seed", "1", "--count", "100");
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    expect(text).toMatch(/^100 programs, \d{3,} updates, \d{4,} written objects, 0 failed/m);
  }, 600_000);
});
