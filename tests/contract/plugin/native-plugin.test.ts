import { secret } from "../../support/native-plugin";
import type { CallError } from "../../support/provider-client";
import { ask, UNKNOWN, watch, withFaults } from "../../support/lifecycle";
import { EXAMPLE_COM, newZone, OWASP, useTestPlatform } from "../../support/platform";
import { useTestPlugin } from "../../support/use-test-plugin";

const CUSTOM = "http_request_firewall_custom";
const RULES = [
  { ref: "office", action: "log", expression: "ip.src in {192.0.2.0/24}" },
  { ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' },
];
const ARGS = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: RULES };
const POLICIES = [
  {
    resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
    permissionGroups: [{ name: "Zone WAF Read" }],
  },
];

const platform = useTestPlatform();
const plugin = useTestPlugin(platform);

const errorOf = (work: Promise<unknown>): Promise<CallError> =>
  work.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error: unknown) => error as CallError,
  );
const ruleset = () => plugin.urn("ZoneEntrypointRuleset");

async function made(args: Record<string, unknown> = ARGS) {
  const { inputs, failures } = await plugin.check(ruleset(), {}, args);
  expect(failures).toEqual([]);
  return { inputs, ...(await plugin.create(ruleset(), inputs)) };
}

describe("check", () => {
  it("names the property of a failure", async () => {
    const { failures } = await plugin.check(
      ruleset(),
      {},
      { ...ARGS, zoneId: "example.com", rules: [{ ...RULES[0], expression: "ip.scr eq 1" }] },
    );
    expect(failures.map(({ property }) => property)).toEqual(["zoneId", 'rules["office"].expression']);
    expect(failures[1]!.reason).toContain("ip.sc");
  });

  it("names no property whose value is secret, and does not show the value", async () => {
    const { failures } = await plugin.check(ruleset(), {}, { ...ARGS, zoneId: secret("not-an-id-at-all") });
    expect(failures).toEqual([{ property: "", reason: expect.stringMatching(/^zoneId: /) as string }]);
    expect(JSON.stringify(failures)).not.toContain("not-an-id-at-all");
  });

  it("names rules by their position if rules is secret as a whole", async () => {
    const rules = secret([{ ...RULES[1], ref: "hidden-ref", action: "blok" }]);
    const { failures } = await plugin.check(ruleset(), {}, { ...ARGS, rules });
    expect(failures.map(({ property }) => property)).toEqual(["rules[0].action"]);
    expect(JSON.stringify(failures)).not.toContain("hidden-ref");
  });

  it("marks only the secret members of rules as secret", async () => {
    const rules = [RULES[0], { ...RULES[1], expression: secret('http.host eq "x"') }];
    const { inputs } = await plugin.check(ruleset(), {}, { ...ARGS, rules });
    expect(inputs["rules"]).toEqual({
      office: { action: "log", expression: "ip.src in {192.0.2.0/24}" },
      admin: { action: "block", after: "office", expression: secret('http.host eq "x"') },
    });
  });

  it("accepts values that are unknown in a preview, at any depth", async () => {
    const rules = [{ ...RULES[0], expression: UNKNOWN }];
    const { failures } = await plugin.check(ruleset(), {}, { zoneId: UNKNOWN, phase: CUSTOM, rules });
    expect(failures).toEqual([]);
  });
});

describe("diff", () => {
  it("says which member of which rule changes", async () => {
    const { inputs, id, outputs } = await made();
    const rules = [
      { ...RULES[1], action: "managed_challenge" },
      { ref: "new", action: "log", expression: "ssl" },
    ];
    const { inputs: news } = await plugin.check(ruleset(), inputs, { ...ARGS, rules });
    expect(await plugin.diff(ruleset(), id, outputs, news)).toEqual({
      changes: true,
      replaces: [],
      detailed: {
        'rules["office"]': "delete",
        'rules["admin"].action': "update",
        'rules["admin"].after': "delete",
        'rules["new"]': "add",
      },
    });
  });

  it("says which property needs a replacement", async () => {
    const { inputs, id, outputs } = await made();
    const { inputs: news } = await plugin.check(ruleset(), inputs, {
      ...ARGS,
      phase: "http_request_dynamic_redirect",
      rules: [],
    });
    const { replaces, detailed } = await plugin.diff(ruleset(), id, outputs, news);
    expect(replaces).toEqual(["phase"]);
    expect(detailed["phase"]).toBe("update-replace");
  });

  it("replaces what a preview does not know yet, since the update may replace it", async () => {
    const { inputs, id, outputs } = await made();
    const { inputs: news } = await plugin.check(ruleset(), inputs, { ...ARGS, zoneId: UNKNOWN });
    const { replaces, detailed } = await plugin.diff(ruleset(), id, outputs, news);
    expect(replaces).toEqual(["zoneId"]);
    expect(detailed).toEqual({ zoneId: "update-replace" });
  });

  it("has no changes for equal inputs, and sends no request", async () => {
    const { inputs, id, outputs } = await made();
    const { result, requests } = await watch(platform, async () => {
      const { inputs: news } = await plugin.check(ruleset(), inputs, ARGS);
      return plugin.diff(ruleset(), id, outputs, news);
    });
    expect(result).toEqual({ changes: false, replaces: [], detailed: {} });
    expect(requests).toEqual([]);
  });
});

