import { markTextOf } from "../../../provider/marks";
import type { IncomingMessage } from "node:http";
import {
  ask,
  identity,
  renew,
  testEngine,
  watch,
  type State,
  type TestEngine,
} from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";
import { startProxy, type OtherAnswer } from "../../support/proxy";

/** The mark of a resource of another stack. */
const OTHER = markTextOf(identity("other", "staging"), "abc12345");

const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";
const ZONE = `/zones/${EXAMPLE_COM}`;
const BOTS = { ref: "bots", action: "block", expression: "cf.client.bot" };
const BY_HAND = { ref: "by-hand", action: "block", expression: "ip.src eq 192.0.2.1" };
const REFUSALS: [string, OtherAnswer][] = [
  ["429", { status: 429, body: "", type: "text/plain" }],
  ["503", { status: 503, body: "", type: "text/html" }],
];

interface Live {
  id: string;
  rules?: { id: string; ref: string }[];
}

const platform = useTestPlatform();
let engine: TestEngine;
beforeEach(async () => {
  await renew(platform);
  await platform.control("POST", "/seed", { accounts: [{ id: ACCOUNT, name: "ours" }] });
  engine = testEngine(platform);
});

const entrypoint = (scope: string, phase: string) =>
  ask<Live>(platform, "GET", `${scope}/rulesets/phases/${phase}/entrypoint`);
const refsOf = async (scope: string, phase: string) =>
  ((await entrypoint(scope, phase)).rules ?? []).map(({ ref }) => ref);
const add = (path: string, rule: object) => ask(platform, "POST", `${path}/rules`, rule);

/** Destroys a resource while the API refuses the first DELETE, and a person acts before the next. Returns the requests. */
async function destroy(kind: string, state: State, refusal: OtherAnswer, person: () => Promise<unknown>) {
  let refused = false;
  const proxy = await startProxy(platform.baseUrl, async ({ method }: IncomingMessage) => {
    if (method !== "DELETE" || refused) return undefined;
    refused = true;
    await person();
    return refusal;
  });
  try {
    const run = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
    const { writes } = await watch(platform, () => run.destroy(kind, state));
    expect(refused).toBe(true);
    return { writes, log: run.log.join("\n") };
  } finally {
    await proxy.close();
  }
}

describe.each(REFUSALS)("a removal that was refused with %s", (_, refusal) => {
  it.each([
    ["ZoneEntrypointRuleset", ZONE, CUSTOM, { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: [BOTS] }],
    [
      "AccountEntrypointRuleset",
      `/accounts/${ACCOUNT}`,
      CUSTOM,
      { accountId: ACCOUNT, phase: CUSTOM, rules: [BOTS] },
    ],
    ["OwaspConfig", ZONE, MANAGED, { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 }],
  ] as const)("%s: keeps a rule that a person has added meanwhile", async (kind, scope, phase, args) => {
    const state = await engine.up(kind, args);
    const { id } = await entrypoint(scope, phase);
    const rule =
      phase === CUSTOM ? BY_HAND : { ...BY_HAND, action: "skip", action_parameters: { rulesets: [OWASP] } };
    await destroy(kind, state, refusal, () => add(`${scope}/rulesets/${id}`, rule));
    expect(await refsOf(scope, phase)).toEqual(["by-hand"]);
  });

  it("ZoneEntrypointRuleset: keeps a rule that another stack has taken over meanwhile", async () => {
    const kind = "ZoneEntrypointRuleset";
    const state = await engine.up(kind, { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: [BOTS] });
    const { id, rules = [] } = await entrypoint(ZONE, CUSTOM);
    await add(`${ZONE}/rulesets/${id}`, BY_HAND);
    const other = `bots~${OTHER}`;
    const { writes } = await destroy(kind, state, refusal, () =>
      ask(platform, "PATCH", `${ZONE}/rulesets/${id}/rules/${rules[0]!.id}`, { ...BOTS, ref: other }),
    );
    expect(await refsOf(ZONE, CUSTOM)).toEqual([other, "by-hand"]);
    expect(writes.filter((write) => write.startsWith("DELETE"))).toEqual([]);
  });

  it("Ruleset: keeps a ruleset that another stack has taken over meanwhile", async () => {
    const args = { accountId: ACCOUNT, name: "shared", phase: CUSTOM, rules: [BOTS] };
    const state = await engine.up("Ruleset", args);
    const path = `/accounts/${ACCOUNT}/rulesets/${String(state.outs["rulesetId"])}`;
    const other = `bots~${OTHER}`;
    const { log } = await destroy("Ruleset", state, refusal, () =>
      ask(platform, "PUT", path, { description: "", rules: [{ ...BOTS, ref: other }] }),
    );
    expect((await ask<Live>(platform, "GET", path)).rules).toMatchObject([{ ref: other }]);
    expect(log).toContain("is now owned by shop/staging and is not removed");
  });

  it("ApiToken: keeps a token that another stack has taken over meanwhile", async () => {
    const policies = [
      { resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone Read" }] },
    ];
    const state = await engine.up("ApiToken", { __base: "deploy", policies });
    const path = `/user/tokens/${String(state.outs["tokenId"])}`;
    const name = `deploy-${OTHER.split("~")[1]}`;
    const { log } = await destroy("ApiToken", state, refusal, async () => {
      const resources = { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" };
      const policy = { effect: "allow", resources, permission_groups: [{ id: ZONE_READ }] };
      await ask(platform, "PUT", path, { name, policies: [policy] });
    });
    expect(await ask(platform, "GET", path)).toMatchObject({ name });
    expect(log).toContain("now belongs to another resource and is not removed");
  });
});

describe("an exclusive owner", () => {
  it("keeps a deployment that another owner has added after its first attempt to write was refused", async () => {
    const args = { zoneId: EXAMPLE_COM, phase: MANAGED, ownership: "exclusive" };
    const skips = ["a", "b", "c", "d"].map((ref) => ({
      ref,
      action: "skip",
      expression: `http.host eq "${ref}.example.com"`,
      actionParameters: { ruleset: "current" },
    }));
    const state = await engine.up("ZoneEntrypointRuleset", { ...args, rules: skips });
    const { id } = await entrypoint(ZONE, MANAGED);
    let refused = false;
    const proxy = await startProxy(platform.baseUrl, async ({ method }: IncomingMessage) => {
      if (method !== "PUT" || refused) return undefined;
      refused = true;
      await add(`${ZONE}/rulesets/${id}`, {
        ref: "owasp",
        action: "execute",
        expression: "true",
        action_parameters: { id: OWASP },
      });
      return REFUSALS[0]![1];
    });
    const run = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
    const changed = skips.map((rule) => ({ ...rule, enabled: false })).toReversed();
    await run.up("ZoneEntrypointRuleset", { ...args, rules: changed }, state);
    await proxy.close();
    expect(refused).toBe(true);
    expect(await refsOf(ZONE, MANAGED)).toContain("owasp");
  });
});
