import {
  ask,
  plain,
  renew,
  testEngine,
  unproven,
  watch,
  type State,
  type TestEngine,
} from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

/** What requests a run sends, by the platform's own log. A run of the engine is one process: here, one test engine. */
const RULES = ["one", "two", "three", "four", "five"].map((ref) => ({
  ref,
  action: "block",
  expression: `http.host eq "${ref}.example.com"`,
}));
const PHASE = "http_request_firewall_custom";

interface Declared {
  readonly kind: string;
  readonly args: Record<string, unknown>;
}
type Stack = readonly (Declared & { readonly state: State })[];

const platform = useTestPlatform();
beforeEach(() => renew(platform));

let count = 0;

/** An entry point of five rules and an OWASP deployment for each zone, and so many tokens for all of them. */
async function declare(zones: number, tokens: number): Promise<Declared[]> {
  const ids = [...Array(zones).keys()].map((index) => (index + 1).toString(16).padStart(32, "0"));
  await platform.control("POST", "/seed", {
    zones: ids.map((id, index) => ({ id, name: `example${index}.com` })),
  });
  const policies = [
    { resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone WAF Write" }] },
  ];
  return [
    ...ids.flatMap((zoneId) => [
      { kind: "ZoneEntrypointRuleset", args: { zoneId, phase: PHASE, rules: RULES } },
      { kind: "OwaspConfig", args: { zoneId, paranoiaLevel: 2, scoreThreshold: 40 } },
    ]),
    ...[...Array(tokens).keys()].map(() => ({
      kind: "ApiToken",
      args: { name: `budget-${(count += 1)}`, policies },
    })),
  ];
}

/** The engine works on eight resources at a time, in whatever order. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return results;
}

const up = (engine: TestEngine, declared: readonly Declared[]): Promise<Stack> =>
  inParallel(declared, async ({ kind, args }) => ({ kind, args, state: await engine.up(kind, args) }));
const refresh = (engine: TestEngine, stack: Stack) =>
  inParallel(stack, async ({ kind, args, state }) => {
    const refreshed = await engine.refresh(kind, state);
    if (!refreshed) throw new Error(`${kind} is gone`);
    return { kind, args, state: refreshed };
  });
const destroy = (engine: TestEngine, stack: Stack) =>
  inParallel(stack, ({ kind, state }) => engine.destroy(kind, state));
const leftovers = async (zoneId: unknown) =>
  (await ask<{ kind: string }[]>(platform, "GET", `/zones/${String(zoneId)}/rulesets`)).filter(
    ({ kind }) => kind === "zone",
  );

describe.each([
  [1, 1],
  [3, 3],
  [10, 10],
  [10, 0],
  [100, 10],
])("a stack of %i zones and %i tokens", (zones, tokens) => {
  it("sends no more requests than promised", async () => {
    const declared = await declare(zones, tokens);
    const first = await watch(platform, () => up(testEngine(platform), declared));
    expect(first.writes).toHaveLength(2 * zones + tokens);
    expect(first.requests.length).toBeLessThanOrEqual(2 * zones + tokens + 4);
    const stack = first.result;

    const unchanged = await watch(platform, async () => {
      const engine = testEngine(platform);
      for (const { kind, args, state } of stack) expect(await engine.preview(kind, args, state)).toBe("same");
    });
    expect(unchanged.requests).toEqual([]);

    const refreshed = await watch(platform, () => refresh(testEngine(platform), stack));
    expect(refreshed.writes).toEqual([]);
    // One page of the list of tokens.
    expect(refreshed.requests).toHaveLength(zones + (tokens > 0 ? 1 : 0));
    expect(refreshed.result).toEqual(stack);

    const [entrypoint] = stack;
    if (!entrypoint) throw new Error("there is no resource");
    const rules = RULES.with(2, { ...RULES[2]!, action: "log" });
    const changed = await watch(platform, () =>
      testEngine(platform).up(entrypoint.kind, { ...entrypoint.args, rules }, entrypoint.state),
    );
    expect(changed.requests.map((line) => line.split(" ")[0])).toEqual(["GET", "PATCH"]);

    const now = [{ ...entrypoint, state: changed.result }, ...stack.slice(1)];
    const destroyed = await watch(platform, () => destroy(testEngine(platform), now));
    expect(destroyed.writes).toHaveLength(2 * zones + tokens);
    // A list of rulesets for each zone, and one of tokens: a name tells whose a token is at that moment.
    expect(destroyed.requests.length).toBeLessThanOrEqual(3 * zones + tokens + (tokens > 0 ? 1 : 0));
    for (const { args } of declared.filter(({ kind }) => kind === "OwaspConfig"))
      expect(await leftovers(args["zoneId"])).toEqual([]);
  });
});

describe("a preview of 100 new zones", () => {
  const previewed = async (declared: readonly Declared[], stack = new Set<State>()) => {
    const engine = testEngine(platform, {}, { stack });
    const work = async () => {
      for (const { kind, args } of declared)
        expect(await engine.preview(kind, { ...args, __preview: true })).toBe("create");
    };
    return (await watch(platform, work)).requests;
  };

  it("sends one request for each zone, or three where both entry points exist, and eight for all together", async () => {
    const declared = await declare(100, 1);
    const requests = await previewed(declared);
    // Two for the credential, three pages of zones, the managed ruleset, permissions and tokens.
    expect(requests.filter((line) => !/^GET \/zones\/\w+\/rulesets$/.test(line))).toHaveLength(8);
    expect(requests).toHaveLength(108);
    const tenZones = declared.slice(0, 20);
    const engine = testEngine(platform);
    await up(engine, tenZones);
    // As a preview of `--target-replace`.
    const again = await previewed(tenZones, engine.stack);
    expect(again.filter((line) => /^GET \/zones\/\w+\/rulesets($|\/phases)/.test(line))).toHaveLength(30);
  });
});

describe("a refresh", () => {
  it("reads only the entry point that has changed", async () => {
    const stack = await up(testEngine(platform), await declare(3, 0));
    const [first] = stack;
    const path = `/zones/${String(first?.args["zoneId"])}/rulesets/${String(first?.state.outs["rulesetId"])}`;
    const [rule] = Object.values(first?.state.outs["ruleIds"] as Record<string, string>);
    const edit = { action: "log", expression: RULES[0]?.expression };
    await ask(platform, "PATCH", `${path}/rules/${String(rule)}`, edit);
    const { result, requests } = await watch(platform, () => refresh(testEngine(platform), stack));
    expect(requests).toHaveLength(4);
    expect(requests.filter((line) => line.endsWith("/entrypoint"))).toHaveLength(1);
    expect(result[0]?.state.inputs["rules"]).toMatchObject({ one: { action: "log" } });
    // What was found is known from then on.
    const again = await watch(platform, () => refresh(testEngine(platform), result));
    expect(again.requests).toHaveLength(3);
    expect(again.result).toEqual(result);
  });

  it("reads the deployments again when the vendor has published a new version of the managed ruleset", async () => {
    const stack = await up(testEngine(platform), await declare(2, 0));
    const managed = String(stack[1]?.state.outs["managedRulesetId"]);
    await platform.control("POST", `/managed/${managed}`);
    const { result, requests } = await watch(platform, () => refresh(testEngine(platform), stack));
    // A list for each zone, the entry point of each deployment, and the managed ruleset.
    expect(requests).toHaveLength(5);
    const before = Number(stack[1]?.state.outs["managedVersion"]);
    expect(result.map(({ state }) => state.outs["managedVersion"])).toEqual([
      undefined,
      String(before + 1),
      undefined,
      String(before + 1),
    ]);
  });

  it("reads the rules once if the state of an earlier release proves nothing", async () => {
    const stack = await up(testEngine(platform), await declare(1, 0));
    const old = stack.map(({ state, ...declared }) => ({ ...declared, state: unproven(state) }));
    const { result, requests } = await watch(platform, () => refresh(testEngine(platform), old));
    expect(requests.filter((line) => line.endsWith("/entrypoint"))).toHaveLength(2);
    expect(result).toEqual(stack);
  });

  it("sees, in the same process, what somebody changed since the last refresh", async () => {
    const engine = testEngine(platform);
    const stack = await refresh(engine, await up(engine, await declare(1, 0)));
    const zoneId = String(stack[0]?.args["zoneId"]);
    await platform.api("DELETE", `/zones/${zoneId}/rulesets/${String(stack[0]?.state.outs["rulesetId"])}`);
    await expect(refresh(engine, stack)).rejects.toThrow("ZoneEntrypointRuleset is gone");
  });

  it("reads a token by its id if the list does not contain it", async () => {
    const engine = testEngine(platform);
    const [token] = await up(engine, await declare(0, 1));
    if (!token) throw new Error("there is no token");
    const path = `/user/tokens/${String(token.state.outs["tokenId"])}`;
    await platform.api("DELETE", path);
    const { result, requests } = await watch(platform, () =>
      testEngine(platform).refresh(token.kind, token.state),
    );
    expect([result, requests]).toEqual([undefined, ["GET /user/tokens", `GET ${path}`]]);
  });
});

describe("a removal", () => {
  const foreign = { ref: "somebody", action: "log", expression: "ssl" };
  /** Somebody adds a rule to the first entry point of the stack. */
  const join = async (stack: Stack) => {
    const { args, state } = stack[0]!;
    const path = `/zones/${String(args["zoneId"])}/rulesets/${String(state.outs["rulesetId"])}`;
    await ask(platform, "POST", `${path}/rules`, foreign);
    return path;
  };
  const refs = async (path: string) =>
    (await ask<{ rules: { ref: string }[] }>(platform, "GET", path)).rules.map(({ ref }) => ref);

  it("keeps a rule that somebody added since the last run", async () => {
    const stack = await up(testEngine(platform), await declare(1, 0));
    const path = await join(stack);
    await destroy(testEngine(platform), stack);
    expect(await refs(path)).toEqual(["somebody"]);
  });

  it("keeps a foreign rule that the last refresh has seen, and reads only the list", async () => {
    const made = await up(testEngine(platform), await declare(1, 0));
    const path = await join(made);
    const stack = await refresh(testEngine(platform), made);
    const { requests } = await watch(platform, () => destroy(testEngine(platform), stack.slice(0, 1)));
    expect(requests.map((line) => line.split(" ")[0])).toEqual(["GET", ...RULES.map(() => "DELETE")]);
    expect(await refs(path)).toEqual(["somebody"]);
  });

  it("keeps a rule that another resource of the same process added after the list was read", async () => {
    const engine = testEngine(platform);
    const stack = await up(engine, await declare(1, 0));
    await engine.refresh("OwaspConfig", stack[1]!.state);
    const { zoneId } = stack[0]!.args;
    await engine.up("ZoneEntrypointRuleset", { zoneId, phase: PHASE, rules: [foreign] });
    await destroy(engine, stack);
    const left = await ask(platform, "GET", `/zones/${String(zoneId)}/rulesets/phases/${PHASE}/entrypoint`);
    expect(plain(left)).toMatchObject({ rules: [foreign] });
  });

  it("does not use a list that an earlier refresh of the same process has read", async () => {
    const engine = testEngine(platform);
    const stack = await up(engine, await declare(1, 0));
    // The clock of the engine runs while it waits: longer than a removal trusts a list.
    await engine.refresh("OwaspConfig", stack[1]!.state);
    engine.pass(60_000);
    const path = await join(stack);
    await destroy(engine, stack);
    expect(await refs(path)).toEqual(["somebody"]);
  });
});
