import { runScript } from "../support/run-script";

/** Programs of which a review once did not name what an update wrote, by what it left out. */
const FOUND: Readonly<Record<number, string>> = {
  3: "the rules of a ruleset that is replaced",
  11: "the items of a list that is replaced",
  24: "the rules of which the refs get, or lose, a mark",
  36: "the rules of a custom ruleset, after a person has moved one of them",
  50: "a rule that a person has added to a custom ruleset, and that the update removes",
  503: "an item of a shared list, after a person has written over it",
  2062: "an item of a person that a list removes, because it takes over",
};

describe("random changes of a program, with edits by hand in between", () => {
  it("write nothing that the review of their preview does not name, in ten programs", async () => {
    const { code, text } = await runScript("reviewed-updates", "--seed", "501", "--count", "10");
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    expect(text).toMatch(/^10 programs, \d\d+ updates, \d\d+ written objects, 0 failed/m);
  }, 300_000);

  it("write nothing of what a review once left out", async () => {
    const { code, text } = await runScript("reviewed-updates", "--seeds", Object.keys(FOUND).join(","));
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  }, 300_000);

  it("write what a review does not name if it cannot read the lines of the preview", async () => {
    const { code, text } = await runScript("reviewed-updates", "--seeds", "50", "--without-lines");
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringContaining("the review does not name rule custom h1: is gone") as unknown,
    });
  }, 300_000);
});
