import { registerRelease } from "../../../cli/release/release";
import { recordedExactRules } from "../../../provider/evidence";
import { parseRef } from "../../../provider/marks";
import { runCommand } from "../../support/command";
import { stateResource, useCommandLine } from "../../support/command-line";
import {
  ask,
  identity,
  testEngine,
  watch,
  withFaults,
  type State,
  type TestEngine,
} from "../../support/lifecycle";
import { omit } from "../../support/omit";
import { EXAMPLE_COM } from "../../support/platform";
import { startProxy } from "../../support/proxy";

const CUSTOM = "http_request_firewall_custom";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";
const OTHER_MARK = "other/prod~0123456789ab";

const { platform, pathOf, write } = useCommandLine();
const release = (...args: string[]) => runCommand(registerRelease, ["release", ...args]);

interface Answer {
  readonly marks: { kind: string; name: string; outcome: string; reason: string | null }[];
  readonly forget: { urn: string; command: string }[];
  readonly unread: string[];
}
async function answered(...args: string[]): Promise<Answer & { code: number }> {
  const { code, stdout, stderr } = await release(...args, "--json");
  expect(stderr).toBe("");
  return { code, ...(JSON.parse(stdout) as Answer) };
}

interface Rule {
  readonly id: string;
  readonly ref: string;
}
interface Ruleset {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly rules?: readonly Rule[];
}
const account = () => `/accounts/${platform.accountId}`;
const rulesetAt = (at: string) => ask<Ruleset>(platform, "GET", at);
const liveRules = async (phase = CUSTOM) =>
  (await rulesetAt(`${RULESETS}/phases/${phase}/entrypoint`)).rules ?? [];
const refs = async (phase = CUSTOM) => (await liveRules(phase)).map(({ ref }) => ref);
/** Rules without what the removal of a mark changes. */
const lasting = (rules: readonly Rule[]) =>
  rules.map((rule) => ({ ...omit(rule, "version", "last_updated"), ref: parseRef(rule.ref).ref }));
const byHand = { ref: "by-hand", action: "log", expression: "ssl" };
const rule = (ref: string, more: object = {}) => ({
  ref,
  action: "block",
  expression: `http.request.uri.path eq "/${ref}"`,
  ...more,
});
const items = async (id: string) =>
  (await ask<{ ip: string; comment?: string }[]>(platform, "GET", `${account()}/rules/lists/${id}/items`))
    .map(({ ip, comment }) => [ip, comment ?? ""])
    .sort();

let engine: TestEngine;
beforeEach(() => {
  process.env["PULUMI_HOME"] = pathOf("home");
  engine = testEngine(platform, {}, { sharesClock: true });
});

/** The engine's identities are of organization/shop/prod. */
const resource = (kind: string, name: string, { id, inputs, outs }: State, more: object = {}) =>
  stateResource(kind, name, { id, inputs, outputs: outs, ...more });
const stateOf = (resources: object[], pending: object[] = []) =>
  write("state.json", { version: 3, deployment: { resources, pending_operations: pending } });

const wafArgs = {
  zoneId: EXAMPLE_COM,
  phase: CUSTOM,
  rules: [rule("admin"), rule("old", { enabled: false }), rule("bots", { action: "log" })],
  __mark: identity("waf"),
};
const waf = (args: object = {}) => engine.up("ZoneEntrypointRuleset", { ...wafArgs, ...args });
async function wafWithForeign(): Promise<State> {
  const state = await waf();
  const [first] = await liveRules();
  const { id } = await rulesetAt(`${RULESETS}/phases/${CUSTOM}/entrypoint`);
  const position = { after: first?.id };
  await ask(platform, "POST", `${RULESETS}/${id}/rules`, { ...byHand, position });
  return state;
}

