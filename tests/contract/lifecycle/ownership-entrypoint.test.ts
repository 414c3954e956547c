import { identity, ask, type State, type TestEngine } from "../../support/lifecycle";
import {
  OWASP_ARGS,
  CUSTOM,
  MANAGED,
  CORE,
  ADMIN,
  BOTS,
  COUNTRY,
  RULES,
  useOwnership,
} from "../../support/ownership";
import { EXAMPLE_COM, OWASP } from "../../support/platform";
import { startProxy } from "../../support/proxy";

const {
  platform,
  newRun,
  killedRun,
  ZONE,
  inZone,
  deployed,
  byHand,
  asDeclared,
  KINDS,
  expectRefreshed,
  expectSettled,
} = useOwnership();

describe("an entry point that a resource of this package created", () => {
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
  ])("is removed with the last rule of any resource of the stack: %s", async (_, order) => {
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

  it("stays if it contains a foreign rule or was created by somebody else", async () => {
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

  it("gets a new rule in the position of the old one before the old one is removed: takeOver", async () => {
    await byHand(CUSTOM, COUNTRY, ADMIN, { ...BOTS, ref: "last" });
    const own = { ...args, rules: [ADMIN], takeOver: true, __mark: identity("one") };
    const { state, writes, seen } = await against(actions, (run) => run.up(kind, own));
    expect(writes).toEqual(["PATCH /ID/rules/ID", "POST /ID/rules", "DELETE /ID/rules/ID"]);
    expect(seen.every((found) => (found as string[]).includes("managed_challenge"))).toBe(true);
    expect(asDeclared(await inZone())).toEqual([COUNTRY, ADMIN, { ...BOTS, ref: "last" }]);
    await expectRefreshed(newRun(), kind, state);
    await newRun().destroy(kind, state);
    expect(asDeclared(await inZone())).toEqual([COUNTRY, { ...BOTS, ref: "last" }]);
  });

  it("gets a new rule in the position of the old one before the old one is removed: an interrupted run", async () => {
    const own = { ...args, __mark: identity("one") };
    await killedRun().up(kind, own);
    const { state, seen } = await against(actions, (run) => run.up(kind, own));
    for (const found of seen) expect(found).toEqual(expect.arrayContaining(["managed_challenge", "block"]));
    await expectSettled(KINDS[0]!, own, state, RULES);
  });

  it("gets a new rule also if the rule changes", async () => {
    const old = await newRun().up(kind, { ...args, __mark: undefined });
    const own = { ...args, rules: [{ ...ADMIN, action: "block" }, BOTS], __mark: identity("one") };
    const { state, seen } = await against(actions, (run) => run.up(kind, own, old));
    for (const found of seen) expect((found as string[]).length).toBeGreaterThanOrEqual(2);
    await expectSettled(KINDS[0]!, own, state, [{ ...ADMIN, action: "block" }, BOTS]);
  });

  it("gets a new OWASP deployment by one PUT, which keeps the other rules", async () => {
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
    expect(writes).toEqual(["PATCH /ID/rules/ID", `PUT /phases/${MANAGED}/entrypoint`]);
    expect(seen).toEqual(writes.map(() => [CORE, OWASP]));
    expect((await deployed())[0]).toEqual(core);
    await expectRefreshed(newRun(), "OwaspConfig", state);
    await newRun().destroy("OwaspConfig", state);
    expect(await deployed()).toEqual([core]);
  });

  it("passes the OWASP deployment on within the stack by one PUT, and the former owner keeps it", async () => {
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
