import { GUARDS } from "../histories/guards";
import { runScript } from "../support/run-script";

describe("random programs and edits of them, with writes of others in between", () => {
  it("lose nothing that the program declares or that others have made, in 500 histories", async () => {
    const { code, text } = await runScript("histories", "--seed", "1", "--count", "500");
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    expect(text).toMatch(/^500 histories, .*, 0 failed/m);
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
