import { casesOf } from "../support/nightly";
import { runScript } from "../support/run-script";

const SEEDS = casesOf(
  [
    // A ruleset that is replaced, and an item over which a person has written.
    ["dynamic", "3,503"],
    // A list that is replaced, and rules whose refs get a mark.
    ["native", "11,24"],
  ],
  ([door]) => door === "native",
);

describe.each(SEEDS)(
  "random changes of programs by the real engine (%s), with edits by hand in between",
  (door, seeds) => {
    it("write nothing that the review of what the CLI previews does not name", async () => {
      const { code, text } = await runScript("reviewed-updates", "--engine", door, "--seeds", seeds);
      expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
      expect(text).toMatch(/^2 programs, \d+ updates, \d\d+ written objects, 0 failed/m);
    }, 600_000);
  },
);
