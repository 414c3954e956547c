import {
  ask,
  identity,
  renew,
  testEngine,
  UNKNOWN,
  watch,
  withFaults,
  without,
  type State,
} from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";

const ZONE_WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";
const DNS_READ = "82e64a83756745bbbb1c9c2701bf816b";
const LOGS_WRITE_ZONE = "3e0b5820118e47f3922f7c989e673882";

const platform = useTestPlatform();
let engine: ReturnType<typeof testEngine>;
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform);
});

let count = 0;
/** Each test's token has a name of its own: what a run holds is remembered by name. */
const named = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: `waf-${(count += 1)}`,
  policies: [{ resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone WAF Write" }] }],
  ...changes,
});

/** A token of a resource of its own that the program does not name. */
const derived = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...without(named(), "name"),
  __base: "waf",
  __mark: identity(`waf-${count}`),
  ...changes,
});
/** The digests that a derived name holds: of the stack and the resource. */
const digestsOf = (args: Record<string, unknown>) => String(args["__mark"]).replace(/^.*~/, "");

/** Tokens whose names say that they are of the resource with those arguments, in any of its attempts. */
async function tokensOf(args: Record<string, unknown>): Promise<{ id: string; name: string }[]> {
  const tokens = await ask<{ id: string; name: string }[]>(platform, "GET", "/user/tokens?per_page=50");
  return tokens
    .filter(({ name }) => name.startsWith(`waf-${digestsOf(args)}`))
    .map(({ id, name }) => ({ id, name }));
}

async function tokensNamed(name: unknown): Promise<{ id: string }[]> {
  const tokens = await ask<{ id: string; name: string }[]>(platform, "GET", "/user/tokens?per_page=50");
  return tokens.filter((token) => token.name === name);
}

async function verify(value: unknown): Promise<number> {
  const headers = { Authorization: `Bearer ${String(value)}` };
  return (await platform.api("GET", "/user/tokens/verify", { headers })).status;
}

const live = (state: State) => ask(platform, "GET", `/user/tokens/${String(state.outs["tokenId"])}`);

