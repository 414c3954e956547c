import { ask, renew, testEngine, watch, withFaults, type TestEngine } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const OTHER = "5a2e1f0c3b4d49687786a5b4c3d2e1f0";
const CUSTOM = "http_request_firewall_custom";
const RULES = [{ ref: "bots", action: "block", expression: "cf.client.bot" }];
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";
const ZONE_WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";
const ZONE_RULES = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: RULES };

const platform = useTestPlatform();
let engine: TestEngine;
beforeEach(async () => {
  await renew(platform);
  await platform.control("POST", "/seed", {
    accounts: [{ id: ACCOUNT, name: "ours" }],
    zones: [{ id: OTHER, name: "example.org" }],
  });
  engine = testEngine(platform);
});

const deleteZone = (id = EXAMPLE_COM) => ask(platform, "DELETE", `/zones/${id}`);

/** Makes a token of the user. */
async function token(resources: object, ...groups: string[]): Promise<string> {
  const body = {
    name: "narrow",
    policies: [{ effect: "allow", resources, permission_groups: groups.map((id) => ({ id })) }],
  };
  return (await ask<{ value: string }>(platform, "POST", "/user/tokens", body)).value;
}
const engineWith = (value: string) => testEngine(platform, { "edge:apiToken": value });

const IN_ZONE = [
  ["ZoneEntrypointRuleset", ZONE_RULES],
  ["OwaspConfig", { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 }],
  ["ZoneCustomRuleset", { zoneId: EXAMPLE_COM, name: "shared", rules: RULES }],
] as const;
const IN_ACCOUNT = [
  ["AccountEntrypointRuleset", { accountId: ACCOUNT, phase: CUSTOM, rules: RULES }],
  ["Ruleset", { accountId: ACCOUNT, name: "shared", phase: CUSTOM, rules: RULES }],
  [
    "ApiToken",
    {
      accountId: ACCOUNT,
      name: "pipeline",
      policies: [
        { resources: { [`account.${ACCOUNT}`]: "*" }, permissionGroups: [{ name: "Account Rulesets Read" }] },
      ],
    },
  ],
] as const;

