import {
  ask,
  identity,
  MARK,
  renew,
  testEngine,
  UNKNOWN,
  unproven,
  watch,
  withFaults,
  without,
} from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";

const KIND = "OwaspConfig";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const ENTRYPOINT = `${RULESETS}/phases/http_request_firewall_managed/entrypoint`;
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const CORE = "efb7b8c949ac4650a09736fc376e9aee";
const ARGS = { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40, action: "managed_challenge" };

interface Overrides {
  categories?: { category: string; enabled?: boolean; action?: string }[];
  rules?: { id: string; enabled?: boolean; score_threshold?: number; action?: string }[];
}
interface LiveRuleset {
  id: string;
  version: string;
  rules?: { id: string; ref: string; action_parameters: { id: string; overrides?: Overrides } }[];
}

const platform = useTestPlatform();
let engine: ReturnType<typeof testEngine>;
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform);
});

const live = () => ask<LiveRuleset>(platform, "GET", ENTRYPOINT);
const overrides = async () => (await live()).rules?.[0]?.action_parameters.overrides;
const entrypointStatus = async () => (await platform.api("GET", ENTRYPOINT)).status;

function foreign(...rules: object[]): Promise<LiveRuleset> {
  const body = { name: "default", kind: "zone", phase: "http_request_firewall_managed", rules };
  return ask(platform, "POST", RULESETS, body);
}

const deploying = (id: string, parameters: object = {}) => ({
  action: "execute",
  expression: "true",
  action_parameters: { id, ...parameters },
});

async function idOfRule(number: string): Promise<string> {
  const managed = await ask<{ rules: { id: string; description: string }[] }>(
    platform,
    "GET",
    `${RULESETS}/${OWASP}`,
  );
  const found = managed.rules.find(({ description }) => description.startsWith(`${number}:`));
  if (!found) throw new Error(`there is no rule ${number}`);
  return found.id;
}

