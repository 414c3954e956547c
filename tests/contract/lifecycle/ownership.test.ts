import type * as Lifecycle from "../../support/lifecycle";
import {
  ask,
  identity,
  plain,
  renew,
  unproven,
  watch,
  withFaults,
  type State,
  type TestEngine,
} from "../../support/lifecycle";
import { bearer, EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";

/** Who owns what is live, over replacements, lost states, other stacks and states of releases without marks. */
const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const CORE = "efb7b8c949ac4650a09736fc376e9aee";

const ADMIN = { ref: "admin", action: "managed_challenge", expression: 'http.request.uri.path eq "/admin"' };
const BOTS = { ref: "bots", action: "block", expression: "cf.client.bot" };
const COUNTRY = { ref: "country", action: "log", expression: 'ip.src.country eq "ZZ"' };
const RULES = [ADMIN, BOTS];
const POLICIES = [{ resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone Read" }] }];

type Args = Record<string, unknown>;
interface LiveRule {
  id: string;
  ref: string;
  action: string;
  expression: string;
  action_parameters?: { id?: string };
}
interface LiveRuleset {
  id: string;
  name: string;
  kind: string;
  rules?: LiveRule[];
}

const platform = useTestPlatform();
beforeEach(async () => {
  await renew(platform);
  await platform.control("POST", "/seed", { accounts: [{ id: ACCOUNT, name: "ours" }] });
});

/** The engine in a process of its own: modules remember what their run has seen. */
function newRun(settings: Record<string, string> = {}): TestEngine {
  // The connection `again` leads to the same account: another one is what replaces most resources.
  const connections = JSON.stringify({ again: { baseUrl: platform.baseUrl, apiToken: platform.token } });
  let run: TestEngine | undefined;
  jest.isolateModules(() => {
    const { testEngine } = jest.requireActual<typeof Lifecycle>("../../support/lifecycle");
    run = testEngine(platform, { "edge:connections": connections, ...settings });
  });
  if (!run) throw new Error("the modules were not loaded");
  return run;
}

const rulesAt = async (scope: string, phase: string): Promise<LiveRule[]> => {
  const answer = await platform.api("GET", `${scope}/rulesets/phases/${phase}/entrypoint`);
  return (answer.body as { result: LiveRuleset | null } | undefined)?.result?.rules ?? [];
};
const ZONE = `/zones/${EXAMPLE_COM}`;
const inZone = () => rulesAt(ZONE, CUSTOM);
const deployed = () => rulesAt(ZONE, MANAGED);
const inAccount = () => rulesAt(`/accounts/${ACCOUNT}`, CUSTOM);
const customRulesets = async (): Promise<LiveRuleset[]> => {
  const all = await ask<LiveRuleset[]>(platform, "GET", `/accounts/${ACCOUNT}/rulesets`);
  const custom = all.filter(({ kind }) => kind === "custom");
  return Promise.all(
    custom.map(({ id }) => ask<LiveRuleset>(platform, "GET", `/accounts/${ACCOUNT}/rulesets/${id}`)),
  );
};
const tokens = async () => {
  const all = await ask<{ id: string; name: string }[]>(platform, "GET", "/user/tokens?per_page=50");
  return all.filter(({ name }) => /^(deploy|pipeline)/.test(name));
};
const use = (value: unknown) =>
  platform.api("GET", ZONE, { headers: bearer(String(value)) }).then(({ status }) => status);

/** Makes an entry point of somebody who knows no marks. */
const byHand = (phase: string, ...rules: object[]) =>
  ask<LiveRuleset>(platform, "POST", `${ZONE}/rulesets`, { name: "default", kind: "zone", phase, rules });

/** What a rule does, without what the platform gives it. */
const asDeclared = (rules: readonly LiveRule[]) =>
  plain(rules).map(({ ref, action, expression }) => ({ ref, action, expression }));

interface Kind {
  readonly kind: string;
  readonly args: Args;
  /** A change of the arguments that replaces the resource. */
  readonly replacing: Args;
  /** Everything of that kind that is live: what the programs declare of it, without marks and ids. */
  readonly live: () => Promise<unknown[]>;
  /** That of one resource with these arguments. */
  readonly one: readonly unknown[];
  /** What one resource shows after the replacing change. Default: the same. */
  readonly replaced?: readonly unknown[];
}

const OWASP_ARGS = { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 };
const KINDS: readonly Kind[] = [
  {
    kind: "ZoneEntrypointRuleset",
    args: { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: RULES },
    replacing: { connection: "again" },
    live: async () => asDeclared(await inZone()),
    one: RULES,
  },
  {
    kind: "AccountEntrypointRuleset",
    args: { accountId: ACCOUNT, phase: CUSTOM, rules: RULES },
    replacing: { connection: "again" },
    live: async () => asDeclared(await inAccount()),
    one: RULES,
  },
  {
    kind: "OwaspConfig",
    args: OWASP_ARGS,
    replacing: { connection: "again" },
    live: async () => (await deployed()).map((rule) => rule.action_parameters?.id),
    one: [OWASP],
  },
  {
    kind: "Ruleset",
    args: { accountId: ACCOUNT, name: "shared", phase: CUSTOM, rules: RULES },
    replacing: { name: "other" },
    live: async () => (await customRulesets()).map(({ name, rules = [] }) => [name, asDeclared(rules)]),
    one: [["shared", RULES]],
    replaced: [["other", RULES]],
  },
  {
    kind: "ApiToken",
    args: { __base: "deploy", policies: POLICIES },
    replacing: { connection: "again" },
    live: async () => (await tokens()).map(({ name }) => name.replace(/-[0-9a-z]{20}$/, "")),
    one: ["deploy"],
  },
];
const NAMED: Kind = {
  ...KINDS.at(-1)!,
  args: { name: "pipeline", policies: POLICIES },
  one: ["pipeline"],
};
const NAMED_TOKEN: [string, Kind] = ["ApiToken with a name of the program's", NAMED];
const each = (kinds: readonly Kind[]) => kinds.map((kind): [string, Kind] => [kind.kind, kind]);

/** A refresh agrees with the state, but for what the writes of others make of the whole entry point, and a roll of a token. */
async function expectRefreshed(run: TestEngine, kind: string, state: State): Promise<void> {
  const moving = {
    version: undefined,
    lastUpdated: undefined,
    ruleCount: undefined,
    modifiedOn: undefined,
  };
  const found = await run.refresh(kind, unproven(state));
  expect({ ...found, outs: { ...found?.outs, ...moving } }).toEqual({
    ...state,
    outs: { ...state.outs, ...moving },
  });
}

/** The state is all there is, a refresh agrees, the next `up` has nothing to do, and a destroy leaves nothing. */
async function expectSettled(
  { kind, live }: Kind,
  args: Args,
  state: State,
  one: readonly unknown[],
): Promise<void> {
  expect(await live()).toEqual(one);
  const run = newRun();
  await expectRefreshed(run, kind, state);
  expect(await run.preview(kind, args, state)).toBe("same");
  if (kind === "ApiToken") expect(await use(state.outs["value"])).toBe(200);
  await run.destroy(kind, state);
  expect(await live()).toEqual([]);
}

describe("a resource that is replaced because its arguments change", () => {
  it.each([...each(KINDS), NAMED_TOKEN])(
    "is live under its new mark, and only there: %s",
    async (_, kind) => {
      const args = { ...kind.args, __mark: identity("one") };
      const old = await newRun().up(kind.kind, args);
      const changed = { ...args, ...kind.replacing };
      const run = newRun();
      expect(await run.preview(kind.kind, changed, old)).toBe("replace");
      const state = await run.up(kind.kind, changed, old);
      expect(state.inputs["__mark"]).not.toBe(old.inputs["__mark"]);
      await expectSettled(kind, changed, state, kind.replaced ?? kind.one);
    },
  );

  it("is made before the old one goes, at each moment", async () => {
    const [kind] = KINDS as [Kind];
    const args = { ...kind.args, __mark: identity("one") };
    const old = await newRun().up(kind.kind, args);
    const { writes } = await watch(platform, () =>
      newRun().up(kind.kind, { ...args, connection: "again" }, old),
    );
    // The first POST is refused: there is an entry point.
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["POST", "POST", "POST", "DELETE", "DELETE"]);
  });

  it("stands where its predecessor stood, among the rules of others", async () => {
    const [kind] = KINDS as [Kind];
    const { id } = await byHand(CUSTOM, COUNTRY);
    const args = { ...kind.args, __mark: identity("one") };
    const old = await newRun().up(kind.kind, args);
    await ask(platform, "POST", `${ZONE}/rulesets/${id}/rules`, { ...COUNTRY, ref: "last" });
    await newRun().up(kind.kind, { ...args, connection: "again" }, old);
    expect((await kind.live()).map((rule) => (rule as LiveRule).ref)).toEqual([
      "country",
      "admin",
      "bots",
      "last",
    ]);
  });
});

describe("a resource that is made again by --target-replace or after a taint", () => {
  it.each(each(KINDS))("is live under its new mark, and only there: %s", async (_, kind) => {
    const args = { ...kind.args, __mark: identity("one") };
    const old = await newRun().up(kind.kind, args);
    // The engine checks without old inputs, creates, and deletes the old resource.
    const run = newRun();
    const state = await run.up(kind.kind, args);
    await run.destroy(kind.kind, old);
    expect(state.inputs["__mark"]).not.toBe(old.inputs["__mark"]);
    await expectSettled(kind, args, state, kind.one);
  });

  it("has another token where the old one is in use", async () => {
    const kind = KINDS.at(-1)!;
    const args = { ...kind.args, __mark: identity("one") };
    const old = await newRun().up(kind.kind, args);
    expect(await use(old.outs["value"])).toBe(200);
    const run = newRun();
    const state = await run.up(kind.kind, args);
    expect([await use(old.outs["value"]), await use(state.outs["value"])]).toEqual([200, 200]);
    await run.destroy(kind.kind, old);
    expect(await use(old.outs["value"])).toBe(403);
    await expectSettled(kind, args, state, kind.one);
  });
});

describe("a resource that gets another logical name", () => {
  it.each(each(KINDS))("is live under its new mark, and only there: %s", async (_, kind) => {
    const old = await newRun().up(kind.kind, { ...kind.args, __mark: identity("old") });
    const args = { ...kind.args, __mark: identity("new") };
    const run = newRun();
    const state = await run.up(kind.kind, args);
    await run.destroy(kind.kind, old);
    await expectSettled(kind, args, state, kind.one);
  });

  it.each(each(KINDS))(
    "stays what it is when the old one is deleted in another run, after a kill: %s",
    async (_, kind) => {
      const old = await newRun().up(kind.kind, { ...kind.args, __mark: identity("old") });
      const args = { ...kind.args, __mark: identity("new") };
      const state = await newRun().up(kind.kind, args);
      await newRun().destroy(kind.kind, old);
      await expectSettled(kind, args, state, kind.one);
    },
  );
});

describe("a token whose name the program gives, which proves nothing", () => {
  const { kind, args } = NAMED;

  it("is not doubled without being asked when its resource is made again: the old one is listed", async () => {
    const own = { ...args, __mark: identity("one") };
    const old = await newRun().up(kind, own);
    const { message } = await newRun().stopped(kind, { ...args, __mark: identity("new") });
    expect(message).toContain(String(old.outs["tokenId"]));
    expect(await use(old.outs["value"])).toBe(200);
  });

  it("goes over to the resource that adopts it, and stays when the old one is deleted", async () => {
    const old = await newRun().up(kind, { ...args, __mark: identity("old") });
    const own = { ...args, adopt: old.outs["tokenId"], __mark: identity("new") };
    const run = newRun();
    const state = await run.up(kind, own);
    await run.destroy(kind, old);
    expect(state.outs["tokenId"]).toBe(old.outs["tokenId"]);
    await expectSettled(NAMED, own, state, ["pipeline"]);
  });

  it("stays with the resource that adopted it where the run was killed before it deleted the old one", async () => {
    const old = await newRun().up(kind, { ...args, __mark: identity("old") });
    const own = { ...args, adopt: old.outs["tokenId"], __mark: identity("new") };
    const state = await newRun().up(kind, own);
    const run = newRun();
    expect(await run.preview(kind, own, state)).toBe("same");
    await run.destroy(kind, old);
    await expectSettled(NAMED, own, state, ["pipeline"]);
  });

  it("is made again by --target-replace, since the program asks the engine which tokens the state holds", async () => {
    const own = { ...args, __mark: identity("one") };
    const old = await newRun().up(kind, own);
    const run = newRun();
    const state = await run.up(kind, { ...own, __known: [old.outs["tokenId"]] });
    await run.destroy(kind, old);
    await expectSettled(NAMED, own, state, ["pipeline"]);
  });
});

describe("a ruleset whose resource was renamed with an alias", () => {
  it("keeps its rules when a new resource has the old name: the program says which refs others declare", async () => {
    const { kind, args } = KINDS[0]!;
    const renamed = { ...args, __mark: identity("waf") };
    const state = await newRun().up(kind, renamed);
    const more = { ...args, rules: [{ ...RULES[0]!, ref: "more" }], __mark: identity("waf") };
    await newRun().up(kind, { ...more, __elsewhere: RULES.map(({ ref }) => ref) });
    expect((await inZone()).map(({ ref }) => ref.split("~")[0]).sort()).toEqual(["admin", "bots", "more"]);
    expect((await newRun().refresh(kind, state))?.outs["rules"]).toEqual(state.outs["rules"]);
  });
  it("keeps its rules as well where the engine comes to it while the new resource is written", async () => {
    const { kind, args } = KINDS[0]!;
    const renamed = { ...args, __mark: identity("waf") };
    const state = await newRun().up(kind, renamed);
    const more = { ...args, rules: [{ ...RULES[0]!, ref: "more" }], __mark: identity("waf") };
    let run: TestEngine | undefined;
    const proxy = await startProxy(platform.baseUrl, () => undefined, {
      onAnswer: async ({ method, url = "" }) => {
        if (method === "POST" && url.endsWith("/rules")) await run?.preview(kind, renamed, state);
      },
    });
    try {
      run = newRun({ "edge:baseUrl": proxy.baseUrl });
      await run.up(kind, more);
    } finally {
      await proxy.close();
    }
    expect((await inZone()).map(({ ref }) => ref.split("~")[0]).sort()).toEqual(["admin", "bots", "more"]);
  });

  it("of its own is no orphan for one: the program asks which ids the state holds", async () => {
    const { kind, args } = KINDS.find((one) => one.kind === "Ruleset")!;
    const own = { ...args, name: undefined, __base: "waf", __mark: identity("waf") };
    const renamed = await newRun().up(kind, own);
    const known = { __known: [renamed.outs["rulesetId"]] };
    const state = await newRun().up(kind, { ...own, ...known });
    expect((await customRulesets()).map(({ id }) => id).sort()).toEqual(
      [renamed.outs["rulesetId"], state.outs["rulesetId"]].sort(),
    );
  });
});

describe("rules with exact refs, which prove nothing", () => {
  const { kind, args } = KINDS[0]!;
  const exact = { ...args, refs: "exact", __mark: identity("one") };

  it("are live as the program writes them, and go with their resource", async () => {
    const state = await newRun().up(kind, exact);
    expect((await inZone()).map(({ ref }) => ref)).toEqual(["admin", "bots"]);
    await expectSettled(KINDS[0]!, exact, state, RULES);
  });

  it("that an interrupted run made are listed by the next one, and are its own with takeOver", async () => {
    await newRun().up(kind, exact);
    const [admin] = await inZone();
    const { message } = await newRun().stopped(kind, exact);
    expect(message).toContain(
      `the entry point has a rule with ref "admin" (id ${String(admin?.id)}) that this resource did not create; `,
    );
    expect(message).toContain("set takeOver: true to take over that rule");
    const own = { ...exact, takeOver: true };
    const state = await newRun().up(kind, own);
    expect(state.outs["ruleIds"]).toMatchObject({ admin: admin?.id });
    await expectSettled(KINDS[0]!, own, state, RULES);
  });

  it("are known as its own after a lost answer in the same run", async () => {
    await byHand(CUSTOM, COUNTRY);
    const fault = { method: "POST", path: "/rules$", kind: "drop-after" as const, times: 1 };
    const state = await withFaults(platform, [fault], () => newRun().up(kind, exact));
    expect(asDeclared(await inZone())).toEqual([COUNTRY, ...RULES]);
    await newRun().destroy(kind, state);
    expect(asDeclared(await inZone())).toEqual([COUNTRY]);
  });

  it("get their marks when the program no longer asks for exact ones, and lose them when it does", async () => {
    const old = await newRun().up(kind, exact);
    const marked = { ...args, __mark: identity("one") };
    const between = await newRun().up(kind, marked, old);
    expect((await inZone()).map(({ id }) => id)).toEqual(Object.values(old.outs["ruleIds"] as object));
    const state = await newRun().up(kind, exact, between);
    expect((await inZone()).map(({ ref }) => ref)).toEqual(["admin", "bots"]);
    await expectSettled(KINDS[0]!, exact, state, RULES);
  });
});

describe("a resource that an interrupted run made, and no state holds", () => {
  it.each(each(KINDS))("is taken over by the next run, and not doubled: %s", async (_, kind) => {
    const args = { ...kind.args, __mark: identity("one") };
    await newRun().up(kind.kind, args);
    await newRun().up(kind.kind, args);
    const state = await newRun().up(kind.kind, args);
    await expectSettled(kind, args, state, kind.one);
  });

  it("keeps the ids of its rules, and loses those that the program no longer declares", async () => {
    const [kind] = KINDS as [Kind];
    const args = { ...kind.args, __mark: identity("one") };
    await newRun().up(kind.kind, args);
    const [admin] = await inZone();
    const state = await newRun().up(kind.kind, { ...args, rules: [ADMIN, COUNTRY] });
    expect(state.outs["ruleIds"]).toMatchObject({ admin: admin?.id });
    expect(await kind.live()).toEqual([ADMIN, COUNTRY]);
  });

  it("is left where it is older than a day", async () => {
    const [kind] = KINDS as [Kind];
    const args = { ...kind.args, __mark: identity("one") };
    await newRun().up(kind.kind, args);
    const later = newRun();
    later.pass(25 * 3_600_000);
    const state = await later.up(kind.kind, args);
    expect(
      asDeclared(await inZone())
        .map(({ ref }) => ref)
        .sort(),
    ).toEqual(["admin", "admin", "bots", "bots"]);
    await newRun().destroy(kind.kind, state);
    expect(await kind.live()).toEqual(RULES);
  });
});

describe("resources of two stacks", () => {
  it.each(each(KINDS.slice(0, 2)))(
    "have rules of equal refs and content side by side: %s",
    async (_, kind) => {
      const run = newRun();
      const ours = await run.up(kind.kind, { ...kind.args, __mark: identity("one", "prod") });
      const theirs = await run.up(kind.kind, { ...kind.args, __mark: identity("one", "staging") });
      expect(await kind.live()).toEqual([...RULES, ...RULES]);
      for (const state of [ours, theirs]) await expectRefreshed(run, kind.kind, state);
      const changed = await newRun().up(kind.kind, { ...kind.args, rules: [ADMIN] }, theirs);
      expect(await kind.live()).toEqual([...RULES, ADMIN]);
      await newRun().destroy(kind.kind, ours);
      await expectRefreshed(newRun(), kind.kind, changed);
      await newRun().destroy(kind.kind, changed);
      expect(await kind.live()).toEqual([]);
    },
  );

  it("have tokens of equal derived names, and each removes its own", async () => {
    const kind = KINDS.at(-1)!;
    const ours = await newRun().up(kind.kind, { ...kind.args, __mark: identity("one", "prod") });
    const theirs = await newRun().up(kind.kind, { ...kind.args, __mark: identity("one", "staging") });
    expect(await kind.live()).toEqual(["deploy", "deploy"]);
    await newRun().destroy(kind.kind, ours);
    expect([await use(ours.outs["value"]), await use(theirs.outs["value"])]).toEqual([403, 200]);
  });

  it("keep each other's rules where one of them owns the rest of the entry point", async () => {
    const { kind, args } = KINDS[0]!;
    await newRun().up(kind, { ...args, __mark: identity("one", "staging") });
    const exclusive = { ...args, ownership: "exclusive", rules: [COUNTRY], __mark: identity("one", "prod") };
    const { message } = await newRun().stopped(kind, exclusive);
    expect(message).toContain(
      'a rule with ref "admin" (managed_challenge), owned by shop/staging, that this resource did not create',
    );
    expect(asDeclared(await inZone())).toEqual(RULES);
  });
});

describe("an entry point that a resource of this package made", () => {
  const args = (ref: string) => ({ zoneId: EXAMPLE_COM, phase: MANAGED, rules: [deploying(ref, CORE)] });
  const deploying = (ref: string, id: string) => ({
    ref,
    action: "execute",
    expression: "true",
    actionParameters: { id },
  });
  const status = async () =>
    (await platform.api("GET", `${ZONE}/rulesets/phases/${MANAGED}/entrypoint`)).status;

  it.each([
    ["the one that made it leaves it first", [0, 1]],
    ["the one that made it leaves it last", [1, 0]],
  ])("goes with the last rule of any resource of the stack: %s", async (_, order) => {
    const run = newRun();
    const resources = [
      { kind: "OwaspConfig", args: { ...OWASP_ARGS, __mark: identity("owasp") } },
      { kind: "ZoneEntrypointRuleset", args: { ...args("core"), __mark: identity("core") } },
    ];
    const states: State[] = [];
    for (const { kind, args: own } of resources) states.push(await run.up(kind, own));
    const destroy = newRun();
    for (const index of order) await destroy.destroy(resources[index]!.kind, states[index]!);
    expect(await status()).toBe(404);
  });

  it.each([
    ["goes with the last rule of another stack's, where its own stack has left it", {}, 404],
    ["stays where it has a description", { description: "Of the platform team" }, 200],
  ])("%s", async (_, described, found) => {
    const { kind, args: own } = KINDS[0]!;
    const maker = await newRun().up(kind, { ...own, ...described, __mark: identity("one", "prod") });
    const other = await newRun().up(kind, { ...own, __mark: identity("one", "staging") });
    await newRun().destroy(kind, maker);
    expect(asDeclared(await inZone())).toEqual(RULES);
    await newRun().destroy(kind, other);
    const left = await platform.api("GET", `${ZONE}/rulesets/phases/${CUSTOM}/entrypoint`);
    expect(left.status).toBe(found);
  });

  it("stays where somebody else's rule is in it, and where somebody else made it", async () => {
    await byHand(CUSTOM, COUNTRY);
    const { kind, args: own } = KINDS[0]!;
    const state = await newRun().up(kind, { ...own, __mark: identity("one") });
    const [country] = await inZone();
    const entrypoint = `${ZONE}/rulesets/${String(state.outs["rulesetId"])}`;
    await platform.api("DELETE", `${entrypoint}/rules/${String(country?.id)}`);
    await newRun().destroy(kind, state);
    expect(await ask(platform, "GET", entrypoint)).toMatchObject({ name: "default" });
    expect(await inZone()).toEqual([]);
  });
});

/** Whether the hosted API takes another ref in a PATCH is documented nowhere. */
describe.each([
  ["refuses", "refuse"],
  ["ignores", "ignore"],
] as const)("an API that %s another ref in a PATCH", (_, manner) => {
  interface Watched {
    readonly writes: string[];
    /** After each answer: what `look` found. */
    readonly seen: unknown[];
  }
  /** Runs `work` against such an API, and looks at what is live after each answer. */
  async function against(look: () => Promise<unknown>, work: (run: TestEngine) => Promise<State>) {
    const watched: Watched = { writes: [], seen: [] };
    const refs = new Map<string, string>();
    for (const { id, ref } of [...(await inZone()), ...(await deployed())]) refs.set(id, ref);
    let refused = false;
    const isOther = (url: string, body: string) => {
      const { ref } = JSON.parse(body || "{}") as { ref?: string };
      const known = refs.get(url.split("/").at(-1) ?? "");
      return ref !== undefined && known !== undefined && ref !== known;
    };
    const proxy = await startProxy(platform.baseUrl, () => undefined, {
      rewrite: ({ method, url = "" }, body) => {
        if (method !== "PATCH" || !isOther(url, body)) return body;
        refused = manner === "refuse";
        // An action that nothing knows is refused with 400.
        const { ref, ...rest } = JSON.parse(body) as Record<string, unknown>;
        return JSON.stringify(refused ? { ref, ...rest, action: "no-action" } : rest);
      },
      onAnswer: async ({ method, url = "" }) => {
        if (method === "GET") return;
        watched.writes.push(
          `${String(method)} ${url.replace(/^.*\/rulesets/, "").replace(/[0-9a-f]{32}/g, "ID")}`,
        );
        watched.seen.push(await look());
      },
    });
    try {
      const state = await work(newRun({ "edge:baseUrl": proxy.baseUrl }));
      return { state, ...watched };
    } finally {
      await proxy.close();
    }
  }

  const { kind, args } = KINDS[0]!;
  const actions = async () => (await inZone()).map(({ action }) => action);

  it("gets the rule anew before the old one goes, in its place: takeOver", async () => {
    await byHand(CUSTOM, COUNTRY, ADMIN, { ...BOTS, ref: "last" });
    const own = { ...args, rules: [ADMIN], takeOver: true, __mark: identity("one") };
    const { state, writes, seen } = await against(actions, (run) => run.up(kind, own));
    expect(writes).toEqual(["POST ", "PATCH /ID/rules/ID", "POST /ID/rules", "DELETE /ID/rules/ID"]);
    expect(seen.every((found) => (found as string[]).includes("managed_challenge"))).toBe(true);
    expect(asDeclared(await inZone())).toEqual([COUNTRY, ADMIN, { ...BOTS, ref: "last" }]);
    await expectRefreshed(newRun(), kind, state);
    await newRun().destroy(kind, state);
    expect(asDeclared(await inZone())).toEqual([COUNTRY, { ...BOTS, ref: "last" }]);
  });

  it("gets the rule anew before the old one goes, in its place: an interrupted run's", async () => {
    const own = { ...args, __mark: identity("one") };
    await newRun().up(kind, own);
    const { state, seen } = await against(actions, (run) => run.up(kind, own));
    for (const found of seen) expect(found).toEqual(expect.arrayContaining(["managed_challenge", "block"]));
    await expectSettled(KINDS[0]!, own, state, RULES);
  });

  it("gets the rule anew where it changes as well", async () => {
    const old = await newRun().up(kind, { ...args, __mark: undefined });
    const own = { ...args, rules: [{ ...ADMIN, action: "block" }, BOTS], __mark: identity("one") };
    const { state, seen } = await against(actions, (run) => run.up(kind, own, old));
    for (const found of seen) expect((found as string[]).length).toBeGreaterThanOrEqual(2);
    await expectSettled(KINDS[0]!, own, state, [{ ...ADMIN, action: "block" }, BOTS]);
  });

  it("gets the OWASP deployment anew by one PUT, which leaves the others", async () => {
    const deploying = (ref: string, id: string) => ({
      ref,
      action: "execute",
      expression: "true",
      action_parameters: { id },
    });
    await byHand(MANAGED, deploying("core", CORE), deploying("theirs", OWASP));
    const [core] = await deployed();
    const own = { ...OWASP_ARGS, takeOver: true, __mark: identity("one") };
    const look = async () => (await deployed()).map((rule) => rule.action_parameters?.id);
    const { state, writes, seen } = await against(look, (run) => run.up("OwaspConfig", own));
    expect(writes).toEqual(["POST ", "PATCH /ID/rules/ID", `PUT /phases/${MANAGED}/entrypoint`]);
    expect(seen).toEqual(writes.map(() => [CORE, OWASP]));
    expect((await deployed())[0]).toEqual(core);
    await expectRefreshed(newRun(), "OwaspConfig", state);
    await newRun().destroy("OwaspConfig", state);
    expect(await deployed()).toEqual([core]);
  });

  it("hands the OWASP deployment over within the stack by one PUT, and the former owner leaves it", async () => {
    const former = await newRun().up("OwaspConfig", { ...OWASP_ARGS, __mark: identity("former") });
    const own = { ...OWASP_ARGS, __mark: identity("present") };
    const look = async () => (await deployed()).map((rule) => rule.action_parameters?.id);
    const { state, seen } = await against(look, async (run) => {
      const present = await run.up("OwaspConfig", own);
      await run.destroy("OwaspConfig", former);
      return present;
    });
    for (const found of seen) expect(found).toEqual([OWASP]);
    await expectSettled(KINDS[2]!, own, state, [OWASP]);
  });
});

describe("a state of a release without marks", () => {
  const MARKED = /^(.*)~shop\/prod~[0-9a-f]{14}[0-9a-z]{6}$/;
  const isMarked = ({ ref }: LiveRule) => MARKED.test(ref);
  /** As such a release made it: without an identity, nothing is marked. */
  const before = ({ kind, args }: Kind) => newRun().up(kind, { ...args, __mark: undefined });
  const [zone] = KINDS as [Kind];
  const own = { ...zone.args, __mark: identity("one") };

  it.each(each(KINDS.slice(0, 4)))("is unchanged, and costs no request: %s", async (_, kind) => {
    const state = await before(kind);
    expect(JSON.stringify(state)).not.toContain("__mark");
    const args = { ...kind.args, __mark: identity("one") };
    const { result, requests } = await watch(platform, async () => {
      const run = newRun();
      return {
        preview: await run.preview(kind.kind, args, state),
        state: await run.up(kind.kind, args, state),
      };
    });
    expect(result.preview).toBe("same");
    expect(result.state.outs).toEqual(state.outs);
    expect(requests).toEqual([]);
    expect((await newRun().refresh(kind.kind, unproven(result.state)))?.outs).toEqual(state.outs);
  });

  it.each(each(KINDS.slice(0, 4)))("is all that a destroy removes: %s", async (_, kind) => {
    const state = await before(kind);
    await newRun().destroy(kind.kind, state);
    expect(await kind.live()).toEqual([]);
  });

  it("leaves the rules of others when it is destroyed", async () => {
    await byHand(CUSTOM, COUNTRY);
    const others = await newRun().up(zone.kind, { ...zone.args, __mark: identity("other") });
    const state = await before({ ...zone, args: { ...zone.args, rules: [{ ...BOTS, ref: "third" }] } });
    await newRun().destroy(zone.kind, state);
    expect(asDeclared(await inZone())).toEqual([COUNTRY, ...RULES]);
    await expectRefreshed(newRun(), zone.kind, others);
  });

  it("gets the mark of a rule with the PATCH that changes it, and of no other", async () => {
    const old = await before(zone);
    const changed = { ...own, rules: [ADMIN, { ...BOTS, action: "log" }] };
    const { result: state, writes } = await watch(platform, () => newRun().up(zone.kind, changed, old));
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["PATCH"]);
    expect((await inZone()).map(isMarked)).toEqual([false, true]);
    expect(state.outs["ruleIds"]).toEqual(old.outs["ruleIds"]);
    await expectSettled(zone, changed, state, [ADMIN, { ...BOTS, action: "log" }]);
  });

  it("marks a new rule, and removes one that is gone", async () => {
    const old = await before(zone);
    const state = await newRun().up(zone.kind, { ...own, rules: [COUNTRY, BOTS] }, old);
    expect((await inZone()).map(isMarked)).toEqual([true, false]);
    await expectSettled(zone, { ...own, rules: [COUNTRY, BOTS] }, state, [COUNTRY, BOTS]);
  });

  it("is replaced create-first, and its rules go", async () => {
    const old = await before(zone);
    const args = { ...own, connection: "again" };
    const state = await newRun().up(zone.kind, args, old);
    await expectSettled(zone, args, state, RULES);
  });

  it("marks an OWASP deployment with its next change", async () => {
    const owasp = KINDS[2]!;
    const old = await before(owasp);
    const args = { ...owasp.args, paranoiaLevel: 3, __mark: identity("one") };
    const { result: state, writes } = await watch(platform, () => newRun().up(owasp.kind, args, old));
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["PATCH"]);
    expect((await deployed()).map(isMarked)).toEqual([true]);
    await expectSettled(owasp, args, state, [OWASP]);
  });

  it("renames a token with its next change", async () => {
    const args = { __base: "deploy", policies: POLICIES, __mark: identity("one") };
    const resource = identity("one").slice(-8);
    const name = `deploy-${resource}`;
    const old = await newRun().up("ApiToken", { name, policies: POLICIES, __mark: undefined });
    const run = newRun();
    expect(await run.preview("ApiToken", args, old)).toBe("same");
    const changed = { ...args, expiresOn: "2035-01-01T00:00:00Z" };
    const state = await run.up("ApiToken", changed, old);
    expect(state.outs["tokenId"]).toBe(old.outs["tokenId"]);
    expect((await tokens()).map((token) => token.name)).toEqual([
      expect.stringMatching(new RegExp(`^deploy-[0-9a-f]{6}${resource}[0-9a-z]{6}$`)),
    ]);
    await expectSettled(KINDS.at(-1)!, changed, state, ["deploy"]);
  });
});
