import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { registerOrphans } from "../../../cli/orphans/orphans";
import type { CommandIo } from "../../../cli/command-io";
import { runCommand } from "../../support/command";
import { ask as request, renew, watch, withFaults } from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";

const platform = useTestPlatform();
const environment = { ...process.env };

const PHASE = "http_request_firewall_custom";
/** Digests of organization/shop/dev, of the same with `edge:owner` team-a, and of organization/shop/prod. */
const DEV = "52af9d";
const DEV_OF_TEAM_A = "974d72";
const PROD = "670570";
const RESOURCE = "d21fd33d";
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";
const WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";

const mark = (nonce: string, stack = DEV, owner = "shop/dev") => `${owner}~${stack}${RESOURCE}${nonce}`;
const tokenName = (base: string, nonce: string, stack = DEV) => `${base}-${stack}${RESOURCE}${nonce}`;

let folder: string;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-orphans-"));
  process.env = { ...environment, EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
  await renew(platform);
});
afterEach(() => fs.rmSync(folder, { recursive: true }));
afterAll(() => {
  process.env = environment;
});

interface Resource {
  readonly kind?: string;
  readonly name?: string;
  readonly stack?: string;
  readonly inputs?: object;
  readonly outputs?: object;
  readonly delete?: boolean;
}

const resource = ({ kind = "ZoneEntrypointRuleset", name = "rules", stack = "dev", ...more }: Resource) => ({
  urn: `urn:pulumi:${stack}::shop::pulumi-nodejs:dynamic/edge:${kind}::${name}`,
  type: `pulumi-nodejs:dynamic/edge:${kind}`,
  ...more,
});

/** A resource of the stack shop/dev, in the zone example.com. */
const rules = (nonce: string, more: Resource = {}) =>
  resource({ inputs: { zoneId: EXAMPLE_COM, phase: PHASE, __mark: mark(nonce) }, ...more });

let files = 0;
function state(resources: object[], creating: object[] = []): string {
  const file = path.join(folder, `state-${(files += 1)}.json`);
  const pending = creating.map((one) => ({ resource: one, type: "creating" }));
  fs.writeFileSync(
    file,
    JSON.stringify({ version: 3, deployment: { resources, pending_operations: pending } }),
  );
  return file;
}

interface Rule {
  readonly id: string;
  readonly ref: string;
}
interface Ruleset {
  readonly id: string;
  readonly name: string;
  readonly rules?: Rule[];
}

const zoneRulesets = `/zones/${EXAMPLE_COM}/rulesets`;
const rule = (ref: string, more: object = {}) => ({ ref, action: "block", expression: "ssl", ...more });
const entrypoint = (rulesOfIt: object[], name = "default", phase = PHASE) =>
  request<Ruleset>(platform, "POST", zoneRulesets, { name, kind: "zone", phase, rules: rulesOfIt });
const liveRefs = async () =>
  ((await request<Ruleset>(platform, "GET", `${zoneRulesets}/phases/${PHASE}/entrypoint`)).rules ?? []).map(
    ({ ref }) => ref,
  );
