import { ask as request } from "../../support/lifecycle";
import { DEV_OF_TEAM_A, idsOf, mark, PHASE, rule, rules, useOrphans, WAF_WRITE } from "../../support/orphans";
import { EXAMPLE_COM } from "../../support/platform";

const { platform, orphans, answered, state, entrypoint, pathOf, write } = useOrphans();

describe("edge-platform orphans for an empty or removed stack", () => {
  const NAMED = ["--project", "shop", "--stack", "dev"];

  it("identifies the stack by its names, and searches all zones", async () => {
    const made = await entrypoint([rule(`admin~${mark("bbbbbb")}`)]);
    for (const args of [["--state", state([])], ["--no-state"]]) {
      expect((await answered([...args, ...NAMED])).suspected).toEqual([]);
      const found = await answered([...args, ...NAMED, "--all-zones"]);
      expect(idsOf(found.suspected)).toEqual([made.rules?.[0]?.id]);
    }
  });

  it("distinguishes owner and organization", async () => {
    const made = await entrypoint([rule(`admin~${mark("bbbbbb", DEV_OF_TEAM_A)}`)]);
    const args = ["--no-state", ...NAMED, "--zone", EXAMPLE_COM];
    expect((await answered(args)).suspected).toEqual([]);
    expect((await answered([...args, "--owner", "team-a", "--organization", "acme"])).suspected).toEqual([]);
    expect(idsOf((await answered([...args, "--owner", "team-a"])).suspected)).toEqual([made.rules?.[0]?.id]);
    process.env["EDGE_OWNER"] = "team-a";
    expect(idsOf((await answered(args)).suspected)).toEqual([made.rules?.[0]?.id]);
  });

  it.each<[string, () => string[], string]>([
    ["the names are missing", () => ["--state", state([])], "add --project <name> --stack <name>"],
    [
      "the state is no state",
      () => ["--state", write("text", "[]")],
      "expected the output of `pulumi stack export`",
    ],
    // The output of a failed `pulumi stack export`.
    ["the state is no text at all", () => ["--state", write("text", ""), ...NAMED], "cannot be read"],
    ["there is no such file", () => ["--state", pathOf("none")], "cannot be read"],
    [
      "two things are stdin",
      () => ["--state", "-", "--config", "-"],
      "Only one of the --state and --config options",
    ],
    ["an account is no id", () => ["--no-state", ...NAMED, "--account", "mine"], "32 lower-case hexadecimal"],
    [
      "a zone is unknown",
      () => ["--no-state", ...NAMED, "--zone", "no.example"],
      "There is no zone 'no.example'",
    ],
    ["nobody can be asked", () => ["--no-state", ...NAMED, "--remove"], "add --yes"],
  ])("exits with 2 if %s", async (_, args, message) => {
    const { code, stdout, stderr } = await orphans(args());
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("exits with 2 if nothing is found and not everything is readable, and reports it beside what is found", async () => {
    const resources = { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" };
    const { value } = await request<{ value: string }>(platform, "POST", "/user/tokens", {
      name: "rules alone",
      policies: [{ effect: "allow", resources, permission_groups: [{ id: WAF_WRITE }] }],
    });
    process.env["EDGE_API_TOKEN"] = value;
    const args = ["--state", state([rules("aaaaaa")])];
    const nothing = await orphans(args);
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain("the credential may not read: tokens of the user.");
    await entrypoint([rule(`admin~${mark("bbbbbb")}`)]);
    const found = await orphans(args);
    expect(found.code).toBe(1);
    expect(found.stdout).toContain(`zone ${EXAMPLE_COM}, ${PHASE}`);
    expect(found.stdout).toContain("Not searched, since the credential may not read it: tokens of the user.");
  });
});
