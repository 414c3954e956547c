import { registerRulesets } from "../../../cli/rulesets/rulesets";
import { runCommand, type CommandRun } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { ask, watch } from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP } from "../../support/platform";
import { startProxy } from "../../support/proxy";

const PHASE = "http_request_firewall_custom";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
/** Rolls back without a question, also what carries no mark. */
const ALL = ["--yes", "--all-owners"];
const AT = ["--zone", "example.com", "--phase", PHASE];

const ADMIN = { ref: "admin", action: "managed_challenge", expression: 'http.request.uri.path eq "/admin"' };
const BOTS = { ref: "bots", action: "block", expression: "cf.client.bot" };
const COUNTRY = { ref: "country", action: "log", expression: 'ip.src.country eq "ZZ"' };
const response = (code: number) => ({
  response: { status_code: code, content: "no", content_type: "text/plain" },
});

interface LiveRuleset {
  id: string;
  version: string;
  description: string;
  rules: { id: string; ref: string; action: string }[];
}
const { platform } = useCommandLine();
let entrypoint: LiveRuleset;

/** Creates three versions: two rules; a changed first rule behind a new one; the second rule removed and the order reversed. */
beforeEach(async () => {
  const first = { name: "default", kind: "zone", phase: PHASE, rules: [ADMIN, BOTS] };
  entrypoint = await ask<LiveRuleset>(platform, "POST", RULESETS, first);
  const changed = { ...ADMIN, action: "block", action_parameters: response(403), enabled: false };
  await put([COUNTRY, changed, BOTS], "with countries");
  await put([{ ...changed, action_parameters: response(429) }, COUNTRY], "with countries");
});

const live = () => ask<LiveRuleset>(platform, "GET", `${RULESETS}/${entrypoint.id}`);
const put = (rules: object[], description: string) =>
  ask<LiveRuleset>(platform, "PUT", `${RULESETS}/phases/${PHASE}/entrypoint`, { rules, description });

const command = (...args: string[]): Promise<CommandRun> =>
  runCommand(registerRulesets, ["rulesets", ...args]);
const parsed = ({ stdout }: CommandRun): unknown => JSON.parse(stdout);

describe("edge-platform rulesets versions", () => {
  it("lists the kept versions, newest first, and marks the live one", async () => {
    const { code, stdout, stderr } = await command("versions", ...AT);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replaceAll(/\d{4}-\S+Z/g, "TIME")).toBe(
      ["3  TIME  live  with countries", "2  TIME        with countries", "1  TIME", ""].join("\n"),
    );
  });

  it("finds a ruleset by its id, and prints JSON", async () => {
    const run = await command("versions", "--zone", EXAMPLE_COM, "--ruleset", entrypoint.id, "--json");
    expect(parsed(run)).toMatchObject([
      { version: "3", live: true, description: "with countries" },
      { version: "2", live: false },
      { version: "1", live: false, description: "" },
    ]);
  });

  it("reads an account's ruleset, by default of the default account", async () => {
    process.env["EDGE_ACCOUNT_ID"] = platform.accountId;
    const run = await command("versions", "--ruleset", OWASP, "--json");
    expect(parsed(run)).toMatchObject([
      { version: "36", live: true },
      { version: "35", live: false },
      { version: "34", live: false },
    ]);
  });
});

