import { testEngine, watch, without } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";
import { freePort } from "../../support/free-port";

const platform = useTestPlatform();

const GROUPS = [{ name: "Zone WAF Write" }];
const POLICY = { resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: GROUPS };
const GOOD: Record<string, Record<string, unknown>> = {
  ApiToken: { name: "waf", policies: [POLICY] },
  GatewayEndpoint: { network: "sepolia" },
  OwaspConfig: { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 },
  ValidatedFilter: { expression: "ssl", mode: "local" },
  ZoneEntrypointRuleset: {
    zoneId: EXAMPLE_COM,
    phase: "http_request_firewall_custom",
    rules: [{ ref: "a", action: "block", expression: "ssl" }],
  },
};

const rule = (changes: object) => ({ rules: [{ ref: "a", action: "block", expression: "ssl", ...changes }] });
const ip = (text: string) => ({ condition: { requestIp: { in: [text] } } });
const policy = (changes: object) => ({ policies: [{ ...POLICY, ...changes }] });

/** Resource, what is wrong, what is said: the path, what was found, and what would be right. */
const BAD: [string, Record<string, unknown>, string][] = [
  ["ApiToken", { policies: [] }, "policies: is empty: the token could do nothing; write at least one policy"],
  ["ApiToken", { accountId: "123" }, 'accountId: must be 32 lower-case hexadecimal digits, found "123"'],
  ["ApiToken", { adopt: 5 }, "adopt: must be the id of a token, 32 lower-case hexadecimal digits, found 5"],
  [
    "ApiToken",
    { connection: 5 },
    "connection: must be the name of an entry of edge:connections, found a number",
  ],
  ["ApiToken", { connection: "prod" }, "connection: there is no connection 'prod'."],
  ["ApiToken", { condtion: {} }, 'condtion: unknown argument; did you mean "condition"'],
  ["ApiToken", { whatever: {} }, "whatever: unknown argument; the arguments are accountId, adopt, "],
  [
    "ApiToken",
    ip("10.0.0.1"),
    'condition.requestIp.in[0]: must be a network in CIDR notation, found "10.0.0.1"; write 10.0.0.1/32',
  ],
  [
    "ApiToken",
    ip("10.0.0.0/33"),
    'condition.requestIp.in[0]: must be a network in CIDR notation, found "10.0.0.0/33"',
  ],
  [
    "ApiToken",
    ip("::ffff:10.0.0.0/104"),
    "must not be an IPv4-mapped IPv6 network, which matches no client: write the IPv4 network",
  ],
  [
    "ApiToken",
    { condition: { requestIp: { in: ["10.0.0.0/8"], notIn: ["10.0.0.0/9", "10.128.0.0/9"] } } },
    "condition.requestIp: excludes all clients: notIn covers every address of in; remove a network from notIn",
  ],
  [
    "ApiToken",
    { condition: {} },
    "condition: has no networks, so no client could use the token; add networks, or remove the condition",
  ],
  [
    "ApiToken",
    { expiresOn: "2090-01-01T00:00:00.250Z" },
    'expiresOn: must be a UTC time as YYYY-MM-DDTHH:MM:SSZ, found "2090-01-01T00:00:00.250Z"; write 2090-01-01T00:00:00Z',
  ],
  [
    "ApiToken",
    { notBefore: "2090-01-01T00:00:00+02:00" },
    'notBefore: must be a UTC time as YYYY-MM-DDTHH:MM:SSZ, found "2090-01-01T00:00:00+02:00"; write 2089-12-31T22:00:00Z',
  ],
  [
    "ApiToken",
    { notBefore: "2090-01-02T00:00:00Z", expiresOn: "2090-01-01T00:00:00Z" },
    "expiresOn: must be after notBefore (2090-01-02T00:00:00Z), found 2090-01-01T00:00:00Z",
  ],
  [
    "ApiToken",
    { expiresOn: "2020-01-01T00:00:00Z" },
    "expiresOn: is in the past: 2020-01-01T00:00:00Z (now: ",
  ],
  ["ApiToken", { name: "n".repeat(121) }, "name: must be at most 120 characters, found 121"],
  [
    "ApiToken",
    policy({ permissionGroups: [] }),
    "policies[0].permissionGroups: is empty: the policy would do nothing; name at least one permission group",
  ],
  [
    "ApiToken",
    policy({ effect: "deny" }),
    "policies: contain only denials: the token could do nothing; add a policy that allows something",
  ],
  [
    "ApiToken",
    policy({ resources: { [`account.${EXAMPLE_COM}`]: { "zone.*": { "zone.*": "*" } } } }),
    'is nested too deep: the key of a zone cannot contain others; write "*"',
  ],
  [
    "ApiToken",
    { expiresOn: "tomorrow" },
    'expiresOn: must be a UTC time as YYYY-MM-DDTHH:MM:SSZ, found "tomorrow"',
  ],
  [
    "ApiToken",
    {
      policies: [
        {
          ...POLICY,
          resources: [{ [`account.${EXAMPLE_COM}`]: "*" }, { [`account.${EXAMPLE_COM}`]: { "zone.*": "*" } }],
        },
      ],
    },
    `policies[0].resources: names com.cloudflare.api.account.${EXAMPLE_COM} both for itself ("*") and for its zones`,
  ],
  [
    "ApiToken",
    { policies: [{ ...POLICY, resources: { "zone.x": "*" } }] },
    'needs an id of 32 lower-case hexadecimal digits, found "x"',
  ],
  ["OwaspConfig", { paranoiaLevel: 0 }, "paranoiaLevel: must be 1, 2, 3 or 4, as a number; found 0"],
  ["OwaspConfig", { paranoiaLevel: 5 }, "paranoiaLevel: must be 1, 2, 3 or 4, as a number; found 5"],
  ["OwaspConfig", { paranoiaLevel: 2.5 }, "paranoiaLevel: must be 1, 2, 3 or 4, as a number; found 2.5"],
  ["OwaspConfig", { paranoiaLevel: "two" }, 'paranoiaLevel: must be 1, 2, 3 or 4, as a number; found "two"'],
  [
    "OwaspConfig",
    { scoreThreshold: 0 },
    'scoreThreshold: must be a whole number of at least 1, or one of "low"',
  ],
  ["OwaspConfig", { scoreThreshold: 1.5 }, "scoreThreshold: must be a whole number of at least 1, or one of"],
  ["OwaspConfig", { action: "blok" }, 'action: must be "block"'],
  [
    "OwaspConfig",
    { zoneId: "example.com" },
    'zoneId: must be 32 lower-case hexadecimal digits, found "example.com"',
  ],
  ["OwaspConfig", { expression: "http.hots" }, "expression: "],
  [
    "ZoneEntrypointRuleset",
    { zoneId: "example.com" },
    'zoneId: must be the id of a zone, 32 lower-case hexadecimal digits, found "example.com"',
  ],
  [
    "ZoneEntrypointRuleset",
    { phase: "http_request_firewall" },
    'phase: must be a phase, found "http_request_firewall"; did you mean "http_request_firewall_',
  ],
  ["ZoneEntrypointRuleset", { rules: undefined }, "rules: is missing; write a list of rules"],
  ["ZoneEntrypointRuleset", { description: 5 }, "description: must be a text, found a number"],
  [
    "ZoneEntrypointRuleset",
    { ownership: "mine" },
    'ownership: must be "shared" or "exclusive", found "mine"',
  ],
  ["ZoneEntrypointRuleset", { takeOver: "yes" }, 'takeOver: must be true or false, found "yes"'],
  [
    "ZoneEntrypointRuleset",
    { position: "middle" },
    'position: must be "first", "last", { before: "<ref>" } or { after: "<ref>" }, found "middle"',
  ],
  [
    "ZoneEntrypointRuleset",
    rule({ action: "log", actionParameters: { response: { statusCode: 403 } } }),
    "actionParameters",
  ],
  ["ZoneEntrypointRuleset", rule({ ref: "" }), "ref"],
  ["ZoneEntrypointRuleset", rule({ action: "blok" }), 'found "blok"; did you mean "block"?'],
  [
    "ZoneEntrypointRuleset",
    rule({ action: "allow" }),
    '"allow" is not an action of rulesets; use "skip" instead',
  ],
  [
    "ZoneEntrypointRuleset",
    rule({ action: "force_connection_close" }),
    '"force_connection_close" cannot be used in phase http_request_firewall_custom',
  ],
  ["ZoneEntrypointRuleset", rule({ expression: "http.host eq" }), 'rules["a"].expression: '],
  ["ZoneEntrypointRuleset", rule({ expression: 5 }), 'rules["a"].expression: must be a filter expression'],
  ["ValidatedFilter", { expression: "http.hots eq 1" }, "expression: "],
  ["ValidatedFilter", { mode: "online" }, 'mode: must be "both", "local" or "api", found "online"'],
  ["ValidatedFilter", { phase: "x" }, 'phase: must be a phase, found "x"'],
  ["GatewayEndpoint", { network: "goerly" }, 'network: must be "mainnet" or "sepolia", found "goerly"'],
  ["GatewayEndpoint", { onRetired: "ignore" }, 'onRetired: must be "fail" or "migrate", found "ignore"'],
  [
    "GatewayEndpoint",
    { connection: 5 },
    "connection: must be the name of an entry of edge:connections, found a number",
  ],
];