describe("an ApiToken", () => {
  it("is made with a value that works, and its outputs are plain JSON", async () => {
    const state = await engine.up("ApiToken", named());
    expect(state.id).toMatch(/^user\/[0-9a-f]{32}$/);
    expect(state.outs).toEqual({
      ...state.inputs,
      tokenId: state.id.slice("user/".length),
      value: expect.stringMatching(/^cfut_/) as string,
      issuedOn: expect.stringMatching(/Z$/) as string,
      modifiedOn: expect.stringMatching(/Z$/) as string,
      stateVersion: 1,
    });
    expect(await verify(state.outs["value"])).toBe(200);
  });

  it("belongs to an account where accountId says so", async () => {
    const state = await engine.up("ApiToken", named({ accountId: platform.accountId }));
    expect(state.id).toMatch(new RegExp(`^account/${platform.accountId}/[0-9a-f]{32}$`));
    expect(state.outs["value"]).toMatch(/^cfat_/);
    expect(await engine.refresh("ApiToken", state)).toEqual(state);
    await engine.destroy("ApiToken", state);
    expect(await engine.refresh("ApiToken", state)).toBeUndefined();
  });

  it.each([
    ["the user", () => ({})],
    ["an account", () => ({ accountId: platform.accountId })],
  ])("of %s is made, updated in place, disabled, enabled, rolled and removed", async (_, owner) => {
    const args = named({ ...owner(), rotationTrigger: "1" });
    const use = async ({ outs }: State) =>
      (
        await platform.api("GET", `/zones/${EXAMPLE_COM}/rulesets`, {
          headers: { Authorization: `Bearer ${String(outs["value"])}` },
        })
      ).status;
    const made = await engine.up("ApiToken", args);
    const updated = await engine.up("ApiToken", { ...args, expiresOn: "2035-01-01T00:00:00Z" }, made);
    expect([updated.id, await use(updated)]).toEqual([made.id, 200]);
    const disabled = await engine.up("ApiToken", { ...args, status: "disabled" }, updated);
    expect([disabled.id, await use(disabled)]).toEqual([made.id, 403]);
    const enabled = await engine.up("ApiToken", args, disabled);
    expect([enabled.outs["value"], await use(enabled)]).toEqual([made.outs["value"], 200]);
    const rolled = await engine.up("ApiToken", { ...args, rotationTrigger: "2" }, enabled);
    expect([rolled.id, await use(made), await use(rolled)]).toEqual([made.id, 403, 200]);
    await engine.destroy("ApiToken", rolled);
    expect([await use(rolled), await engine.refresh("ApiToken", rolled)]).toEqual([403, undefined]);
  });

  it("is the same, in every property, after it was used", async () => {
    const args = named();
    const state = await engine.up("ApiToken", args);
    await platform.api("GET", `/zones/${EXAMPLE_COM}/rulesets`, {
      headers: { Authorization: `Bearer ${String(state.outs["value"])}` },
    });
    expect(await live(state)).toHaveProperty("last_used_on");
    expect(await engine.refresh("ApiToken", state)).toEqual(state);
    expect(await engine.preview("ApiToken", args, state)).toBe("same");
  });

  it("keeps its value over an update and a refresh", async () => {
    const args = named();
    const made = await engine.up("ApiToken", args);
    const updated = await engine.up("ApiToken", { ...args, expiresOn: "2035-01-01T00:00:00Z" }, made);
    expect(updated.outs["value"]).toBe(made.outs["value"]);
    expect((await engine.refresh("ApiToken", updated))?.outs["value"]).toBe(made.outs["value"]);
    expect(await verify(made.outs["value"])).toBe(200);
  });

  it("loses its condition, notBefore and expiresOn when the program leaves them out", async () => {
    const args = named();
    const limits = {
      condition: { requestIp: { in: ["127.0.0.0/8"] } },
      notBefore: "2020-01-01T00:00:00Z",
      expiresOn: "2035-01-01T00:00:00Z",
    };
    const limited = await engine.up("ApiToken", { ...args, ...limits });
    expect(await live(limited)).toMatchObject({ not_before: limits.notBefore, expires_on: limits.expiresOn });
    const free = await engine.up("ApiToken", args, limited);
    const token = await live(free);
    for (const name of ["condition", "not_before", "expires_on"]) expect(token).not.toHaveProperty(name);
    expect(await engine.refresh("ApiToken", free)).toEqual(free);
  });

  it("sends no request for a check and a diff that change nothing", async () => {
    const args = named({
      policies: [
        {
          resources: { [`zone.${EXAMPLE_COM}`]: "*" },
          permissionGroups: [{ name: "Logs Write", scope: "zone" }, { id: DNS_READ }],
        },
        { resources: { user: "*" }, permissionGroups: [{ name: "User Details Read" }] },
      ],
    });
    const state = await engine.up("ApiToken", args);
    expect(state.inputs["policies"]).toMatchObject([
      {
        permissionGroups: [
          { id: LOGS_WRITE_ZONE, scope: "zone" },
          { id: DNS_READ, name: "DNS Read" },
        ],
      },
      { resources: { [`com.cloudflare.api.user.${platform.userId}`]: "*" } },
    ]);
    const { result, requests } = await watch(platform, () => engine.preview("ApiToken", args, state));
    expect([result, requests]).toEqual(["same", []]);
  });

  it("takes its own old policies, which ignoreChanges hands over", async () => {
    const args = named();
    const state = await engine.up("ApiToken", args);
    const ignored = { ...args, policies: state.inputs["policies"] };
    expect(await engine.preview("ApiToken", ignored, state)).toBe("same");
  });

  it("is the same when the program writes its policies, groups and networks in another order", async () => {
    const resources = { [`zone.${EXAMPLE_COM}`]: "*" };
    const [waf, dns] = [{ name: "Zone WAF Write" }, { name: "DNS Read" }];
    const args = named({
      policies: [
        { resources, permissionGroups: [waf, dns] },
        { effect: "deny", resources, permissionGroups: [dns] },
      ],
      condition: { requestIp: { in: ["192.0.2.0/24", "198.51.100.0/24"] } },
    });
    const state = await engine.up("ApiToken", args);
    expect(await engine.refresh("ApiToken", state)).toEqual(state);
    const reordered = {
      ...args,
      policies: [
        { effect: "deny", resources, permissionGroups: [dns] },
        { resources, permissionGroups: [dns, waf] },
      ],
      condition: { requestIp: { in: ["198.51.100.0/24", "192.0.2.0/24"] } },
    };
    expect(await engine.preview("ApiToken", reordered, state)).toBe("same");
  });

  it("shows what drifted, and the rest in the program's own spelling", async () => {
    const args = named({
      condition: { requestIp: { in: ["198.51.100.0/24", "192.0.2.0/24"] } },
      expiresOn: "2035-01-01T00:00:00Z",
    });
    const state = await engine.up("ApiToken", args);
    const { id, name, policies, condition } = await live(state);
    const changed = { name, policies, condition, expires_on: "2036-01-01T00:00:00Z", status: "disabled" };
    await platform.api("PUT", `/user/tokens/${String(id)}`, { body: changed });
    const drifted = await engine.refresh("ApiToken", state);
    expect(drifted?.inputs).toEqual({
      ...state.inputs,
      expiresOn: "2036-01-01T00:00:00Z",
      status: "disabled",
    });
    if (!drifted) throw new Error("gone");
    const mended = await engine.up("ApiToken", args, drifted);
    expect(await live(mended)).toMatchObject({ status: "active", expires_on: "2035-01-01T00:00:00Z" });
  });

  it("is disabled from the start when it is to be, and tells when that failed", async () => {
    const state = await engine.up("ApiToken", named({ status: "disabled" }));
    expect(await live(state)).toMatchObject({ status: "disabled" });
    const args = named({ status: "disabled" });
    const refusal = [{ method: "PUT", path: "^/user/tokens/", kind: "status" as const, status: 400 }];
    const stopped = await withFaults(platform, refusal, () => engine.stopped("ApiToken", args));
    expect(stopped.message).toContain("The token was made but is not disabled yet: PUT /user/tokens/");
    if (!stopped.state) throw new Error("nothing was kept");
    expect(stopped.state.outs["value"]).toMatch(/^cfut_/);
    const mended = await engine.up("ApiToken", args, stopped.state);
    expect(await live(mended)).toMatchObject({ status: "disabled" });
  });

  it("goes on when the end that it was given has passed, but is not made with such an end", async () => {
    const expiresOn = "2021-01-01T00:00:00Z";
    const made = await engine.up("ApiToken", named({ expiresOn: "2035-01-01T00:00:00Z" }));
    const args = { ...made.inputs, policies: named()["policies"], expiresOn };
    const old = { ...made, inputs: { ...made.inputs, expiresOn } };
    expect(await engine.problems("ApiToken", args, old)).toEqual([]);
    expect(await engine.problems("ApiToken", args)).toEqual([
      expect.stringMatching(/^expiresOn: is in the past: 2021-01-01/),
    ]);
  });

  it("may make tokens without a limit and beside other permissions only with a reason, which no request carries", async () => {
    const policies = [
      {
        resources: { user: "*" },
        permissionGroups: [{ name: "API Tokens Write" }, { name: "API Tokens Read" }],
      },
    ];
    const args = named({ policies });
    const refused = await watch(platform, () => engine.problems("ApiToken", args));
    expect(refused.result).toEqual([
      expect.stringMatching(
        /^policies\[0\]\.permissionGroups\[1\]: "API Tokens Read" must not be in a token/,
      ),
      expect.stringMatching(/^can create tokens .*state the reason in allowTokenMaking$/),
    ]);
    expect(await engine.problems("ApiToken", { ...args, allowTokenMaking: "  " })).toEqual([
      expect.stringMatching(/^allowTokenMaking: must be a reason in words, .*; found a text without words$/),
    ]);
    expect(refused.writes).toEqual([]);

    const allowed = { ...args, allowTokenMaking: "The runners have no fixed address." };
    const made = await engine.up("ApiToken", allowed);
    expect(made.outs).toMatchObject({ allowTokenMaking: "The runners have no fixed address." });
    expect(await engine.refresh("ApiToken", made)).toEqual(made);
    const reworded = { ...allowed, allowTokenMaking: "Agreed with security." };
    expect(await engine.preview("ApiToken", reworded, made)).toBe("update");
    const { result, requests } = await watch(platform, () => engine.up("ApiToken", reworded, made));
    expect(result.outs).toEqual({ ...made.outs, allowTokenMaking: "Agreed with security." });
    expect(requests).toEqual([]);
    expect(await engine.problems("ApiToken", args, result)).toHaveLength(2);
  });

  it("refuses to lose the limit of a token that makes tokens, though its policies stay", async () => {
    const args = named({
      policies: [{ resources: { user: "*" }, permissionGroups: [{ name: "API Tokens Write" }] }],
      expiresOn: "2035-01-01T00:00:00Z",
    });
    const state = await engine.up("ApiToken", args);
    expect(await engine.problems("ApiToken", without(args, "expiresOn"), state)).toEqual([
      expect.stringContaining(
        "set condition.requestIp.in, expiresOn, or both, or state the reason in allowTokenMaking",
      ),
    ]);
  });

  it("is gone for a refresh, an error for a look-up, and a success for a removal, once somebody removed it", async () => {
    const args = named();
    const state = await engine.up("ApiToken", args);
    await platform.api("DELETE", `/user/tokens/${String(state.outs["tokenId"])}`);
    expect(await engine.refresh("ApiToken", state)).toBeUndefined();
    await expect(engine.provider("ApiToken").read(state.id, {})).rejects.toThrow(
      `There is no ApiToken with the id ${state.id}.`,
    );
    await expect(engine.destroy("ApiToken", state)).resolves.toBeUndefined();
    const stopped = await engine.stopped("ApiToken", { ...args, expiresOn: "2035-01-01T00:00:00Z" }, state);
    expect(stopped.message).toContain("run `pulumi refresh`, and the next `pulumi up` makes a new one");
  });

  it("is looked up by its id with what it may do, and without a value", async () => {
    const state = await engine.up("ApiToken", named());
    const found = await engine.provider("ApiToken").read(state.id, {});
    expect(found.inputs).toEqual({ name: state.inputs["name"], policies: state.inputs["policies"] });
    expect(found.props).not.toHaveProperty("value");
    await expect(engine.provider("ApiToken").read("nonsense", {})).rejects.toThrow(
      "is not the id of a token: write user/<token id> or account/<account id>/<token id>.",
    );
  });

  it("waits with its names while a policy is not known yet", async () => {
    const policies = [
      { resources: UNKNOWN, permissionGroups: [{ name: "Zone WAF Write" }, { id: UNKNOWN }] },
    ];
    const { result, requests } = await watch(platform, () =>
      engine.preview("ApiToken", named({ policies, expiresOn: UNKNOWN, condition: UNKNOWN })),
    );
    expect([result, requests]).toEqual(["create", []]);
    expect(await engine.preview("ApiToken", named({ policies: UNKNOWN }))).toBe("create");
  });

  it("is not replaced for an account that is not known yet", async () => {
    const args = named({ accountId: platform.accountId });
    const state = await engine.up("ApiToken", args);
    expect(await engine.preview("ApiToken", { ...args, accountId: UNKNOWN }, state)).toBe("update");
    expect(await engine.preview("ApiToken", without(args, "accountId"), state)).toBe("replace");
  });
});