describe("edge-platform rulesets diff", () => {
  it("lists added, removed, moved and changed rules by ref", async () => {
    expect((await command("diff", "1", "3", ...AT)).stdout).toBe(
      [
        "From version 1 to version 3:",
        '~ description: "" → "with countries"',
        "~ admin: enabled: true → false",
        '~ admin: action: "managed_challenge" → "block"',
        '~ admin: actionParameters: not set → {"response":{"statusCode":429,"content":"no","contentType":"text/plain"}}',
        '+ country: added (log: ip.src.country eq "ZZ")',
        "- bots: removed (block: cf.client.bot)",
        "",
      ].join("\n"),
    );
  });

  it("compares the live version with the one before, down to the changed parameter", async () => {
    expect((await command("diff", ...AT)).stdout).toBe(
      [
        "From version 2 to version 3:",
        "~ admin: moved to the top",
        "~ admin: actionParameters.response.statusCode: 403 → 429",
        "- bots: removed (block: cf.client.bot)",
        "",
      ].join("\n"),
    );
  });

  it("prints JSON", async () => {
    expect(parsed(await command("diff", "2", ...AT, "--json"))).toEqual({
      rulesetId: entrypoint.id,
      from: "2",
      to: "3",
      changes: [
        { kind: "moved", ref: "admin", after: null },
        {
          kind: "changed",
          ref: "admin",
          member: "actionParameters.response.statusCode",
          from: 403,
          to: 429,
        },
        { kind: "removed", ref: "bots", rule: BOTS },
      ],
    });
  });

  it("reports a missing previous version, and an unknown version", async () => {
    await command("prune", "--keep", "1", ...AT);
    expect(await command("diff", ...AT)).toEqual({
      code: 1,
      stdout: "",
      stderr: "edge-platform rulesets: No version before 3 is kept, so there is nothing to compare with.\n",
    });
    for (const args of [
      ["diff", "2"],
      ["diff", "3", "2"],
      ["rollback", "2", "--yes"],
    ]) {
      const { result, writes } = await watch(platform, () => command(...args, ...AT));
      expect(result).toEqual({
        code: 1,
        stdout: "",
        stderr: "edge-platform rulesets: There is no version 2. Kept versions: 3.\n",
      });
      expect(writes).toEqual([]);
    }
  });
});

describe("edge-platform rulesets rollback", () => {
  it("restores rules, order and description in one write, and existing rules keep their ids", async () => {
    const before = await live();
    const { result, writes } = await watch(platform, () => command("rollback", "1", ...AT, ...ALL));
    expect(writes).toEqual([`PUT ${RULESETS}/${entrypoint.id}`]);
    expect(result.code).toBe(0);
    expect(result.stdout).toMatch(/^Rollback from version 3 to version 1:\n/);
    expect(result.stdout).toMatch(/- country: removed .*\n.*|\nWritten as version 4\.\n$/);
    const after = await live();
    expect(after.description).toBe("");
    expect(after.rules.map(({ ref, action }) => ({ ref, action }))).toEqual([
      { ref: "admin", action: "managed_challenge" },
      { ref: "bots", action: "block" },
    ]);
    expect(after.rules[0]?.id).toBe(before.rules.find(({ ref }) => ref === "admin")?.id);
  });

  it("can be undone by another rollback", async () => {
    const before = await live();
    await command("rollback", "1", ...AT, ...ALL);
    await command("rollback", "3", ...AT, ...ALL);
    const content = ({ rules, description }: LiveRuleset) => ({
      description,
      rules: rules.map(({ ref, action }) => ({ ref, action })),
    });
    expect(content(await live())).toEqual(content(before));
  });

  it("writes nothing with --dry-run, and nothing without differences", async () => {
    const dry = await watch(platform, () => command("rollback", "1", ...AT, "--dry-run", "--all-owners"));
    expect(dry.writes).toEqual([]);
    expect(dry.result.stdout).toContain("- country: removed");
    expect(dry.result.stdout).toContain(
      "Nothing was written. To roll back, replace --dry-run with --yes --if-version 3.\n",
    );
    const same = await watch(platform, () => command("rollback", "3", ...AT, "--yes"));
    expect(same.writes).toEqual([]);
    expect(same.result.stdout).toBe(
      "Rollback from version 3 to version 3:\nRules and description are the same.\nNothing to write.\n",
    );
  });

  it("refuses if another version is live than --if-version", async () => {
    const { result, writes } = await watch(platform, () =>
      command("rollback", "1", ...AT, "--if-version", "2", "--json", ...ALL),
    );
    expect(result).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "edge-platform rulesets: The live version is 3, not 2: the ruleset was changed in the meantime. Nothing was written. " +
        "Check the difference again with `rulesets diff`.\n",
    });
    expect(writes).toEqual([]);
  });

  it("refuses if the ruleset changes right before its write", async () => {
    const proxy = await startProxy(platform.baseUrl, async ({ url = "" }) => {
      if (url.endsWith("/versions/1")) await put([BOTS], "meanwhile");
      return undefined;
    });
    process.env["EDGE_BASE_URL"] = proxy.baseUrl;
    const { code, stderr } = await command("rollback", "1", ...AT, ...ALL);
    await proxy.close();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining("The live version is 4, not 3") as string,
    });
    expect((await live()).description).toBe("meanwhile");
  });

  it("refuses managed rulesets", async () => {
    const at = ["--account", platform.accountId, "--ruleset", OWASP];
    for (const args of [
      ["rollback", "1", "--yes"],
      ["prune", "--keep", "1"],
    ]) {
      const { code, stderr } = await command(...args, ...at);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining("is a managed ruleset: its versions are read-only") as string,
      });
    }
  });
});