describe("bad input", () => {
  it.each(BAD)("of %s: %j is reported with its path, before any request", async (kind, changes, message) => {
    const engine = testEngine(platform);
    const { result, requests } = await watch(platform, () =>
      engine.problems(kind, { ...GOOD[kind], ...changes }),
    );
    expect(result.join("\n")).toContain(message);
    expect(result).toHaveLength(1);
    expect(requests).toEqual([]);
  });

  it.each(Object.keys(GOOD))("is not in the arguments that these tests start from: %s", async (kind) => {
    expect(await testEngine(platform).problems(kind, GOOD[kind] ?? {})).toEqual([]);
  });

  it("is reported all at once", async () => {
    const args = { ...GOOD["OwaspConfig"], paranoiaLevel: 9, scoreThreshold: 0, zoneId: "x" };
    expect(await testEngine(platform).problems("OwaspConfig", args)).toHaveLength(3);
  });
});

describe("an unusable connection", () => {
  const ONLINE = Object.keys(GOOD).filter((kind) => kind !== "GatewayEndpoint");

  it.each(ONLINE)("without a credential is reported in the preview of %s", async (kind) => {
    const engine = testEngine(platform, { "edge:apiToken": undefined });
    const args = without(GOOD[kind] ?? {}, "mode");
    expect(await engine.problems(kind, args)).toEqual([
      expect.stringContaining("there is no credential for the API. Set EDGE_API_TOKEN"),
    ]);
  });

  it("is reported in full once a run, and in short at all other resources", async () => {
    const engine = testEngine(platform, { "edge:baseUrl": undefined, "edge:gatewayUrl": undefined });
    // Its own connection, since the process of a test file has one run.
    const connection = "nobody-has-this-one";
    const args = [GOOD["ZoneEntrypointRuleset"], GOOD["OwaspConfig"], GOOD["ApiToken"]];
    const kinds = ["ZoneEntrypointRuleset", "OwaspConfig", "ApiToken"];
    const told: string[] = [];
    for (const [index, kind] of kinds.entries())
      told.push(...(await engine.problems(kind, { ...args[index], connection, __preview: true })));
    const short = "connection: the connection cannot be used: another resource of this run reports why";
    expect(told).toEqual([
      expect.stringContaining("connection: there is no connection 'nobody-has-this-one'. "),
      short,
      short,
    ]);
  });

  it("without an account offers those that the credential sees, once a run and at most five", async () => {
    const named = ["Anchor", "Bell", "Compass", "Deck", "Ensign"];
    await platform.control("POST", "/seed", { accounts: named.map((name) => ({ name })) });
    const engine = testEngine(platform);
    const list = { name: "office", kind: "ip", items: [{ ip: "192.0.2.1" }] };
    const preview = () => engine.problems("List", { ...list, __preview: true });
    const [first = ""] = await preview();
    expect(first).toMatch(
      /^accountId: must be the id of an account, .*found nothing; set it, or set edge:accountId or EDGE_ACCOUNT_ID; the credential from stack configuration edge:apiToken sees the accounts [0-9a-f]{32} \(.*and others$/,
    );
    expect(first.match(/[0-9a-f]{32} \(/g)).toHaveLength(5);
    expect(await preview()).toEqual([expect.stringMatching(/or EDGE_ACCOUNT_ID$/)]);
    // An update sends no request for it.
    const { requests } = await watch(platform, () => engine.problems("List", list));
    expect(requests).toEqual([]);
  });

  it("does not affect resources that have not changed", async () => {
    const state = await testEngine(platform).up("ValidatedFilter", { expression: "ssl" });
    const offline = testEngine(platform, { "edge:apiToken": undefined });
    expect(await offline.preview("ValidatedFilter", { expression: "ssl" }, state)).toBe("same");
  });

  it("is reported if nothing listens at its address", async () => {
    const engine = testEngine(platform, { "edge:baseUrl": `http://127.0.0.1:${await freePort()}/client/v4` });
    const stopped = await engine.stopped("ZoneEntrypointRuleset", GOOD["ZoneEntrypointRuleset"] ?? {});
    expect(stopped.message).toMatch(
      /cannot connect to http:\/\/127.0.0.1:\d+ \(ECONNREFUSED\).*Nothing listens there/,
    );
    expect(stopped.state).toBeUndefined();
  });

  it("is reported if it answers with an HTML page", async () => {
    const page = { status: 200, body: "<!DOCTYPE html><title>Sign in</title>", type: "text/html" };
    const proxy = await startProxy(platform.baseUrl, () => page);
    try {
      const engine = testEngine(platform, { "edge:baseUrl": proxy.baseUrl });
      const stopped = await engine.stopped("ApiToken", GOOD["ApiToken"] ?? {});
      expect(stopped.message).toMatch(
        /GET \/user\/tokens\/permission_groups: the response is 200 with .*HTML/i,
      );
    } finally {
      await proxy.close();
    }
  });
});