describe("an OwaspConfig", () => {
  it.each([
    [1, ["paranoia-level-2", "paranoia-level-3", "paranoia-level-4"]],
    [2, ["paranoia-level-3", "paranoia-level-4"]],
    [3, ["paranoia-level-4"]],
    [4, []],
  ])("at level %s turns off the higher levels, and is read back unchanged", async (paranoiaLevel, off) => {
    const args = { ...ARGS, paranoiaLevel };
    const state = await engine.up(KIND, args);
    expect(await overrides()).toEqual({
      ...(off.length > 0 && { categories: off.map((category) => ({ category, enabled: false })) }),
      rules: [{ id: SCORING, score_threshold: 40, action: "managed_challenge" }],
    });
    expect(await engine.refresh(KIND, unproven(state))).toEqual(state);
    expect(await engine.preview(KIND, args, state)).toBe("same");
  });

  it("has the outputs that a program needs", async () => {
    const state = await engine.up(KIND, ARGS);
    const { id, version, rules } = await live();
    expect(state.id).toBe(`${EXAMPLE_COM}/${OWASP}`);
    expect(state.outs).toEqual({
      ...ARGS,
      __mark: MARK,
      __kept: {},
      rulesetId: id,
      ruleId: rules?.[0]?.id,
      managedRulesetId: OWASP,
      managedVersion: "36",
      version,
      lastUpdated: expect.stringMatching(/Z$/) as string,
      ruleCount: 1,
      createdEntrypoint: true,
      stateVersion: 1,
    });
  });

  it("changes its level by one PATCH", async () => {
    const state = await engine.up(KIND, ARGS);
    const { writes } = await watch(platform, () => engine.up(KIND, { ...ARGS, paranoiaLevel: 3 }, state));
    expect(writes).toEqual([
      `PATCH ${RULESETS}/${String(state.outs["rulesetId"])}/rules/${String(state.outs["ruleId"])}`,
    ]);
    expect((await overrides())?.categories).toEqual([{ category: "paranoia-level-4", enabled: false }]);
  });

  it("does not change a deployment that was made by hand, and says in a preview what would change", async () => {
    const { rules } = await foreign(deploying(OWASP));
    const said =
      `the zone already deploys Cloudflare OWASP Core Ruleset (rule ${String(rules?.[0]?.id)}, without an owner's mark): ` +
      "level 4, score threshold 40, action block. This resource would change the deployment, and a destroy of this resource would remove it. " +
      "Set takeOver: true to manage the deployment from now on, or remove this resource from the program.";
    expect(await engine.problems(KIND, { ...ARGS, __preview: true })).toEqual([`zoneId: ${said}`]);
    const { result, writes } = await watch(platform, () => engine.stopped(KIND, ARGS));
    expect(result.message).toBe(`Nothing was written: ${said}`);
    // The POST is refused: there is an entry point.
    expect(writes).toEqual([`POST ${RULESETS}`]);
    expect((await live()).rules).toEqual(rules);
  });

  it("with takeOver: true says at preview what it takes over", async () => {
    const { rules } = await foreign(deploying(OWASP));
    expect(await engine.problems(KIND, { ...ARGS, takeOver: true, __preview: true })).toEqual([]);
    expect(engine.log).toContainEqual(
      `warning: OWASP of zone example.com: takes over a deployment that exists (rule ${String(rules?.[0]?.id)}, ` +
        "without an owner's mark): level 4, score threshold 40, action block. A destroy of this resource removes it",
    );
    expect(engine.log.join("\n")).not.toContain("also deploys this managed ruleset");
  });

  it("never takes over the deployment of another stack, and names its owner", async () => {
    const theirs = await testEngine(platform).up(KIND, { ...ARGS, __mark: identity("waf", "staging") });
    const { rules } = await live();
    for (const takeOver of [false, true]) {
      const { message } = await engine.stopped(KIND, { ...ARGS, paranoiaLevel: 1, takeOver });
      expect(message).toContain(
        `(rule ${String(rules?.[0]?.id)}, owned by shop/staging): level 2, score threshold 40, action managed_challenge. `,
      );
      expect(message).toContain("or destroy the deployment in the stack of its owner first");
    }
    expect((await live()).rules).toEqual(rules);
    expect(await testEngine(platform).refresh(KIND, unproven(theirs))).toEqual(theirs);
  });

  it("passes its deployment to another resource of the stack, and then leaves it in its own removal", async () => {
    const former = await engine.up(KIND, { ...ARGS, __mark: identity("former") });
    const { result: present, writes } = await watch(platform, () =>
      engine.up(KIND, { ...ARGS, __mark: identity("present") }),
    );
    expect(present.outs).toMatchObject({ ruleId: former.outs["ruleId"], createdEntrypoint: true });
    // The POST is refused: there is an entry point.
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["POST", "PATCH"]);
    await engine.destroy(KIND, former);
    expect(engine.log).toContainEqual(
      `OWASP of zone ${EXAMPLE_COM}: the deployment (rule ${String(former.outs["ruleId"])}) is now owned by shop/prod and is not removed.`,
    );
    expect(await engine.refresh(KIND, unproven(present))).toEqual(present);
    await engine.destroy(KIND, present);
    expect(await entrypointStatus()).toBe(404);
  });

  it("takes over an existing deployment, and keeps foreign overrides", async () => {
    const [theirs, ours] = [await idOfRule("920272"), await idOfRule("941100")];
    const before = await foreign(
      deploying(OWASP, { overrides: { rules: [{ id: theirs, enabled: false }] } }),
    );
    const args = { ...ARGS, takeOver: true, rules: [{ number: "941100", enabled: false }] };
    const state = await engine.up(KIND, args);
    const ids = async () => (await overrides())?.rules?.map(({ id }) => id).sort();
    expect(await ids()).toEqual([SCORING, theirs, ours].sort());
    expect(state.outs).toMatchObject({ ruleId: before.rules?.[0]?.id, createdEntrypoint: false });
    expect(await engine.refresh(KIND, unproven(state))).toEqual(state);
    await engine.up(KIND, ARGS, state);
    expect(await ids()).toEqual([SCORING, theirs].sort());
  });

  it("coexists with foreign deployments, and is removed alone", async () => {
    await foreign(deploying(CORE));
    const state = await engine.up(KIND, ARGS);
    expect((await live()).rules?.map((rule) => rule.action_parameters.id)).toEqual([CORE, OWASP]);
    await engine.destroy(KIND, state);
    expect((await live()).rules?.map((rule) => rule.action_parameters.id)).toEqual([CORE]);
  });

  it("is removed together with the entry point that it created", async () => {
    const state = await engine.up(KIND, ARGS);
    await engine.destroy(KIND, state);
    expect(await entrypointStatus()).toBe(404);
    await expect(engine.destroy(KIND, state)).resolves.toBeUndefined();
    expect(await engine.refresh(KIND, unproven(state))).toBeUndefined();
    const { id } = state;
    await expect(engine.provider(KIND).read(id, {})).rejects.toThrow(
      `There is no OwaspConfig with the id ${id}.`,
    );
  });

  it("shows what drifted, and everything else as the program wrote it", async () => {
    const args = { ...without(ARGS, "action"), scoreThreshold: "medium" };
    const state = await engine.up(KIND, args);
    const edit = deploying(OWASP, {
      overrides: {
        rules: [{ id: SCORING, score_threshold: 40, action: "log" }],
        categories: [
          { category: "paranoia-level-3", enabled: false },
          { category: "paranoia-level-4", enabled: false },
        ],
      },
    });
    await ask(
      platform,
      "PATCH",
      `${RULESETS}/${String(state.outs["rulesetId"])}/rules/${String(state.outs["ruleId"])}`,
      edit,
    );
    expect((await engine.refresh(KIND, state))?.inputs).toEqual({ ...state.inputs, action: "log" });
  });

  it("is looked up with all of its overrides", async () => {
    await engine.up(KIND, { ...ARGS, rules: [{ number: "920272", enabled: false }] });
    const found = await engine.provider(KIND).read(`${EXAMPLE_COM}/${OWASP}`, {});
    expect(found.inputs).toEqual({ ...ARGS, rules: [{ number: "920272", enabled: false }] });
  });

  it("reads the managed ruleset once in a run, whatever the number of zones", async () => {
    const second = "1".repeat(32);
    await platform.control("POST", "/seed", { zones: [{ id: second, name: "example.net" }] });
    const states = [await engine.up(KIND, ARGS), await engine.up(KIND, { ...ARGS, zoneId: second })];
    const run = testEngine(platform);
    const { requests } = await watch(platform, () =>
      Promise.all(states.map((state) => run.refresh(KIND, unproven(state)))),
    );
    expect(requests.filter((line) => line.endsWith(OWASP))).toHaveLength(1);
    expect(requests).toHaveLength(3);
  });

  it("suggests the nearest rule number in a preview if there is no such rule", async () => {
    const args = { ...ARGS, rules: [{ number: "920273000", enabled: false }] };
    const { result, writes } = await watch(platform, () => engine.problems(KIND, args));
    expect(result).toEqual([
      expect.stringMatching(
        /^rules\[0\]\.number: .* has no rule with number "920273000"; the nearest numbers are "/,
      ),
    ]);
    expect(writes).toEqual([]);
  });

  it("accepts unknown values", async () => {
    const args = Object.fromEntries(
      [...Object.keys(ARGS), "rules", "expression", "ref", "enabled"].map((name) => [name, UNKNOWN]),
    );
    const { result, requests } = await watch(platform, () => engine.preview(KIND, args));
    expect([result, requests]).toEqual(["create", []]);
  });
});

