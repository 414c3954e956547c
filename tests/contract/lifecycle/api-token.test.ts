import { UNKNOWN, testEngine, without, watch, withFaults, type State } from "../../support/lifecycle";
import { EXAMPLE_COM } from "../../support/platform";
import { DNS_READ, LOGS_WRITE_ZONE, useTokens } from "../../support/tokens";

const { platform, named, verify, live } = useTokens();
let engine: ReturnType<typeof testEngine>;
beforeEach(() => {
  engine = testEngine(platform);
});

describe("an ApiToken", () => {
  it("is created with a value that works, and its outputs are plain JSON", async () => {
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

  it("belongs to the account in accountId", async () => {
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
  ])("of %s is created, updated in place, disabled, enabled, rolled and removed", async (_, owner) => {
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

  it("has the same properties after it was used", async () => {
    const args = named();
    const state = await engine.up("ApiToken", args);
    await platform.api("GET", `/zones/${EXAMPLE_COM}/rulesets`, {
      headers: { Authorization: `Bearer ${String(state.outs["value"])}` },
    });
    expect(await live(state)).toHaveProperty("last_used_on");
    expect(await engine.refresh("ApiToken", state)).toEqual(state);
    expect(await engine.preview("ApiToken", args, state)).toBe("same");
  });

  it("keeps its value in an update and a refresh", async () => {
    const args = named();
    const made = await engine.up("ApiToken", args);
    const updated = await engine.up("ApiToken", { ...args, expiresOn: "2035-01-01T00:00:00Z" }, made);
    expect(updated.outs["value"]).toBe(made.outs["value"]);
    expect((await engine.refresh("ApiToken", updated))?.outs["value"]).toBe(made.outs["value"]);
    expect(await verify(made.outs["value"])).toBe(200);
  });

  it("loses its condition, notBefore and expiresOn when the program omits them", async () => {
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

  it("accepts its own old policies, which ignoreChanges passes on", async () => {
    const args = named();
    const state = await engine.up("ApiToken", args);
    const ignored = { ...args, policies: state.inputs["policies"] };
    expect(await engine.preview("ApiToken", ignored, state)).toBe("same");
  });

  it("is unchanged when the program writes its policies, groups and networks in another order", async () => {
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

  it("shows what drifted, and everything else as the program wrote it", async () => {
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

  it("is created disabled if the program says so, and reports if that failed", async () => {
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

  it("can be updated after its end has passed, but cannot be created with such an end", async () => {
    const expiresOn = "2021-01-01T00:00:00Z";
    const made = await engine.up("ApiToken", named({ expiresOn: "2035-01-01T00:00:00Z" }));
    const args = { ...made.inputs, policies: named()["policies"], expiresOn };
    const old = { ...made, inputs: { ...made.inputs, expiresOn } };
    expect(await engine.problems("ApiToken", args, old)).toEqual([]);
    expect(await engine.problems("ApiToken", args)).toEqual([
      expect.stringMatching(/^expiresOn: is in the past: 2021-01-01/),
    ]);
  });

  it("can create tokens without a limit, or beside other permissions, only with a reason, which no request contains", async () => {
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

  it("must not lose its limit if it can create tokens, even if its policies stay the same", async () => {
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

  it("is gone for a refresh, an error for a lookup, and a success for a removal, after somebody removed it", async () => {
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

  it("is looked up by its id with its permissions, and without a value", async () => {
    const state = await engine.up("ApiToken", named());
    const found = await engine.provider("ApiToken").read(state.id, {});
    expect(found.inputs).toEqual({ name: state.inputs["name"], policies: state.inputs["policies"] });
    expect(found.props).not.toHaveProperty("value");
    await expect(engine.provider("ApiToken").read("nonsense", {})).rejects.toThrow(
      "is not the id of a token: write user/<token id> or account/<account id>/<token id>.",
    );
  });

  it("leaves names unresolved while a policy is unknown", async () => {
    const policies = [
      { resources: UNKNOWN, permissionGroups: [{ name: "Zone WAF Write" }, { id: UNKNOWN }] },
    ];
    const { result, requests } = await watch(platform, () =>
      engine.preview("ApiToken", named({ policies, expiresOn: UNKNOWN, condition: UNKNOWN })),
    );
    expect([result, requests]).toEqual(["create", []]);
    expect(await engine.preview("ApiToken", named({ policies: UNKNOWN }))).toBe("create");
  });

  it("previews a new token of an account that is not known yet", async () => {
    const args = { ...named(), accountId: UNKNOWN };
    expect(await engine.preview("ApiToken", args)).toBe("create");
  });

  it("shows a replacement if the account is unknown", async () => {
    const args = named({ accountId: platform.accountId });
    const state = await engine.up("ApiToken", args);
    expect(await engine.preview("ApiToken", { ...args, accountId: UNKNOWN }, state)).toBe("replace");
    expect(await engine.preview("ApiToken", without(args, "accountId"), state)).toBe("replace");
  });
});