describe("names of permission groups", () => {
  const withGroup = (group: object, resources: object = { [`zone.${EXAMPLE_COM}`]: "*" }) =>
    named({ policies: [{ resources, permissionGroups: [group] }] });

  it.each([
    [
      { name: "Zone WAF Edit" },
      /there is no permission group .*"Zone WAF Edit"; did you mean "Zone WAF Write"\?/,
    ],
    [{ id: ZONE_WAF_WRITE.replace("f", "0") }, /there is no permission group with id/],
    [{ name: "Billing Read" }, /^policies\[0\].permissionGroups\[0\]: Billing Read .*would have no effect/],
  ])("%j is refused with what would be right", async (group, message) => {
    const { result, writes } = await watch(platform, () => engine.problems("ApiToken", withGroup(group)));
    expect(result).toEqual([expect.stringMatching(message)]);
    expect(writes).toEqual([]);
  });

  it("are asked for once a run, however many tokens are made", async () => {
    const { requests } = await watch(platform, async () => {
      await engine.up("ApiToken", named());
      await engine.up("ApiToken", named());
    });
    expect(requests.filter((request) => request.includes("permission_groups"))).toHaveLength(1);
  });

  it("that stand in several scopes are told apart by the resources, and by the scope where those leave it open", async () => {
    const both = { [`zone.${EXAMPLE_COM}`]: "*", [`account.${platform.accountId}`]: "*" };
    expect(await engine.problems("ApiToken", withGroup({ name: "Logs Write" }))).toEqual([]);
    expect(await engine.problems("ApiToken", withGroup({ name: "Logs Write" }, both))).toEqual([
      expect.stringMatching(
        /matches several groups: Logs Write .*account.* Logs Write .*zone.*set scope to choose one/,
      ),
    ]);
    expect(await engine.problems("ApiToken", withGroup({ name: "Logs Write", scope: "zone" }, both))).toEqual(
      [],
    );
  });
});