describe("edge-platform release", () => {
  it("prints what it would write and how the state forgets, and writes nothing without --yes", async () => {
    const file = stateOf([
      resource("ZoneEntrypointRuleset", "waf", await wafWithForeign(), { protect: true }),
    ]);
    const before = await liveRules();
    const { result, writes } = await watch(platform, () => release("--state", file));
    expect(writes).toEqual([]);
    expect(await liveRules()).toEqual(before);
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(
      /^3 objects carry marks of the released resources:\n {2}rule {2}[0-9a-f]{32} {2}"admin" /,
    );
    expect(result.stdout).toContain(`zone example.com, ${CUSTOM}`);
    expect(result.stdout).not.toContain("by-hand");
    expect(result.stdout).toContain("Nothing was written. To remove these marks, add --yes.");
    expect(result.stdout).toContain(
      "pulumi state delete --yes --force urn:pulumi:dev::shop::pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset::waf",
    );
  });

  it("removes the marks of rules by one PATCH each, and leaves order, content and foreign rules as they are", async () => {
    const file = stateOf([resource("ZoneEntrypointRuleset", "waf", await wafWithForeign())]);
    const before = await liveRules();
    const { result, writes } = await watch(platform, () => answered("--state", file, "--yes"));
    expect(result).toMatchObject({ code: 0, marks: [1, 2, 3].map(() => ({ outcome: "removed" })) });
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["PATCH", "PATCH", "PATCH"]);
    expect(await refs()).toEqual(["admin", "by-hand", "old", "bots"]);
    expect(lasting(await liveRules())).toEqual(lasting(before));
    expect((await liveRules())[1]).toEqual(before[1]);

    const again = await watch(platform, () => answered("--state", file, "--yes"));
    expect(again.writes).toEqual([]);
    expect(again.result).toMatchObject({ code: 0, marks: [], forget: [{}] });
  });

  it("continues in a second run after a first that was cut off", async () => {
    const file = stateOf([resource("ZoneEntrypointRuleset", "waf", await wafWithForeign())]);
    const before = await liveRules();
    const broken = { method: "PATCH", path: `/rules/${before[2]?.id}`, kind: "status" as const, status: 403 };
    const first = await withFaults(platform, [broken], () => answered("--state", file, "--yes"));
    expect(first).toMatchObject({
      code: 1,
      marks: [{ outcome: "removed" }, { name: "old", outcome: "failed" }, { outcome: "removed" }],
    });
    expect(await answered("--state", file, "--yes")).toMatchObject({
      code: 0,
      marks: [{ name: "old", outcome: "removed" }],
    });
    expect(lasting(await liveRules())).toEqual(lasting(before));
  });

  it("finds out what a request with a lost answer has done", async () => {
    const file = stateOf([resource("ZoneEntrypointRuleset", "waf", await wafWithForeign())]);
    const before = await liveRules();
    const lost = { method: "PATCH", path: "/rules/", kind: "drop-after" as const, times: 1 };
    const { result, writes } = await watch(platform, () =>
      withFaults(platform, [lost], () => answered("--state", file, "--yes")),
    );
    expect(result).toMatchObject({ code: 0, marks: [1, 2, 3].map(() => ({ outcome: "removed" })) });
    expect(writes).toHaveLength(3);
    expect(lasting(await liveRules())).toEqual(lasting(before));
    expect(await refs()).toEqual(["admin", "by-hand", "old", "bots"]);
  });

  it("says if a rule differs afterwards because another writer has changed it meanwhile", async () => {
    const file = stateOf([resource("ZoneEntrypointRuleset", "waf", await wafWithForeign())]);
    const { id } = await rulesetAt(`${RULESETS}/phases/${CUSTOM}/entrypoint`);
    const [, foreign] = await liveRules();
    let patches = 0;
    const proxy = await startProxy(platform.baseUrl, async ({ method }) => {
      if (method !== "PATCH" || (patches += 1) !== 1) return undefined;
      const changed = { ...byHand, action: "block" };
      await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${foreign?.id}`, changed);
      return undefined;
    });
    process.env["EDGE_BASE_URL"] = proxy.baseUrl;
    const found = await answered("--state", file, "--yes").finally(() => proxy.close());
    expect(found).toMatchObject({ code: 1, marks: [1, 2, 3].map(() => ({ outcome: "differs" })) });
    process.env["EDGE_BASE_URL"] = platform.baseUrl;
    expect((await liveRules())[1]).toMatchObject({ ref: "by-hand", action: "block" });
    expect((await answered("--state", file, "--yes")).code).toBe(0);
  });

  it("makes a rule anew in its place if the API keeps the ref in a PATCH", async () => {
    const file = stateOf([resource("ZoneEntrypointRuleset", "waf", await wafWithForeign())]);
    const before = await liveRules();
    const rewrite = ({ method }: { method?: string | undefined }, body: string) => {
      const { ref, ...rest } = JSON.parse(body || "{}") as Record<string, unknown>;
      return method === "PATCH" && ref !== undefined ? JSON.stringify(rest) : body;
    };
    const proxy = await startProxy(platform.baseUrl, () => undefined, { rewrite });
    process.env["EDGE_BASE_URL"] = proxy.baseUrl;
    const found = await answered("--state", file, "--yes").finally(() => proxy.close());
    expect(found).toMatchObject({ code: 0, marks: [1, 2, 3].map(() => ({ outcome: "removed" })) });
    const withoutIds = (rules: readonly Rule[]) => lasting(rules).map((one) => omit(one, "id"));
    expect(withoutIds(await liveRules())).toEqual(withoutIds(before));
    expect(await refs()).toEqual(["admin", "by-hand", "old", "bots"]);
  });

  it("keeps the mark of a rule whose ref another rule has", async () => {
    const state = await waf();
    const { id } = await rulesetAt(`${RULESETS}/phases/${CUSTOM}/entrypoint`);
    await ask(platform, "POST", `${RULESETS}/${id}/rules`, { ...byHand, ref: "admin" });
    const found = await answered(
      "--state",
      stateOf([resource("ZoneEntrypointRuleset", "waf", state)]),
      "--yes",
    );
    expect(found).toMatchObject({
      code: 1,
      marks: [
        { name: "admin", outcome: "kept", reason: expect.stringContaining("another rule") as unknown },
        {},
        {},
      ],
    });
    const again = await release("--state", pathOf("state.json"), "--yes");
    expect(again.stdout).toMatch(
      /^Not released: another rule of the ruleset has this ref: .*\n {2}rule {2}[0-9a-f]{32} {2}"admin" .*\nRun the command again before/,
    );
    expect((await refs()).filter((ref) => ref.startsWith("admin"))).toEqual([
      expect.stringMatching(/^admin~shop\/prod~/),
      "admin",
    ]);
  });

  it("does not touch rules of other resources, of the same stack or of another", async () => {
    const state = await waf({ rules: [rule("admin")] });
    await waf({ rules: [rule("other")], __mark: identity("other") });
    await waf({ rules: [rule("theirs")], __mark: identity("waf", "dev") });
    const type = "edge:index:ZoneEntrypointRuleset";
    const file = stateOf([resource("ZoneEntrypointRuleset", "waf", state, { type })]);
    expect((await answered("--state", file, "--yes")).marks).toHaveLength(1);
    expect(await refs()).toEqual([
      "admin",
      expect.stringMatching(/^other~/),
      expect.stringMatching(/^theirs~/),
    ]);
  });

  it("releases OWASP, custom rulesets and lists, and renames tokens only with --rename", async () => {
    const accountId = platform.accountId;
    const owasp = await engine.up("OwaspConfig", {
      zoneId: EXAMPLE_COM,
      paranoiaLevel: 2,
      scoreThreshold: 40,
      __mark: identity("owasp"),
    });
    const custom = await engine.up("Ruleset", {
      accountId,
      phase: CUSTOM,
      rules: [rule("one"), rule("two")],
      __mark: identity("custom"),
      __base: "custom",
    });
    const ofZone = await engine.up("ZoneCustomRuleset", {
      zoneId: EXAMPLE_COM,
      rules: [rule("three")],
      __mark: identity("of-zone"),
      __base: "of-zone",
    });
    const list = await engine.up("List", {
      accountId,
      name: "office",
      kind: "ip",
      description: "The office",
      __mark: identity("list"),
      items: [{ ip: "192.0.2.1", comment: "door" }, { ip: "192.0.2.2" }],
    });
    const token = await engine.up("ApiToken", {
      policies: [
        {
          resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
          permissionGroups: [{ id: ZONE_READ }],
        },
      ],
      status: "disabled",
      __mark: identity("ci"),
      __base: "ci",
    });
    const listId = String(list.outs["listId"]);
    await ask(platform, "POST", `${account()}/rules/lists/${listId}/items`, [
      { ip: "192.0.2.3", comment: `theirs~${OTHER_MARK}` },
    ]);
    await platform.control("PUT", "/clock", { advance: "1s" });
    const tokenPath = `/user/tokens/${String(token.outs["tokenId"])}`;
    const before = {
      owasp: await liveRules("http_request_firewall_managed"),
      token: await ask(platform, "GET", tokenPath),
    };
    const file = stateOf([
      resource("OwaspConfig", "owasp", owasp),
      resource("Ruleset", "custom", custom),
      resource("ZoneCustomRuleset", "of-zone", ofZone),
      resource("List", "list", list),
      resource("ApiToken", "ci", token),
    ]);
    const found = await answered("--state", file, "--yes");
    expect(found.marks.map(({ kind, outcome }) => `${kind} ${outcome}`).sort()).toEqual([
      "list removed",
      "rule removed",
      "rule removed",
      "rule removed",
      "rule removed",
    ]);
    expect(found.forget.map(({ urn }) => urn.split("::").pop()).sort()).toEqual([
      "ci",
      "custom",
      "list",
      "of-zone",
      "owasp",
    ]);
    expect(await refs("http_request_firewall_managed")).toEqual(["owasp-core-ruleset"]);
    expect(lasting(await liveRules("http_request_firewall_managed"))).toEqual(lasting(before.owasp));
    const ruleset = await rulesetAt(`${account()}/rulesets/${String(custom.outs["rulesetId"])}`);
    expect(ruleset.rules?.map(({ ref }) => ref)).toEqual(["one", "two"]);
    const inZone = await rulesetAt(`/zones/${EXAMPLE_COM}/rulesets/${String(ofZone.outs["rulesetId"])}`);
    expect(inZone.rules?.map(({ ref }) => ref)).toEqual(["three"]);
    expect(await items(listId)).toEqual([
      ["192.0.2.1", "door"],
      ["192.0.2.2", ""],
      ["192.0.2.3", `theirs~${OTHER_MARK}`],
    ]);
    expect(await ask(platform, "GET", `${account()}/rules/lists/${listId}`)).toMatchObject({
      description: "The office",
    });
    expect(await ask(platform, "GET", tokenPath)).toEqual(before.token);

    expect(await answered("--state", file, "--yes", "--rename")).toMatchObject({
      code: 0,
      marks: [{ kind: "token", outcome: "removed" }],
    });
    expect(await ask(platform, "GET", tokenPath)).toEqual({
      ...before.token,
      name: "ci",
      modified_on: expect.anything() as unknown,
    });
    expect(await answered("--state", file, "--rename")).toMatchObject({ code: 0, marks: [] });
  });

  it("selects the resources of a zone or by URN, and names resources that stay and depend on them", async () => {
    const state = resource("ZoneEntrypointRuleset", "waf", await waf());
    const { urn } = state;
    const dependent = { urn: "urn:pulumi:dev::shop::github:index:Secret::ci", type: "github:index:Secret" };
    const filter = stateResource("ValidatedFilter", "filter", { inputs: {}, outputs: {} });
    const file = stateOf([filter, state, { ...dependent, dependencies: [urn] }]);
    for (const args of [
      ["--zone", "example.com"],
      ["--urn", urn],
    ]) {
      const { code, stdout } = await release("--state", file, ...args);
      expect(code).toBe(1);
      expect(stdout).toContain(`${dependent.urn} depends on ${urn} and stays in the state`);
      expect(stdout).not.toContain("::filter");
    }
    const { code, stderr } = await release("--state", file, "--urn", "urn:pulumi:dev::shop::x::y");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("The state has no such resource of this package"),
    ]);
  });

  it("leaves the state as it was: an up writes nothing, a change marks the rules again, and a destroy leaves rules without marks", async () => {
    const args = { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40, __mark: identity("owasp") };
    const owasp = await engine.up("OwaspConfig", args);
    const rules = [rule("admin"), rule("bots")];
    const state = await waf({ rules });
    const file = stateOf([
      resource("ZoneEntrypointRuleset", "waf", state),
      resource("OwaspConfig", "owasp", owasp),
    ]);
    expect((await answered("--state", file, "--yes")).code).toBe(0);
    const { result, writes } = await watch(platform, async () => {
      await engine.up("OwaspConfig", args, owasp);
      return engine.up("ZoneEntrypointRuleset", { ...wafArgs, rules }, state);
    });
    expect([writes, await refs()]).toEqual([[], ["admin", "bots"]]);
    const changed = await engine.up(
      "ZoneEntrypointRuleset",
      { ...wafArgs, rules: [rule("admin", { action: "log" }), rule("bots")] },
      result,
    );
    expect(await refs()).toEqual([expect.stringMatching(/^admin~shop/), expect.stringMatching(/^bots~shop/)]);
    expect(await answered("--state", file, "--yes")).toMatchObject({ code: 0, marks: [{}, {}] });
    await engine.destroy("ZoneEntrypointRuleset", changed);
    await engine.destroy("OwaspConfig", owasp);
    expect(await refs()).toEqual(["admin", "bots"]);
    expect(await refs("http_request_firewall_managed")).toEqual(["owasp-core-ruleset"]);
  });

  it("with --keep-marks, only says how the state forgets, without a request", async () => {
    const file = stateOf([resource("ZoneEntrypointRuleset", "waf", await waf())]);
    const { result, requests } = await watch(platform, () => answered("--state", file, "--keep-marks"));
    expect([result.code, result.marks, requests]).toEqual([0, [], []]);
    expect(result.forget).toHaveLength(1);
    expect((await release("--state", file, "--keep-marks")).stdout).toMatch(
      /^The marks stay: nothing was read\.\n/,
    );
  });

  it("forgets, with --yes, that this machine recorded the owner of rules with exact refs", async () => {
    const records = recordedExactRules();
    engine = testEngine(platform, {}, { exactRules: records });
    const file = stateOf([resource("ZoneEntrypointRuleset", "waf", await waf({ refs: "exact" }))]);
    const [first] = await liveRules();
    expect(records.ownerOf(first?.id ?? "")).toBeDefined();
    await release("--state", file);
    expect(records.ownerOf(first?.id ?? "")).toBeDefined();
    expect(await answered("--state", file, "--yes")).toMatchObject({ code: 0, marks: [] });
    expect(records.ownerOf(first?.id ?? "")).toBeUndefined();
  });

  it("refuses a state with an interrupted operation, and says when the credential may not read a place", async () => {
    const state = resource("ZoneEntrypointRuleset", "waf", await waf());
    const creating = [{ type: "creating", resource: state }];
    for (const file of [stateOf([state], creating), stateOf([{ ...state, delete: true }])])
      expect(await release("--state", file, "--yes")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("Run `pulumi up` first") as unknown,
      });
    const forbidden = { method: "GET", path: "/rulesets", kind: "status" as const, status: 403 };
    const found = await withFaults(platform, [forbidden], () =>
      answered("--state", stateOf([state]), "--yes"),
    );
    expect(found).toMatchObject({ code: 1, unread: ["the rulesets of zone example.com"] });
  });
});
