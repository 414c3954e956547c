import { registerRulesets } from "../../../cli/rulesets/rulesets";
import { runCommand } from "../../support/command";

const check = (...args: string[]) => runCommand(registerRulesets, ["rulesets", "check", "x.json", ...args]);

describe("--docs-url", () => {
  it.each([
    "docs",
    "file:///docs",
    "https://docs.example/?v=1",
    "https://docs.example/#ids",
    "https://me:x@docs.example/",
  ])("rejects %s", async (url) => {
    const { code, stderr } = await check("--docs-url", url);
    expect(code).toBe(2);
    expect(stderr).toContain("It must be an http or https URL without a user, a query and a fragment");
  });
});
