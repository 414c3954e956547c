import { GUARDS } from "../histories/guards";
import { IS_NIGHTLY } from "../support/nightly";
import { runScript } from "../support/run-script";

/** Histories that once lost something, or left something that no state knew, by what happened in them. */
const FOUND: Readonly<Record<number, string>> = {
  928: "an exclusive list whose items a refresh has shown goes",
  968: "an exclusive resource takes a list over in an update that fails, and goes",
  2012: "a split fails, and the program of before returns",
  2155: "a resource that shares the list of a person becomes exclusive",
  2669: "an exclusive resource returns after a removal that failed",
  3377: "a custom ruleset is handed over with a rule less",
  61206: "a split of a list fails, and the new part goes",
  100158: "a restoration fails, and is tried again",
  100247: "two resources leave one list at once",
  104204: "two resources remove one item at once",
  109987: "a rule is taken over with its exact ref, beside another write",
  105954: "a rule gets the exact ref that a rule of a person has",
  1004795: "a list whose update has failed gets an item of a person, and its preview does not say so",
  3000108: "a list returns to what a failed replacement had written, beside an item of a person",
  203039: "a failed rename has left two custom rulesets of one name",
};

/** Of 200, each guard of GUARDS is needed in one or more. */
const COUNT = IS_NIGHTLY ? 200 : 60;

describe("random programs and edits of them, with writes of others in between", () => {
  it("lose nothing that the program declares or that others have made, in many histories", async () => {
    const { code, text } = await runScript("histories", "--seed", "251", "--count", String(COUNT));
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    expect(text).toMatch(new RegExp(`^${COUNT} histories, .*, 0 failed`, "m"));
  }, 600_000);

  it("lose nothing where they once did", async () => {
    const { code, text } = await runScript("histories", "--seeds", Object.keys(FOUND).join(","));
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  }, 600_000);

  it.each(Object.entries(GUARDS))(
    "lose something without %s",
    async (guard, { seed }) => {
      const { code, text } = await runScript(
        "histories",
        "--seed",
        String(seed),
        "--count",
        "1",
        "--without",
        guard,
      );
      expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining("1 failed") as unknown });
    },
    600_000,
  );
});