describe("a preview", () => {
  it("knows the id of a new entry point, and writes nothing", async () => {
    const { inputs } = await plugin.check(ruleset(), {}, ARGS);
    const { result, requests } = await watch(platform, () =>
      plugin.create(ruleset(), inputs, { preview: true }),
    );
    expect(result.id).toBe(`${EXAMPLE_COM}/${CUSTOM}`);
    expect(result.outputs).toMatchObject({
      rulesetId: UNKNOWN,
      version: UNKNOWN,
      rules: inputs["rules"] as object,
    });
    expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
  });

  it("keeps the ids of a changed ruleset, and knows those of the rules that stay", async () => {
    const { inputs, id, outputs } = await made();
    const rules = [...RULES, { ref: "new", action: "log", expression: "ssl" }];
    const { inputs: news } = await plugin.check(ruleset(), inputs, { ...ARGS, rules });
    const foreseen = await plugin.update(ruleset(), id, outputs, news, { preview: true });
    expect(foreseen).toMatchObject({
      rulesetId: outputs["rulesetId"],
      ruleIds: { ...(outputs["ruleIds"] as object), new: UNKNOWN },
      version: UNKNOWN,
    });
  });

  it("judges a new resource by what is live", async () => {
    // What a preview has read, the process keeps: a zone that it has not read.
    const zoneId = await newZone(platform);
    const rules = [{ action: "block", expression: "ssl" }];
    const body = { name: "x", kind: "zone", phase: CUSTOM, rules };
    await platform.api("POST", `/zones/${zoneId}/rulesets`, { body });
    const { inputs, failures } = await plugin.check(
      ruleset(),
      {},
      { ...ARGS, zoneId, ownership: "exclusive" },
    );
    expect(failures).toEqual([]);
    const error = await errorOf(plugin.create(ruleset(), inputs, { preview: true }));
    expect(error.message).toContain("takeOver");
  });

  it("hands problems to a class that reports them, so that the engine checks the other resources, too", async () => {
    const told = { ...ARGS, __preview: true };
    const wrong = [{ ...RULES[1], action: "blok" }];
    const { inputs, failures } = await plugin.check(ruleset(), {}, { ...told, rules: wrong });
    const problems = [expect.stringContaining('rules["admin"].action: must be')];
    expect(failures).toEqual([]);
    expect(inputs).toEqual({ zoneId: UNKNOWN, phase: UNKNOWN, rules: UNKNOWN, __problems: problems });
    const preview = { preview: true };
    expect((await plugin.create(ruleset(), inputs, preview)).outputs).toMatchObject({ __problems: problems });

    const { inputs: olds, id, outputs } = await made();
    expect(await plugin.diff(ruleset(), id, outputs, inputs)).toEqual({
      changes: true,
      replaces: [],
      detailed: {},
    });
    const position = { after: "nothing" };
    const live = await plugin.check(ruleset(), olds, { ...told, position });
    expect(live.failures).toEqual([]);
    expect(await plugin.update(ruleset(), id, outputs, live.inputs, preview)).toMatchObject({
      __problems: [expect.stringContaining('position names "nothing"')],
      rules: UNKNOWN,
    });
    expect(plugin.lines.join("\n")).not.toContain("engine stops");
  });

  it("says once to a program that reports nothing that other resources may have problems, too", async () => {
    const rules = [{ ...RULES[1], action: "blok" }];
    for (const name of ["one", "two"])
      await plugin.check(plugin.urn("ZoneEntrypointRuleset", name), {}, { ...ARGS, rules });
    expect(plugin.lines.filter((line) => line.includes("engine stops"))).toHaveLength(1);
  });

  it("prints what changes at the resource", async () => {
    const owasp = plugin.urn("OwaspConfig", "owasp");
    const { inputs } = await plugin.check(
      owasp,
      {},
      { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: "low" },
    );
    expect(plugin.lines).toEqual([]);
    await plugin.create(owasp, inputs, { preview: true });
    expect(plugin.lines).toEqual([
      expect.stringMatching(/^owasp: OWASP of zone example.com: turns \d+ managed rules on/),
    ]);
  });

  it("names the owner of a skip rule before which it puts a new OWASP deployment", async () => {
    const skip = { action: "skip", action_parameters: { ruleset: "current" }, expression: "true" };
    await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets`, {
      name: "default",
      kind: "zone",
      phase: "http_request_firewall_managed",
      rules: [{ ref: "by-hand", ...skip }],
    });
    const owasp = plugin.urn("OwaspConfig", "owasp");
    const given = { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: 40 };
    const { inputs } = await plugin.check(owasp, {}, given);
    await plugin.create(owasp, inputs, { preview: true });
    expect(plugin.lines.filter((line) => line.includes("skip"))).toEqual([
      'owasp: OWASP of zone example.com: puts the new deployment before the skip rule "by-hand" (without an owner\'s mark), which keeps all of its requests from it',
    ]);
  });

  it("warns at the resource about doubtful members of a new rule, with the id of each warning, and says nothing about a secret one", async () => {
    const rules = [
      { ref: "all", action: "block", expression: "true" },
      { ref: "hidden", action: "block", expression: secret("not true or true") },
    ];
    const { inputs } = await plugin.check(ruleset(), {}, { ...ARGS, rules });
    await plugin.create(ruleset(), inputs, { preview: true });
    const warnings = plugin.lines.filter((line) => line.startsWith("one: warning: "));
    expect(warnings.join("\n")).toMatch(/rules\["all"\].* \(blocks-everything\)$/m);
    expect(warnings.join("\n")).not.toContain('rules["hidden"]');
  });

  it("knows a new token with a credential that may not read tokens, and the update names the permission", async () => {
    const { value } = await ask<{ value: string }>(platform, "POST", "/user/tokens", {
      name: "reader",
      policies: [
        {
          effect: "allow",
          resources: { "com.cloudflare.api.account.zone.*": "*" },
          permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
        },
      ],
    });
    await plugin.configure({ baseUrl: platform.baseUrl, apiToken: secret(value) });
    const token = plugin.urn("ApiToken");
    const { inputs, failures } = await plugin.check(token, {}, { policies: POLICIES });
    expect(failures).toEqual([]);
    const preview = await watch(platform, () => plugin.create(token, inputs, { preview: true }));
    expect(preview.writes).toEqual([]);
    expect(plugin.lines.join("\n")).toContain(
      'The deployment\'s credential needs "API Tokens Write" on user',
    );
    expect((await errorOf(plugin.create(token, inputs))).message).toContain('needs "API Tokens Write"');
    const misspelt = [{ ...POLICIES[0], permissionGroups: [{ name: "Zone WAF Raed" }] }];
    const { inputs: doubtful } = await plugin.check(token, {}, { policies: misspelt });
    const { writes, result } = await watch(platform, () => errorOf(plugin.create(token, doubtful)));
    expect(writes).toEqual([]);
    expect(result.message).toContain(
      'policies[0].permissionGroups[0]: no permission group with name "Zone WAF Raed" is published',
    );
  });

  it("knows the address of a gateway and the fields of a filter", async () => {
    const chain = plugin.urn("GatewayEndpoint");
    const { inputs } = await plugin.check(chain, {}, { network: "sepolia" });
    expect(await plugin.create(chain, inputs, { preview: true })).toMatchObject({
      id: "sepolia",
      outputs: { url: `${platform.gatewayUrl}/v1/sepolia` },
    });
    const filter = plugin.urn("ValidatedFilter");
    const checked = await plugin.check(filter, {}, { expression: "ssl" });
    expect((await plugin.create(filter, checked.inputs, { preview: true })).outputs).toMatchObject({
      fields: ["ssl"],
    });
  });
});

describe("an update", () => {
  it("keeps the value of a token secret in outputs", async () => {
    const token = plugin.urn("ApiToken");
    const { inputs } = await plugin.check(token, {}, { policies: POLICIES });
    const { outputs } = await plugin.create(token, inputs);
    expect(outputs["value"]).toEqual(secret(expect.stringMatching(/^.{40}/)));
  });

  it.each([
    ["ApiToken", { policies: UNKNOWN }, "policies"],
    ["ApiToken", { policies: [{ resources: secret(UNKNOWN), permissionGroups: [] }] }, "policies"],
    ["ZoneEntrypointRuleset", { ...ARGS, description: UNKNOWN }, "description"],
    ["OwaspConfig", { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: 40, rules: UNKNOWN }, "rules"],
  ])("rejects an unknown value: %s %j", async (kind, args, name) => {
    const urn = plugin.urn(kind, "unknown");
    const { result, requests } = await watch(platform, async () => [
      await errorOf(plugin.create(urn, args)),
      await errorOf(plugin.update(urn, "id", {}, args)),
    ]);
    for (const { message } of result)
      expect(message).toMatch(
        new RegExp(`^${name}: the value is not known yet, and the engine asked to write it`),
      );
    expect(requests).toEqual([]);
  });

  it("returns the state of a partly written resource", async () => {
    const token = plugin.urn("ApiToken");
    const { inputs } = await plugin.check(token, {}, { policies: POLICIES, status: "disabled" });
    const refused = [{ method: "PUT", kind: "status" as const, status: 400 }];
    const error = await withFaults(platform, refused, () => errorOf(plugin.create(token, inputs)));
    expect(error.partial?.id).toMatch(/^user\/[0-9a-f]{32}$/);
    expect(error.partial?.outputs["value"]).toEqual(secret(expect.any(String)));
    expect(error.partial?.reasons[0]).toContain("The token was made but is not disabled yet");
  });

  it("starts no request after the time limit of the resource", async () => {
    const { inputs } = await plugin.check(ruleset(), {}, ARGS);
    const { result, requests } = await watch(platform, () =>
      // Too short to change the time in milliseconds, so that it has passed at once.
      errorOf(plugin.create(ruleset(), inputs, { timeout: 1e-9 })),
    );
    expect(result.message).toContain("the time limit of the operation (customTimeouts) has passed");
    expect(requests).toEqual([]);
  });

  it("rejects the state of a later release", async () => {
    const { inputs, id, outputs } = await made();
    const later = { ...outputs, stateVersion: 2 };
    for (const work of [
      plugin.diff(ruleset(), id, later, inputs),
      plugin.update(ruleset(), id, later, inputs),
      plugin.delete(ruleset(), id, later),
      plugin.read(ruleset(), id, later),
    ])
      expect((await errorOf(work)).message).toContain(
        "stateVersion: a later release of pulumi-edge-platform wrote this state",
      );
    await plugin.delete(ruleset(), id, outputs);
  });
});

describe("configuration", () => {
  it("rejects an unknown setting with a suggestion, and keeps the engine from printing a misspelt credential", async () => {
    expect(await plugin.checkConfig({ apiTokn: "x", version: "0.1.0" })).toEqual([
      { property: "", reason: 'apiTokn: unknown setting; did you mean "apiToken"?' },
    ]);
  });

  it.each([
    [
      { preset: "cloudflair" },
      "preset: stack configuration edge:preset names the unknown preset 'cloudflair'",
    ],
    [{ baseUrl: "api.example" }, "baseUrl: stack configuration edge:baseUrl is not a URL"],
    [
      { gatewayUrl: "ftp://gateway.example" },
      "gatewayUrl: stack configuration edge:gatewayUrl has the scheme ftp:",
    ],
    [{ vendor: "A B" }, "vendor: stack configuration edge:vendor is 'A B', which is not valid"],
    [
      { accountId: "example" },
      "accountId: stack configuration edge:accountId is not an account id: it has 7 characters",
    ],
    [
      { apiToken: secret("Bearer hidden-token") },
      "apiToken: stack configuration edge:apiToken is not an API token",
    ],
    [{ connections: secret("{hidden") }, "connections: stack configuration edge:connections is not JSON"],
    [
      { connections: secret('{"prod":{"apiToken":"hidden","preset":"x"}}') },
      "connections: connection 'prod' (stack configuration edge:connections, preset) names the unknown preset 'x'",
    ],
    [{ fields: '{"cf.new.score": "Number"}' }, 'fields: edge:fields: cf.new.score has the type "Number"'],
    [{ unknownNames: "ignore" }, 'unknownNames: edge:unknownNames must be "error" or "warn", found "ignore"'],
  ])("rejects a setting that no connection can use, without its secrets: %j", async (args, reason) => {
    const failures = await plugin.checkConfig(args);
    expect(failures).toEqual([{ property: "", reason: expect.stringContaining(reason) as string }]);
    expect(failures[0]?.reason).not.toContain("hidden");
  });

  it("accepts settings that only the update will know, and those that the environment overrides", async () => {
    expect(await plugin.checkConfig({ baseUrl: UNKNOWN, connections: secret(UNKNOWN), preset: "" })).toEqual(
      [],
    );
    process.env["EDGE_PRESET"] = "cloudflare";
    try {
      expect(await plugin.checkConfig({ preset: "x" })).toEqual([]);
    } finally {
      delete process.env["EDGE_PRESET"];
    }
  });

  it.each(["0.1.1", "v0.2.0", "1.0.0-beta.1"])(
    "rejects the later version %s of the plugin",
    async (version) => {
      const [failure] = await plugin.checkConfig({ version });
      expect(failure?.property).toBe("version");
      expect(failure?.reason).toMatch(/asks for the plugin edge .*, and 0\.1\.0 runs: .*plugin install/);
    },
  );

  it.each(["0.1.0", "0.0.9", "v0.1.0+build"])(
    "accepts the version %s, which this plugin serves",
    async (version) => {
      expect(await plugin.checkConfig({ version })).toEqual([]);
    },
  );

  it("of an explicit provider takes precedence over the environment", async () => {
    const before = process.env["EDGE_BASE_URL"];
    process.env["EDGE_BASE_URL"] = "http://127.0.0.1:9/client/v4";
    try {
      const lookUp = () => plugin.invoke("edge:index:getZone", { name: "example.com" });
      expect((await errorOf(lookUp())).message).toContain("127.0.0.1:9");
      await plugin.configure({ baseUrl: platform.baseUrl, apiToken: secret(platform.token) }, "explicit");
      expect(await lookUp()).toMatchObject({ id: EXAMPLE_COM });
    } finally {
      if (before === undefined) delete process.env["EDGE_BASE_URL"];
      else process.env["EDGE_BASE_URL"] = before;
    }
  });
});

describe("lookups", () => {
  it("return objects, and a list as a member", async () => {
    expect(await plugin.invoke("edge:index:getZone", { name: "example.com" })).toMatchObject({
      id: EXAMPLE_COM,
    });
    const { zones } = await plugin.invoke("edge:index:getZones", {});
    expect(zones).toContainEqual(expect.objectContaining({ name: "example.com" }));
    expect(
      await plugin.invoke("edge:index:getManagedRuleset", {
        zoneId: EXAMPLE_COM,
        name: "Cloudflare OWASP Core Ruleset",
      }),
    ).toMatchObject({ id: OWASP });
  });

  it("know the fields that the configuration of the provider declares", async () => {
    const look = () => plugin.invoke("edge:index:validateExpression", { expression: "cf.new.score lt 20" });
    expect(await look()).toMatchObject({
      valid: false,
      message: expect.stringContaining("unknown identifier") as string,
    });
    const configured = { baseUrl: platform.baseUrl, apiToken: secret(platform.token) };
    await plugin.configure({ ...configured, fields: '{"cf.new.score": "Int"}' }, "explicit");
    try {
      expect(await look()).toMatchObject({ valid: true, fields: ["cf.new.score"] });
    } finally {
      await plugin.configure(configured);
    }
  });

  it("fail with a message, and name a misspelt argument or lookup", async () => {
    const messageOf = async (token: string, args: Record<string, unknown>) =>
      (await errorOf(plugin.invoke(token, args))).message;
    expect(await messageOf("edge:index:getZone", { zoneID: "x" })).toContain(
      "zoneID: unknown argument of a lookup; write zoneId",
    );
    expect(await messageOf("edge:index:getRuleset", { zoneId: "x", rulesetId: "" })).toContain(
      'getRuleset: zoneId must be 32 lower-case hexadecimal digits, found "x"\ngetRuleset: rulesetId must be',
    );
    expect(await messageOf("edge:index:getZone", { name: "nowhere.example" })).toContain(
      "no zone named nowhere.example",
    );
    expect(await messageOf("edge:index:getZonne", {})).toContain(
      'There is no lookup edge:index:getZonne; did you mean "getZone" or "getZones"?',
    );
  });
});