describe("a zone that was deleted outside of Pulumi", () => {
  it.each(IN_ZONE)("%s: a refresh finds it gone, and a destroy succeeds", async (kind, args) => {
    const state = await engine.up(kind, args);
    const fresh = await engine.refresh(kind, state);
    await deleteZone();
    expect(await engine.refresh(kind, state)).toBeUndefined();
    await engine.destroy(kind, state);
    await testEngine(platform).destroy(kind, fresh ?? state);
  });

  it.each([
    [
      "email and key",
      () =>
        testEngine(platform, {
          "edge:apiToken": undefined,
          "edge:email": platform.email,
          "edge:apiKey": platform.apiKey,
        }),
    ],
    [
      "a token that may not read zones",
      async () => engineWith(await token({ "com.cloudflare.api.account.zone.*": "*" }, ZONE_WAF_WRITE)),
    ],
    [
      "a token that names the zone",
      async () =>
        engineWith(
          await token({ [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" }, ZONE_READ, ZONE_WAF_WRITE),
        ),
    ],
  ])("is found gone with %s", async (_, make) => {
    const run = await make();
    const state = await run.up("ZoneEntrypointRuleset", ZONE_RULES);
    await deleteZone();
    expect(await run.refresh("ZoneEntrypointRuleset", state)).toBeUndefined();
    await run.destroy("ZoneEntrypointRuleset", state);
  });

  it("is proved to be gone once for all of its resources", async () => {
    const states = [
      await engine.up("ZoneEntrypointRuleset", ZONE_RULES),
      await engine.up("ZoneEntrypointRuleset", { ...ZONE_RULES, phase: "http_request_transform", rules: [] }),
    ];
    await deleteZone();
    const { requests } = await watch(platform, () =>
      Promise.all(states.map((state) => engine.destroy("ZoneEntrypointRuleset", state))),
    );
    expect(requests.filter((request) => request === `GET /zones/${EXAMPLE_COM}`)).toHaveLength(1);
    expect(engine.log.filter((line) => line.startsWith("warning: the zone"))).toEqual([
      `warning: the zone ${EXAMPLE_COM} does not exist: it was deleted, or the id is wrong (not found at ${platform.baseUrl} with the ` +
        "credential from stack configuration edge:apiToken)",
    ]);
  });

  it("does not break a token whose policy names it", async () => {
    const args = {
      name: "pipeline",
      policies: [{ resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone Read" }] }],
    };
    const state = await engine.up("ApiToken", args);
    await deleteZone();
    expect(await engine.refresh("ApiToken", state)).toEqual(state);
    await engine.destroy("ApiToken", state);
  });

  it("does not touch a resource of another zone", async () => {
    const other = { ...ZONE_RULES, zoneId: OTHER };
    await engine.up("ZoneEntrypointRuleset", ZONE_RULES);
    const state = await engine.up("ZoneEntrypointRuleset", other);
    await deleteZone();
    expect(await engine.refresh("ZoneEntrypointRuleset", state)).toEqual(state);
    expect(await engine.preview("ZoneEntrypointRuleset", other, state)).toBe("same");
  });
});

describe("a zone that the credential cannot see", () => {
  const refusals = async (run: TestEngine, kind: string, state: Awaited<ReturnType<TestEngine["up"]>>) => {
    const answer = (work: Promise<unknown>) =>
      work.then(
        () => "succeeded",
        (error: unknown) => (error as Error).message,
      );
    return [await answer(run.refresh(kind, state)), await answer(run.destroy(kind, state))];
  };

  it.each(IN_ZONE)("%s: is not read as gone", async (kind, args) => {
    const state = await engine.up(kind, args);
    const blind = engineWith(
      await token({ [`com.cloudflare.api.account.zone.${OTHER}`]: "*" }, ZONE_READ, ZONE_WAF_WRITE),
    );
    for (const message of await refusals(blind, kind, state)) {
      expect(message).toContain("refused with 403");
      expect(message).toContain(`cannot tell whether the zone ${EXAMPLE_COM} was deleted`);
      expect(message).toContain("pulumi state delete");
    }
    expect(await engine.refresh(kind, state)).toEqual(state);
  });

  it("is not read as gone if the credential lacks only the permission for rulesets", async () => {
    const state = await engine.up("ZoneEntrypointRuleset", ZONE_RULES);
    const reader = engineWith(await token({ "com.cloudflare.api.account.zone.*": "*" }, ZONE_READ));
    for (const message of await refusals(reader, "ZoneEntrypointRuleset", state)) {
      expect(message).toContain("refused with 403");
      expect(message).not.toContain("was deleted");
    }
  });

  it("is not read as gone if the API does not answer the second read", async () => {
    const state = await engine.up("ZoneEntrypointRuleset", ZONE_RULES);
    await deleteZone();
    const fault = { path: `^/zones/${EXAMPLE_COM}$`, kind: "status", status: 503 } as const;
    for (const message of await withFaults(platform, [fault], () =>
      refusals(engine, "ZoneEntrypointRuleset", state),
    ))
      expect(message).toContain("refused with 404");
  });
});

describe("a program that declares resources in a zone that is gone", () => {
  it.each(IN_ZONE)("%s: a preview and an update say so, and what to do", async (kind, args) => {
    const state = await engine.up(kind, args);
    await deleteZone();
    const GONE = `the zone ${EXAMPLE_COM} does not exist: it was deleted, or the id is wrong`;
    const next = "remove what the program declares in it";
    const preview = (await engine.problems(kind, { ...args, __preview: true })).join("\n");
    expect(preview).toContain(GONE);
    expect(preview).toContain(next);
    const made = await engine.stopped(kind, args);
    expect(made.message).toContain(GONE);
    const change = kind === "OwaspConfig" ? { paranoiaLevel: 3 } : { rules: [] };
    const changed = await engine.stopped(kind, { ...args, ...change }, state);
    expect(changed.message).toContain(GONE);
    expect(changed.message).toContain("pulumi refresh");
  });
});

it("a custom ruleset that an account has lost is not taken for a lost account", async () => {
  const args = { accountId: ACCOUNT, name: "shared", phase: CUSTOM, rules: RULES };
  const state = await engine.up("Ruleset", args);
  await ask(platform, "DELETE", `/accounts/${ACCOUNT}/rulesets/${String(state.outs["rulesetId"])}`);
  const stopped = await engine.stopped("Ruleset", { ...args, rules: [] }, state);
  expect(stopped.message).toContain("is gone. Nothing was written");
});

describe("a rule that has moved to another resource in a zone that is gone", () => {
  it("is reported by the update, and not by the preview of what has not changed", async () => {
    const kind = "ZoneEntrypointRuleset";
    const made = await engine.up(kind, ZONE_RULES);
    const state = { ...made, outs: { ...made.outs, __left: true } };
    await deleteZone();
    expect(await engine.preview(kind, ZONE_RULES, state)).toBe("update");
    expect((await engine.stopped(kind, ZONE_RULES, state)).message).toContain("does not exist");
  });
});

describe("an account that is gone", () => {
  it.each(IN_ACCOUNT)("%s: a refresh finds it gone, and a destroy succeeds", async (kind, args) => {
    const state = await engine.up(kind, args);
    await ask(platform, "DELETE", `/accounts/${ACCOUNT}`);
    expect(await engine.refresh(kind, state)).toBeUndefined();
    await engine.destroy(kind, state);
  });
});