function makeToken(name: string, owner = "/user") {
  const resources = { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" };
  return request<{ id: string; value: string }>(platform, "POST", `${owner}/tokens`, {
    name,
    policies: [{ effect: "allow", resources, permission_groups: [{ id: ZONE_READ }] }],
  });
}
const tokenIds = async (owner = "/user") =>
  (await request<{ id: string }[]>(platform, "GET", `${owner}/tokens`)).map(({ id }) => id);

interface Answer {
  readonly stacks: { owner: string; digest: string }[];
  readonly lookedAt: {
    zones: { name: string }[];
    accounts: string[];
    unread: string[];
    otherConnections: string[];
  };
  readonly orphans: { id: string; kind: string; inUse: boolean; outcome?: string; reason?: string | null }[];
  readonly pending: { id: string }[];
  readonly alsoRemoved?: { id: string; kind: string }[];
}

const orphans = (args: string[], ask?: CommandIo["ask"]) =>
  runCommand(registerOrphans, ["orphans", ...args], ask);

async function answered(args: string[], ask?: CommandIo["ask"]) {
  const { code, stdout, stderr } = await orphans([...args, "--json"], ask);
  expect(stderr).toBe("");
  // The command's own form; a missing member fails the expectations.
  return { code, ...(JSON.parse(stdout) as Answer) };
}
const idsOf = (found: { id: string }[]) => found.map(({ id }) => id).sort();

describe("edge-platform orphans", () => {
  it("lists a rule with the stack's mark that no state holds, and writes nothing", async () => {
    const made = await entrypoint([rule(`admin~${mark("aaaaaa")}`), rule(`admin~${mark("bbbbbb")}`)]);
    const args = ["--state", state([rules("aaaaaa")])];
    const { result, writes } = await watch(platform, () => orphans(args));
    expect(writes).toEqual([]);
    expect(result).toEqual({
      code: 1,
      stderr: "",
      stdout: [
        "Orphans of shop/dev (52af9d), which no state contains:",
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

  it("ends with 0 where everything is in a state, a dashboard's, or another stack's", async () => {
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
      stdout: "No orphans of shop/dev (52af9d).\n",
      stderr: "",
    });
  });

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
      state([resource({ kind: "ApiToken", inputs: { name: held, __mark: mark("aaaaaa") } })]),
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

  it("lists custom rulesets by their name, and empty entry points that the stack made", async () => {
    const at = `/accounts/${platform.accountId}/rulesets`;
    const custom = (nonce: string) =>
      request<Ruleset>(platform, "POST", at, {
        ...{ name: tokenName("no-scanners", nonce), kind: "custom", phase: PHASE },
        rules: [rule("inside")],
      });
    const held = await custom("aaaaaa");
    const orphan = await custom("bbbbbb");
    // The program chose the name: the rules say whose it is.
    const named = (nonce: string, ...more: object[]) =>
      request<Ruleset>(platform, "POST", at, {
        ...{ name: "By name", kind: "custom", phase: PHASE },
        rules: [rule(`a~${mark(nonce)}`), ...more],
      });
    await named("aaaaaa");
    const orphanByRules = await named("cccccc", rule(`b~${mark("cccccc")}`));
    const empty = await entrypoint([], `default~shop/dev~${DEV}`);
    const inputs = { accountId: platform.accountId, __mark: mark("aaaaaa") };
    const file = state([resource({ kind: "Ruleset", inputs, outputs: { rulesetId: held.id } })]);
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

  it("takes for held what any of several states holds, by its mark or its id, also what is still to be deleted", async () => {
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

  it("keeps apart what an interrupted operation may have made, says how to go on, and does not remove it", async () => {
    const made = await entrypoint([rule(`admin~${mark("bbbbbb")}`)]);
    const args = ["--state", state([], [rules("bbbbbb")])];
    const found = await answered([...args, "--remove", "--yes", "--in-use"]);
    expect(found).toMatchObject({ code: 1, orphans: [], pending: [{ id: made.rules?.[0]?.id }] });
    expect((await orphans(args)).stdout).toContain(
      "`pulumi refresh --clear-pending-creates --yes`, then run this command again.",
    );
    expect(await liveRefs()).toHaveLength(1);
  });

  it("does not take another stack's objects for orphans when a resource came from there", async () => {
    await entrypoint([rule(`admin~${mark("bbbbbb", PROD, "shop/prod")}`)]);
    const moved = rules("aaaaaa", {
      inputs: { zoneId: EXAMPLE_COM, __mark: mark("aaaaaa", PROD, "shop/prod") },
    });
    expect(await answered(["--state", state([moved])])).toMatchObject({
      code: 0,
      stacks: [{ owner: "shop/dev", digest: DEV }],
    });
  });

  it("says what another connection manages, and looks at it with that one", async () => {
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

describe("edge-platform orphans, of a stack that is empty or removed", () => {
  const NAMED = ["--project", "shop", "--stack", "dev"];

  it("finds the stack by its names, in all zones", async () => {
    const made = await entrypoint([rule(`admin~${mark("bbbbbb")}`)]);
    for (const args of [["--state", state([])], ["--no-state"]]) {
      expect((await answered([...args, ...NAMED])).orphans).toEqual([]);
      const found = await answered([...args, ...NAMED, "--all-zones"]);
      expect(idsOf(found.orphans)).toEqual([made.rules?.[0]?.id]);
    }
  });

  it("tells apart an owner and an organization", async () => {
    const made = await entrypoint([rule(`admin~${mark("bbbbbb", DEV_OF_TEAM_A)}`)]);
    const args = ["--no-state", ...NAMED, "--zone", EXAMPLE_COM];
    expect((await answered(args)).orphans).toEqual([]);
    expect((await answered([...args, "--owner", "team-a", "--organization", "acme"])).orphans).toEqual([]);
    expect(idsOf((await answered([...args, "--owner", "team-a"])).orphans)).toEqual([made.rules?.[0]?.id]);
    process.env["EDGE_OWNER"] = "team-a";
    expect(idsOf((await answered(args)).orphans)).toEqual([made.rules?.[0]?.id]);
  });

  it.each<[string, () => string[], string]>([
    ["the names are missing", () => ["--state", state([])], "add --project <name> --stack <name>"],
    [
      "the state is no state",
      () => ["--state", platformFile("[]")],
      "expected the output of `pulumi stack export`",
    ],
    // What `pulumi stack export` leaves on stdout when it fails.
    ["the state is no text at all", () => ["--state", platformFile(""), ...NAMED], "cannot be read"],
    ["there is no such file", () => ["--state", path.join(folder, "none")], "cannot be read"],
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
  ])("ends with 2 where %s", async (_, args, message) => {
    const { code, stdout, stderr } = await orphans(args());
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  function platformFile(text: string): string {
    const file = path.join(folder, "text");
    fs.writeFileSync(file, text);
    return file;
  }

  it("ends with 2 where nothing is found and not everything may be read, and says so beside what is found", async () => {
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

describe("edge-platform orphans --remove", () => {
  const OWN = ["--remove", "--yes"];

  it("removes with --yes what nobody uses, and keeps what is in use until --in-use", async () => {
    await entrypoint([
      rule(`admin~${mark("aaaaaa")}`),
      rule(`admin~${mark("bbbbbb")}`),
      rule(`old~${mark("cccccc")}`, { enabled: false }),
    ]);
    const unused = await makeToken(tokenName("deploy", "bbbbbb"));
    const args = ["--state", state([rules("aaaaaa")]), ...OWN];
    const first = await orphans(args);
    expect(first.code).toBe(1);
    expect(first.stdout).toContain("Removed: 2.\nKept: 1.\n");
    expect(first.stdout).toContain("Objects in use are removed only with --in-use");
    expect(await liveRefs()).toEqual([`admin~${mark("aaaaaa")}`, `admin~${mark("bbbbbb")}`]);
    expect(await tokenIds()).not.toContain(unused.id);

    expect(await answered([...args, "--in-use"])).toMatchObject({
      code: 0,
      orphans: [{ outcome: "removed" }],
    });
    expect(await liveRefs()).toEqual([`admin~${mark("aaaaaa")}`]);
    expect((await orphans(args)).code).toBe(0);
  });

  it("removes an OWASP deployment only if it is asked for by itself", async () => {
    const phase = "http_request_firewall_managed";
    const deploying = { action: "execute", action_parameters: { id: OWASP } };
    const { id } = await entrypoint([rule(`owasp~${mark("bbbbbb")}`, deploying)], "default", phase);
    const file = state([rules("aaaaaa")]);
    const live = async () => (await request<Ruleset>(platform, "GET", `${zoneRulesets}/${id}`)).rules ?? [];
    const questions: string[] = [];
    const say = (answer: string) => (question: string) => {
      questions.push(question);
      return Promise.resolve(answer);
    };

    expect((await orphans(["--state", file, ...OWN])).code).toBe(1);
    for (const answer of ["", "y", "no"]) {
      expect((await orphans(["--state", file, "--remove"], say(answer))).code).toBe(1);
      expect(await live()).toHaveLength(1);
    }
    expect((await orphans(["--state", file, "--remove"], say("yes"))).code).toBe(0);
    expect(await live()).toEqual([]);
    expect(questions[0]).toMatch(/"owasp" .* execute {2}in use\nTHESE ARE IN USE\. Remove them anyway\?/);
  });

  it("asks for what nobody uses first, and takes each answer for its own list", async () => {
    await entrypoint([rule(`admin~${mark("bbbbbb")}`)]);
    const { id } = await makeToken(tokenName("deploy", "bbbbbb"));
    const answers = ["no", "yes"];
    const found = await answered(["--state", state([rules("aaaaaa")]), "--remove"], () =>
      Promise.resolve(answers.shift() ?? ""),
    );
    expect(found).toMatchObject({ code: 1 });
    expect(answers).toEqual([]);
    expect(await liveRefs()).toEqual([]);
    expect(await tokenIds()).toContain(id);
  });

  it("removes an entry point of the stack with its last rule, and leaves one that another owner has a rule in", async () => {
    const name = `default~shop/dev~${DEV}`;
    const { id } = await entrypoint([rule(`admin~${mark("bbbbbb")}`)], name);
    const limit = {
      ratelimit: {
        characteristics: ["cf.colo.id", "ip.src"],
        period: 10,
        requests_per_period: 5,
        mitigation_timeout: 10,
      },
    };
    const shared = await entrypoint(
      [rule(`rate~${mark("bbbbbb")}`, limit), rule("by-hand", limit)],
      name,
      "http_ratelimit",
    );
    const found = await answered(["--state", state([rules("aaaaaa")]), ...OWN, "--in-use"]);
    expect(found).toMatchObject({ code: 0, alsoRemoved: [{ kind: "entrypoint", id }] });
    const left = await request<Ruleset[]>(platform, "GET", zoneRulesets);
    expect(left.filter((one) => one.name === name).map((one) => one.id)).toEqual([shared.id]);
    const { rules: rest } = await request<Ruleset>(platform, "GET", `${zoneRulesets}/${shared.id}`);
    expect(rest?.map(({ ref }) => ref)).toEqual(["by-hand"]);
  });

  it("leaves an entry point without rules that a state holds", async () => {
    const { id } = await entrypoint([rule(`admin~${mark("bbbbbb")}`)], `default~shop/dev~${DEV}`);
    const held = rules("aaaaaa", { outputs: { rulesetId: id } });
    expect(await answered(["--state", state([held]), ...OWN, "--in-use"])).toMatchObject({
      code: 0,
      alsoRemoved: [],
    });
    expect(await liveRefs()).toEqual([]);
  });

  it("removes nothing that has changed since it was listed", async () => {
    const made = await entrypoint([rule(`admin~${mark("bbbbbb")}`, { enabled: false })]);
    const [orphan] = made.rules ?? [];
    const token = await makeToken(tokenName("deploy", "bbbbbb"));
    const verify = { headers: { Authorization: `Bearer ${token.value}` } };
    let rulesetReads = 0;
    // Between the list and the look right before the removal.
    const proxy = await startProxy(platform.baseUrl, async ({ url = "", method }) => {
      if (method === "GET" && url.endsWith(`/rulesets/${made.id}`) && (rulesetReads += 1) === 2) {
        const own = rule(`admin~${mark("aaaaaa")}`, { enabled: false });
        await request(platform, "PATCH", `${zoneRulesets}/${made.id}/rules/${orphan?.id ?? ""}`, own);
      }
      if (method === "GET" && url.endsWith(`/tokens/${token.id}`))
        await platform.api("GET", "/user/tokens/verify", verify);
      return undefined;
    });
    process.env["EDGE_BASE_URL"] = proxy.baseUrl;
    const found = await answered(["--state", state([rules("aaaaaa")]), ...OWN]).finally(() => proxy.close());
    expect(found).toMatchObject({
      code: 1,
      orphans: [{ outcome: "changed" }, { outcome: "changed" }],
    });
    expect(await liveRefs()).toHaveLength(1);
    expect(await tokenIds()).toContain(token.id);
  });

  it("goes on when the API refuses one, and names it", async () => {
    const refused = await makeToken(tokenName("deploy", "bbbbbb"));
    const removed = await makeToken(tokenName("deploy", "cccccc"));
    const found = await withFaults(
      platform,
      [{ method: "DELETE", path: refused.id, kind: "status", status: 403 }],
      () => answered(["--state", state([rules("aaaaaa")]), ...OWN]),
    );
    expect(found.code).toBe(1);
    expect(found.orphans.map(({ id, outcome }) => [id, outcome])).toEqual([
      [refused.id, "failed"],
      [removed.id, "removed"],
    ]);
    expect(await tokenIds()).toContain(refused.id);
  });
});