describe("a lost answer of an ApiToken", () => {
  it.each(["drop-after", "truncate"] as const)(
    "(%s) ends with one token, and a value that works",
    async (kind) => {
      const args = named();
      const state = await withFaults(
        platform,
        [{ method: "POST", path: "^/user/tokens$", kind, times: 1 }],
        () => engine.up("ApiToken", args),
      );
      const tokens = await tokensNamed(args["name"]);
      expect(tokens.map(({ id }) => id)).toEqual([state.outs["tokenId"]]);
      expect(await verify(state.outs["value"])).toBe(200);
    },
  );

  it("(a page instead of JSON) ends with one token, and a value that works", async () => {
    const args = named();
    let pages = 1;
    const proxy = await startProxy(
      platform.baseUrl,
      ({ method }) => {
        if (method !== "POST" || pages === 0) return undefined;
        pages -= 1;
        return { status: 200, body: "<!DOCTYPE html><title>Just a moment</title>", type: "text/html" };
      },
      { carriedOut: true },
    );
    try {
      const state = await testEngine(platform, { "edge:baseUrl": proxy.baseUrl }).up("ApiToken", args);
      expect((await tokensNamed(args["name"])).map(({ id }) => id)).toEqual([state.outs["tokenId"]]);
      expect(await verify(state.outs["value"])).toBe(200);
    } finally {
      await proxy.close();
    }
  });

  it("leaves no token behind when the request never came", async () => {
    const args = named();
    const fault = { method: "POST", path: "^/user/tokens$", kind: "drop-before" as const };
    await withFaults(platform, [fault], () => engine.stopped("ApiToken", args));
    expect(await tokensNamed(args["name"])).toEqual([]);
  });

  /** A run in which the API answers nothing any more from the POST on, though it carries out what is asked. */
  async function interrupted(args: Record<string, unknown>): Promise<void> {
    let posted = false;
    const down = { status: 503, body: "<!DOCTYPE html><title>Unavailable</title>", type: "text/html" };
    const proxy = await startProxy(
      platform.baseUrl,
      ({ method }) => ((posted ||= method === "POST") ? down : undefined),
      { carriedOut: true },
    );
    try {
      const stopped = await testEngine(platform, { "edge:baseUrl": proxy.baseUrl }).stopped("ApiToken", args);
      expect(stopped.state).toBeUndefined();
    } finally {
      await proxy.close();
    }
  }

  it("is removed by the next run where this one could not look, and the name is derived", async () => {
    const args = derived();
    await interrupted(args);
    expect(await tokensOf(args)).toHaveLength(1);
    const state = await testEngine(platform).up("ApiToken", args);
    expect(await tokensOf(args)).toEqual([{ id: state.outs["tokenId"], name: state.inputs["name"] }]);
    expect(await verify(state.outs["value"])).toBe(200);
  });

  it("is listed by the next run where this one could not look, and the program names the token", async () => {
    const args = named();
    await interrupted(args);
    const [left] = await tokensNamed(args["name"]);
    const { message } = await testEngine(platform).stopped("ApiToken", args);
    expect(message).toContain(`\n  ${String(left?.id)}  issued 20`);
    const state = await testEngine(platform).up("ApiToken", { ...args, adopt: left?.id });
    expect(state.outs["tokenId"]).toBe(left?.id);
    expect(await tokensNamed(args["name"])).toHaveLength(1);
    expect(await verify(state.outs["value"])).toBe(200);
  });

  it("is in the state, without a value, where the token is known and cannot be rolled", async () => {
    const args = named();
    const faults = [
      { method: "POST", path: "^/user/tokens$", kind: "drop-after" as const, times: 1 },
      { method: "PUT", path: "/value$", kind: "status" as const, status: 403 },
    ];
    const stopped = await withFaults(platform, faults, () => engine.stopped("ApiToken", args));
    expect(stopped.message).toMatch(/^The token exists, but rolling its value failed/);
    if (!stopped.state) throw new Error("nothing was kept");
    expect(stopped.state.id).toBe(`user/${String((await tokensNamed(args["name"]))[0]?.id)}`);
    const state = await engine.up("ApiToken", args, stopped.state);
    expect(await verify(state.outs["value"])).toBe(200);
  });

  it("of a roll is followed by another roll", async () => {
    const args = named({ rotationTrigger: "1" });
    const made = await engine.up("ApiToken", args);
    const fault = { method: "PUT", path: "/value$", kind: "drop-after" as const, times: 1 };
    const rolled = await withFaults(platform, [fault], () =>
      engine.up("ApiToken", { ...args, rotationTrigger: "2" }, made),
    );
    expect(rolled.id).toBe(made.id);
    expect(await verify(made.outs["value"])).toBe(401);
    expect(await verify(rolled.outs["value"])).toBe(200);
  });

  it("of every roll keeps no value that has ended, and the next update rolls again", async () => {
    const args = named({ rotationTrigger: "1" });
    const made = await engine.up("ApiToken", args);
    const fault = { method: "PUT", path: "/value$", kind: "drop-after" as const };
    const stopped = await withFaults(platform, [fault], () =>
      engine.stopped("ApiToken", { ...args, rotationTrigger: "2" }, made),
    );
    expect(stopped.message).toMatch(/^The token's value could not be rolled: PUT /);
    if (!stopped.state) throw new Error("nothing was kept");
    expect(stopped.state.id).toBe(made.id);
    expect(stopped.state.outs).toMatchObject({ rotationTrigger: "1", tokenId: made.outs["tokenId"] });
    expect(stopped.state.outs).not.toHaveProperty("value");
    // Even back at the old trigger, there is a value to be had.
    expect(await engine.preview("ApiToken", args, stopped.state)).toBe("update");
    const mended = await engine.up("ApiToken", { ...args, rotationTrigger: "2" }, stopped.state);
    expect(await verify(mended.outs["value"])).toBe(200);
  });
});

const wire = (group: string) => [
  {
    effect: "allow",
    resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
    permission_groups: [{ id: group }],
  },
];
const make = (name: unknown, policies = wire(ZONE_WAF_WRITE)) =>
  ask<{ id: string; value: string }>(platform, "POST", "/user/tokens", { name, policies });
const use = (value: string) =>
  platform.api("GET", `/zones/${EXAMPLE_COM}`, { headers: { Authorization: `Bearer ${value}` } });

describe("a token that is there already under the name", () => {
  const leave = (args: Record<string, unknown>, policies = wire(ZONE_WAF_WRITE)) =>
    make(args["name"], policies);

  it("is left alone, and listed, though it has these policies and was never used", async () => {
    const args = named();
    const left = await leave(args);
    const { result, writes } = await watch(platform, () => engine.stopped("ApiToken", args));
    expect(result.message).toMatch(
      new RegExp(
        `^A token named "${String(args["name"])}" already exists, and the name does not prove who made it:\n` +
          `  ${left.id}  issued .*, last used never\n` +
          "No token was made or changed. If an interrupted run of this program made one of them, set `adopt` to its id",
      ),
    );
    expect(writes).toEqual([]);
    expect(await verify(left.value)).toBe(200);
  });

  it("is left alone, and listed, when it was used", async () => {
    const args = named();
    const left = await leave(args);
    await use(left.value);
    const { result, writes } = await watch(platform, () => engine.stopped("ApiToken", args));
    expect(result.message).toMatch(new RegExp(`exists already.*\n  ${left.id}  issued .*, last used 20`));
    expect(result.message).toContain("No token was made or changed.");
    expect(writes).toEqual([]);
    expect(await verify(left.value)).toBe(200);
  });

  it("is left alone, and listed, when it has other policies, or when there are two", async () => {
    const other = named();
    const { id } = await leave(other, wire(DNS_READ));
    const { result, writes } = await watch(platform, () => engine.stopped("ApiToken", other));
    expect([result.message, writes]).toEqual([expect.stringContaining(id), []]);
    const twice = named();
    const ids = [await leave(twice), await leave(twice)].map((token) => token.id);
    const { message } = await testEngine(platform).stopped("ApiToken", twice);
    expect(message).toMatch(/^2 tokens named .* already exist, and the name does not prove who made them:/);
    for (const one of ids) expect(message).toContain(one);
  });

  it("is taken over whatever it is when adopt names it", async () => {
    const args = named();
    const { id, value } = await leave(args, wire(DNS_READ));
    await verify(value);
    const state = await engine.up("ApiToken", { ...args, adopt: id });
    expect(state.id).toBe(`user/${id}`);
    expect(await live(state)).toMatchObject({ policies: [{ permission_groups: [{ id: ZONE_WAF_WRITE }] }] });
    expect(await verify(value)).toBe(401);
    expect(await verify(state.outs["value"])).toBe(200);
    expect(await engine.preview("ApiToken", args, state)).toBe("same");
  });

  it("is not made up when adopt names none", async () => {
    const adopt = "0".repeat(32);
    const { result, writes } = await watch(platform, () => engine.stopped("ApiToken", named({ adopt })));
    expect(result.message).toBe(
      `adopt names the token ${adopt}, and no token has that id: correct it, or leave adopt out.`,
    );
    expect(writes).toEqual([]);
  });
});

describe("a token with a derived name", () => {
  it("is named after its resource and its mark, and keeps that name", async () => {
    const args = derived();
    const state = await engine.up("ApiToken", args);
    const code = String(state.inputs["__mark"]).replace(/^.*~/, "");
    expect(state.inputs["name"]).toBe(`waf-${code}`);
    expect(await engine.preview("ApiToken", args, state)).toBe("same");
    expect(await engine.refresh("ApiToken", state)).toEqual(state);
  });

  it("is made, and then removes all that interrupted attempts left", async () => {
    const args = derived();
    const left = [
      await make(`waf-${digestsOf(args)}abc123`),
      await make(`waf-${digestsOf(args)}def456`, wire(DNS_READ)),
    ];
    const { result: state, writes } = await watch(platform, () => engine.up("ApiToken", args));
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["POST", "DELETE", "DELETE"]);
    expect(await tokensOf(args)).toEqual([{ id: state.outs["tokenId"], name: state.inputs["name"] }]);
    for (const { value } of left) expect(await verify(value)).toBe(401);
    expect(await verify(state.outs["value"])).toBe(200);
  });

  it.each(["the next update", "a destroy"])(
    "keeps in its state what it could not remove of that, and %s removes it",
    async (next) => {
      const args = derived();
      const left = await make(`waf-${digestsOf(args)}abc123`);
      const refusal = { method: "DELETE", path: "^/user/tokens/", kind: "status" as const, status: 403 };
      const { message, state } = await withFaults(platform, [refusal], () =>
        engine.stopped("ApiToken", args),
      );
      expect(message).toMatch(
        /^The token was made, but an orphan of an interrupted run is not removed yet: DELETE /,
      );
      if (!state) throw new Error("nothing was kept");
      expect(await verify(state.outs["value"])).toBe(200);
      if (next === "a destroy") {
        await engine.destroy("ApiToken", state);
        expect(await tokensOf(args)).toEqual([]);
        return;
      }
      // The engine updates what was left half done.
      const { outs } = await engine.provider("ApiToken").update(state.id, state.outs, state.inputs);
      expect(await tokensOf(args)).toEqual([{ id: state.outs["tokenId"], name: state.inputs["name"] }]);
      expect(JSON.stringify(outs)).not.toContain(left.id);
    },
  );

  it("leaves what was used, and what is older than a day, and is made beside it", async () => {
    const args = derived();
    const used = await make(`waf-${digestsOf(args)}abc123`);
    await use(used.value);
    const state = await engine.up("ApiToken", args);
    expect(state.outs["tokenId"]).not.toBe(used.id);
    expect([await verify(used.value), await verify(state.outs["value"])]).toEqual([200, 200]);

    const later = derived();
    const old = await make(`waf-${digestsOf(later)}abc123`);
    engine.pass(25 * 3_600_000);
    const made = await engine.up("ApiToken", later);
    expect(made.outs["tokenId"]).not.toBe(old.id);
    expect((await tokensOf(later)).map(({ id }) => id).sort()).toEqual(
      [old.id, String(made.outs["tokenId"])].sort(),
    );
  });

  it("leaves the token of the resource of that name in another stack", async () => {
    const args = derived();
    const theirs = derived({ __mark: identity(`waf-${count}`, "staging") });
    const left = await make(`waf-${digestsOf(theirs)}abc123`);
    const state = await engine.up("ApiToken", args);
    expect(state.outs["tokenId"]).not.toBe(left.id);
    expect(await verify(left.value)).toBe(200);
  });

  it("stays, whoever's state it is in, once its name says that it is another attempt's", async () => {
    const args = derived();
    const state = await engine.up("ApiToken", args);
    const { id, policies } = await live(state);
    const name = `waf-${digestsOf(args)}abc123`;
    await ask(platform, "PUT", `/user/tokens/${String(id)}`, { name, policies, status: "active" });
    const { writes } = await watch(platform, () => engine.destroy("ApiToken", state));
    expect(writes).toEqual([]);
    expect(engine.log).toContainEqual(
      `ApiToken "${name}" (${String(id)}) now belongs to another resource and is not removed.`,
    );
  });

  it("is removed after one look at the list, which serves all that are removed at the same time", async () => {
    const states = [await engine.up("ApiToken", derived()), await engine.up("ApiToken", derived())];
    const { requests } = await watch(platform, () =>
      Promise.all(states.map((state) => engine.destroy("ApiToken", state))),
    );
    expect(requests.map((line) => line.replace(/[0-9a-f]{32}/, "ID"))).toEqual([
      "GET /user/tokens",
      "DELETE /user/tokens/ID",
      "DELETE /user/tokens/ID",
    ]);
  });
});
