import { createHash } from "node:crypto";
import { stateResource } from "../../support/command-line";
import { ask as request, watch } from "../../support/lifecycle";
import {
  DEV,
  DEV_OF_TEAM_A,
  idsOf,
  interrupted,
  mark,
  PHASE,
  PROD,
  rule,
  rules,
  tokenName,
  useOrphans,
  type Ruleset,
} from "../../support/orphans";
import { EXAMPLE_COM } from "../../support/platform";

const { platform, orphans, answered, state, entrypoint, liveRefs, makeToken } = useOrphans();

describe("edge-platform orphans", () => {
  beforeEach(() => interrupted("bbbbbb", "cccccc", "dddddd"));

  it("lists a rule with the stack's mark that no state contains, and writes nothing", async () => {
    const made = await entrypoint([rule(`admin~${mark("aaaaaa")}`), rule(`admin~${mark("bbbbbb")}`)]);
    const args = ["--state", state([rules("aaaaaa")])];
    const { result, writes } = await watch(platform, () => orphans(args));
    expect(writes).toEqual([]);
    expect(result).toEqual({
      code: 1,
      stderr: "",
      stdout: [
        `Orphans of shop/dev (${DEV}), left by interrupted runs of this machine:`,
        `  rule  ${made.rules?.[1]?.id}  "admin"  zone example.com, ${PHASE}  block  in use`,
        "To remove them, add --remove.",
        "A separate question covers objects in use; with --yes, they are removed only with --in-use.",
        "",
      ].join("\n"),
    });
    expect(await answered(args)).toMatchObject({
      code: 1,
      stacks: [{ owner: "shop/dev", digest: DEV }],
      orphans: [
        {
          kind: "rule",
          zoneId: EXAMPLE_COM,
          phase: PHASE,
          ref: "admin",
          action: "block",
          enabled: true,
          inUse: true,
        },
      ],
    });
  });

  it("exits with 0 if all objects are in a state, unmarked, or of another stack", async () => {
    await entrypoint(
      [
        rule("by-hand"),
        rule(`admin~${mark("aaaaaa")}`),
        rule(`admin~${mark("aaaaaa", PROD, "shop/prod")}`),
        rule(`admin~${mark("aaaaaa", DEV_OF_TEAM_A)}`),
      ],
      `default~shop/dev~${DEV}`,
    );
    await entrypoint([], `default~shop/prod~${PROD}`, "http_ratelimit");
    await makeToken(tokenName("deploy", "cccccc", PROD));
    await makeToken("deploy");
    expect(await orphans(["--state", state([rules("aaaaaa")])])).toEqual({
      code: 0,
      stdout: `No orphans of shop/dev (${DEV}).\n`,
      stderr: "",
    });
  });

  it.each([
    ["derived", tokenName("pipeline", "aaaaaa")],
    ["chosen", "pipeline"],
  ])(
    "suspects the successor of a token with a %s name if the state is older, and removes it by its id",
    async (_, name) => {
      const first = await makeToken(name);
      const id = `user/${first.id}`;
      const suffix = `-g2-${createHash("sha256").update(id).digest("hex").slice(0, 8)}`;
      const [lost, known] = [await makeToken(`${name}${suffix}`), await makeToken(`${name}${suffix}`)];
      await makeToken(`${name}-g2-00000000`);
      const outputs = { __mark: mark("aaaaaa"), tokenId: first.id, previous: [{ tokenId: known.id }] };
      const args = ["--state", state([stateResource("ApiToken", "pipeline", { id, outputs })])];
      const { stdout } = await orphans(args);
      expect(stdout).toContain(`  token  ${lost.id}  "${name}${suffix}"  the user`);
      expect(stdout).toContain("is a successor that a rotation has made, and the state does not know it");
      const found = await answered(args);
      expect(found.orphans).toEqual([]);
      expect(idsOf(found.suspected)).toEqual([lost.id]);
      expect(await answered([...args, "--remove", "--yes", "--id", lost.id])).toMatchObject({
        code: 0,
        suspected: [{ id: lost.id, outcome: "removed" }],
      });
    },
  );

  it("lists tokens of the user and of accounts, with their dates, and never a value", async () => {
    const owner = `/accounts/${platform.accountId}`;
    const held = tokenName("deploy", "aaaaaa");
    await makeToken(held);
    await makeToken(`${held}-g2-0a1b2c3d`);
    const orphan = await makeToken(`${tokenName("deploy", "bbbbbb")}-g2-0a1b2c3d`);
    const used = await makeToken(tokenName("deploy", "cccccc"), owner);
    await platform.api("GET", `${owner}/tokens/verify`, {
      headers: { Authorization: `Bearer ${used.value}` },
    });
    const args = [
      "--state",
      state([stateResource("ApiToken", "rules", { inputs: { name: held, __mark: mark("aaaaaa") } })]),
    ];

    expect(idsOf((await answered(args)).orphans)).toEqual([orphan.id]);
    const both = await answered([...args, "--account", platform.accountId]);
    expect(both.orphans).toMatchObject([
      { id: orphan.id, inUse: false, accountId: null, lastUsedOn: null },
      { id: used.id, inUse: true, accountId: platform.accountId },
    ]);
    const { stdout } = await orphans([...args, "--account", platform.accountId]);
    expect(stdout).toMatch(new RegExp(`token +${orphan.id} .*the user +issued \\S+, last used never`));
    expect(stdout).toMatch(
      new RegExp(`token +${used.id} .*account ${platform.accountId} .*last used 2.* in use`),
    );
    for (const { value } of [orphan, used]) expect(stdout + JSON.stringify(both)).not.toContain(value);
  });

  it("lists custom rulesets by name, and empty entry points that the stack created", async () => {
    const at = `/accounts/${platform.accountId}/rulesets`;
    const custom = (nonce: string) =>
      request<Ruleset>(platform, "POST", at, {
        name: tokenName("no-scanners", nonce),
        kind: "custom",
        phase: PHASE,
        rules: [rule("inside")],
      });
    const held = await custom("aaaaaa");
    const orphan = await custom("bbbbbb");
    // The program chose the name, so only the rules have the mark.
    const named = (nonce: string, ...more: object[]) =>
      request<Ruleset>(platform, "POST", at, {
        name: "By name",
        kind: "custom",
        phase: PHASE,
        rules: [rule(`a~${mark(nonce)}`), ...more],
      });
    await named("aaaaaa");
    const orphanByRules = await named("cccccc", rule(`b~${mark("cccccc")}`));
    const empty = await entrypoint([], `default~shop/dev~${DEV}`);
    const inputs = { accountId: platform.accountId, __mark: mark("aaaaaa") };
    const file = state([stateResource("Ruleset", "rules", { inputs, outputs: { rulesetId: held.id } })]);
    const found = await answered(["--state", file, "--zone", "example.com"]);
    expect(found.orphans).toMatchObject([
      { kind: "ruleset", id: orphan.id, accountId: platform.accountId, inUse: false },
      { kind: "ruleset", id: orphanByRules.id, name: "By name" },
      { kind: "entrypoint", id: empty.id, zoneId: EXAMPLE_COM },
    ]);
    expect((await orphans(["--state", file, "--zone", "example.com", "--remove", "--yes"])).code).toBe(0);
    const left = await request<Ruleset[]>(platform, "GET", at);
    expect(left.filter(({ name }) => name !== "default").map(({ name }) => name)).toEqual(
      expect.arrayContaining([held.name, "By name"]),
    );
    expect(idsOf(left)).not.toContain(orphan.id);
    expect(idsOf(left)).not.toContain(orphanByRules.id);
  });

  it("lists and removes custom rulesets of a zone, but for those that a state contains", async () => {
    const at = `/zones/${EXAMPLE_COM}/rulesets`;
    const custom = (nonce: string) =>
      request<Ruleset>(platform, "POST", at, {
        name: tokenName("no-scanners", nonce),
        kind: "custom",
        phase: PHASE,
        rules: [rule("inside")],
      });
    const [held, orphan] = [await custom("aaaaaa"), await custom("bbbbbb")];
    const inputs = { zoneId: EXAMPLE_COM, __mark: mark("aaaaaa") };
    const file = state([
      stateResource("ZoneCustomRuleset", "rules", { inputs, outputs: { rulesetId: held.id } }),
    ]);
    expect((await answered(["--state", file])).orphans).toMatchObject([
      { kind: "ruleset", id: orphan.id, zoneId: EXAMPLE_COM, name: orphan.name, inUse: false },
    ]);
    expect((await orphans(["--state", file, "--remove", "--yes"])).code).toBe(0);
    const left = await request<Ruleset[]>(platform, "GET", at);
    expect(idsOf(left)).toContain(held.id);
    expect(idsOf(left)).not.toContain(orphan.id);
    await platform.api("DELETE", `${at}/${held.id}`);
  });

  it("excludes objects of any given state, by mark or id, also those pending deletion", async () => {
    const made = await entrypoint(
      ["aaaaaa", "bbbbbb", "cccccc", "dddddd"].map((nonce) => rule(`admin~${mark(nonce)}`)),
    );
    const one = state([rules("aaaaaa"), rules("bbbbbb", { delete: true })]);
    const ruleIds = { admin: made.rules?.[2]?.id };
    const other = state([rules("eeeeee", { outputs: { ruleIds } })]);
    expect(idsOf((await answered(["--state", one])).orphans)).toHaveLength(2);
    expect(idsOf((await answered(["--state", one, "--state", other])).orphans)).toEqual([
      made.rules?.[3]?.id,
    ]);
  });

  it("lists objects of an interrupted operation separately, says what to do, and does not remove them", async () => {
    const made = await entrypoint([rule(`admin~${mark("bbbbbb")}`)]);
    const args = ["--state", state([], [rules("bbbbbb")])];
    const found = await answered([...args, "--remove", "--yes", "--in-use"]);
    expect(found).toMatchObject({ code: 1, orphans: [], pending: [{ id: made.rules?.[0]?.id }] });
    expect((await orphans(args)).stdout).toContain(
      "To remove one instead, add --remove --id <id>, and then run `pulumi refresh --clear-pending-creates --yes`.",
    );
    expect(await liveRefs()).toHaveLength(1);
  });

  it("does not list what the state of another stack of the same name contains, if that is given", async () => {
    await entrypoint([rule(`admin~${mark("eeeeee")}`)]);
    const ours = state([rules("aaaaaa")]);
    expect((await answered(["--state", ours])).suspected).toHaveLength(1);
    expect((await answered(["--state", ours, "--state", state([rules("eeeeee")])])).suspected).toEqual([]);
  });

  it("does not list another stack's objects after a resource was moved from there", async () => {
    await entrypoint([rule(`admin~${mark("bbbbbb", PROD, "shop/prod")}`)]);
    const moved = rules("aaaaaa", {
      inputs: { zoneId: EXAMPLE_COM, __mark: mark("aaaaaa", PROD, "shop/prod") },
    });
    expect(await answered(["--state", state([moved])])).toMatchObject({
      code: 0,
      stacks: [{ owner: "shop/dev", digest: DEV }],
    });
  });

  it("names other connections, and searches them with --connection", async () => {
    await entrypoint([rule(`admin~${mark("bbbbbb")}`)]);
    const inputs = { zoneId: EXAMPLE_COM, connection: "prod", __mark: mark("aaaaaa") };
    const args = ["--state", state([rules("aaaaaa", { inputs })])];
    expect(await answered(args)).toMatchObject({
      code: 0,
      orphans: [],
      lookedAt: { zones: [], otherConnections: ["prod"] },
    });
    process.env["EDGE_CONNECTIONS"] = JSON.stringify({
      prod: { baseUrl: platform.baseUrl, apiToken: platform.token },
    });
    expect((await answered([...args, "--connection", "prod"])).orphans).toHaveLength(1);
  });
});