describe("a lost answer of an OwaspConfig", () => {
  it.each(["drop-before", "drop-after", "truncate"] as const)(
    "(%s) ends with one deployment that is its own",
    async (kind) => {
      const fault = { method: "POST", path: "/rulesets$", kind, times: 1 };
      const state = await withFaults(platform, [fault], () => engine.up(KIND, ARGS));
      expect((await live()).rules).toHaveLength(1);
      await engine.destroy(KIND, state);
      expect(await entrypointStatus()).toBe(404);
    },
  );

  it("also ends with one deployment beside foreign ones", async () => {
    await foreign(deploying(CORE));
    const fault = { method: "POST", path: "/rules$", kind: "drop-after" as const, times: 1 };
    await withFaults(platform, [fault], () => engine.up(KIND, ARGS));
    expect((await live()).rules?.map((rule) => rule.action_parameters.id)).toEqual([CORE, OWASP]);
  });

  it.each(["prod", "staging"])(
    "keeps the deployment of another stack, named %s, out of the state",
    async (stack) => {
      const theirs = await testEngine(platform).up(KIND, { ...ARGS, __mark: identity("waf", stack) });
      const own = { ...ARGS, paranoiaLevel: 1, __mark: identity("waf") };
      const fault = { method: "POST", path: "/rulesets$", kind: "drop-before" as const };
      const stopped = await withFaults(platform, [fault], () => engine.stopped(KIND, own));
      expect(stopped.message).toContain(`(rule ${String(theirs.outs["ruleId"])}, owned by shop/${stack})`);
      expect(stopped.state).toBeUndefined();
    },
  );

  it("is kept in the state if the outcome is unknown, and the next update continues", async () => {
    const faults = [
      { method: "POST", path: "/rulesets$", kind: "drop-after" as const },
      { method: "GET", path: "/entrypoint$", kind: "status" as const, status: 503 },
    ];
    const stopped = await withFaults(platform, faults, () => engine.stopped(KIND, ARGS));
    expect(stopped.message).toMatch(
      /^Whether the ruleset was deployed is not known; the next update reads the entry point: GET /,
    );
    const { state } = stopped;
    if (!state) throw new Error("nothing was kept");
    const { result, writes } = await watch(platform, () =>
      engine.provider(KIND).update(state.id, state.outs, state.inputs),
    );
    expect(writes).toEqual([]);
    expect(result.outs["ruleId"]).toBe((await live()).rules?.[0]?.id);
    await engine.destroy(KIND, state);
    expect(await entrypointStatus()).toBe(404);
  });
});