describe("edge-platform rulesets prune", () => {
  const versions = async () =>
    (parsed(await command("versions", ...AT, "--json")) as { version: string }[]).map(
      ({ version }) => version,
    );

  it("deletes old versions and keeps the newest ones", async () => {
    const dry = await watch(platform, () => command("prune", "--keep", "1", ...AT, "--dry-run"));
    expect([dry.result.stdout, dry.writes]).toEqual([
      "Would delete versions 1, 2. Nothing was deleted.\n",
      [],
    ]);
    expect((await command("prune", "--keep", "2", ...AT)).stdout).toBe("Deleted versions 1.\n");
    expect(await versions()).toEqual(["3", "2"]);
    expect(parsed(await command("prune", "--keep", "1", ...AT, "--json"))).toEqual({
      rulesetId: entrypoint.id,
      kept: ["3"],
      deleted: ["2"],
      doomed: ["2"],
    });
    expect((await command("prune", "--keep", "1", ...AT)).stdout).toBe(
      "Nothing to delete: the ruleset has 1 version.\n",
    );
  });
});

describe("edge-platform rulesets with invalid usage", () => {
  it.each([
    ["no ruleset", ["versions", "--zone", "example.com"], "Name the ruleset with exactly one of --phase"],
    ["two rulesets", ["versions", ...AT, "--ruleset", OWASP], "exactly one of --phase"],
    ["no place", ["versions", "--phase", PHASE], "Name the zone or account of the ruleset"],
    ["two places", ["versions", ...AT, "--account", OWASP], "--zone and --account cannot be combined."],
    ["an unknown phase", ["versions", "--zone", EXAMPLE_COM, "--phase", "x"], "There is no phase 'x'."],
    [
      "a bad ruleset id",
      ["versions", "--zone", EXAMPLE_COM, "--ruleset", "x"],
      "--ruleset must be a ruleset id",
    ],
    ["a bad account id", ["versions", "--account", "x", "--phase", PHASE], "--account must be an account id"],
    [
      "an unknown zone",
      ["versions", "--zone", "no.example", "--phase", PHASE],
      "There is no zone 'no.example'",
    ],
    ["no number to keep", ["prune", ...AT, "--keep", "0"], "It must be a positive integer."],
    ["nothing to keep", ["prune", ...AT], "required option '--keep <number>' not specified"],
    ["no version", ["rollback", ...AT], "missing required argument 'version'"],
  ])("reports %s, writes nothing and exits with 2", async (_, args, message) => {
    delete process.env["EDGE_ACCOUNT_ID"];
    const { result, writes } = await watch(platform, () => command(...args));
    expect(result).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(message) as string });
    expect(result.stderr).not.toMatch(/^\s+at /m);
    expect(writes).toEqual([]);
  });

  it("exits with 2 without a connection, and with 1 if the API refuses", async () => {
    const phase = "http_ratelimit";
    const none = await command("versions", "--zone", EXAMPLE_COM, "--phase", phase);
    expect(none.code).toBe(1);
    expect(none.stderr).toContain(`could not find entrypoint ruleset in the ${phase} phase`);
    delete process.env["EDGE_BASE_URL"];
    const unconnected = await command("versions", ...AT);
    expect(unconnected.code).toBe(2);
    expect(unconnected.stderr).toMatch(/^edge-platform rulesets: edge:baseUrl \(EDGE_BASE_URL\) is not set/);
  });
});
