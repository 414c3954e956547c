import * as pulumi from "@pulumi/pulumi";
import { ask, testEngine, UNKNOWN } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

/** What a program in JavaScript writes; the SDK makes the text, so a new one is noticed. */
// eslint-disable-next-line @typescript-eslint/no-base-to-string -- what the programs under test do
const LATER = String(pulumi.output("example.com"));
const LATER_JSON = JSON.stringify({ later: pulumi.output("example.com") });
const RULES = { zoneId: EXAMPLE_COM, phase: "http_request_firewall_custom" };
const rule = (changes: object) => ({ ref: "a", action: "block", expression: "ssl", ...changes });
const TOKEN = {
  name: "t",
  policies: [{ resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone WAF Write" }] }],
};
const INSIDE =
  "contains the text of an Output, which is not its value: write pulumi.interpolate`…` in front of the template string, or make " +
  "the text inside output.apply((value) => …)";
const WHOLE =
  "contains the text of an Output, which is not its value: pass the Output itself; within a longer text, write pulumi.interpolate`…`";

describe("a text that was made from an Output", () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      "ZoneEntrypointRuleset",
      { ...RULES, rules: [rule({ expression: `http.host eq "${LATER}"` })] },
      `rules["a"].expression: ${INSIDE}`,
    ],
    ["ZoneEntrypointRuleset", { ...RULES, zoneId: LATER, rules: [rule({})] }, `zoneId: ${WHOLE}`],
    [
      "ZoneEntrypointRuleset",
      { ...RULES, rules: [rule({ ref: `rule ${LATER}` })] },
      `rules[0].ref: ${INSIDE}`,
    ],
    [
      "ZoneEntrypointRuleset",
      { ...RULES, rules: [rule({ description: LATER_JSON })] },
      `rules["a"].description: ${INSIDE}`,
    ],
    [
      "ZoneEntrypointRuleset",
      {
        ...RULES,
        rules: [
          rule({
            actionParameters: {
              response: { statusCode: 403, contentType: "text/plain", content: `x ${LATER}` },
            },
          }),
        ],
      },
      `rules["a"].actionParameters.response.content: ${INSIDE}`,
    ],
    [
      "Ruleset",
      { accountId: EXAMPLE_COM, name: `n ${LATER}`, phase: RULES.phase, rules: [rule({})] },
      `name: ${INSIDE}`,
    ],
    ["ApiToken", { ...TOKEN, name: `ci ${LATER}` }, `name: ${INSIDE}`],
    [
      "ApiToken",
      { ...TOKEN, condition: { requestIp: { in: [LATER] } } },
      `condition.requestIp.in[0]: ${WHOLE}`,
    ],
    [
      "ApiToken",
      { ...TOKEN, policies: [{ ...TOKEN.policies[0], resources: { [`zone.${LATER}`]: "*" } }] },
      "policies[0].resources: has a key that is the text of an Output, which is not its value: make the key of resources with zone(id), " +
        "account(id) or allZonesIn(accountId), or the whole object inside pulumi.output(id).apply((id) => ({ … }))",
    ],
    ["OwaspConfig", { zoneId: LATER, paranoiaLevel: 1, scoreThreshold: 60 }, `zoneId: ${WHOLE}`],
    ["ValidatedFilter", { expression: `http.host eq "${LATER}"` }, `expression: ${INSIDE}`],
    ["GatewayEndpoint", { network: LATER }, `network: ${WHOLE}`],
  ])("is the only problem of %s %#, at its path", async (kind, args, problem) => {
    expect(await testEngine(platform).problems(kind, args)).toEqual([problem]);
  });

  it("is found in a rule of a map by ref, as the class passes rules", async () => {
    const rules = { a: { action: "block", expression: `http.host eq "${LATER}"` } };
    const args = { ...RULES, rules, __keyed: true };
    expect(await testEngine(platform).problems("ZoneEntrypointRuleset", args)).toEqual([
      `rules["a"].expression: ${INSIDE}`,
    ]);
  });
});

describe("a text that was made from another value that is not a text", () => {
  it.each([
    [
      { zoneId: "[object Promise]" },
      'zoneId: must be the id of a zone, 32 lower-case hexadecimal digits, found "[object Promise]"\na template string was given a promise: await it, or use pulumi.interpolate',
    ],
    [{ zoneId: "undefined" }, "\na template string was given an undefined value"],
    [{ zoneId: "[object Object]" }, "\na template string was given an object: name one of its members"],
    [
      { rules: [rule({ expression: "http.host eq [object Promise]" })] },
      "\na template string was given a promise: await it, or use pulumi.interpolate",
    ],
  ])("is reported with the remedy: %j", async (changes, text) => {
    const problems = await testEngine(platform).problems("ZoneEntrypointRuleset", {
      ...RULES,
      rules: [rule({})],
      ...changes,
    });
    expect(problems).toEqual([expect.stringContaining(text)]);
  });

  it.each(["[object Object]", "undefined", "null", "[object Promise]"])(
    "is not reported if it may be intended: %s",
    async (text) => {
      const rules = [rule({ expression: `http.user_agent contains "${text}"`, description: text })];
      expect(await testEngine(platform).problems("ZoneEntrypointRuleset", { ...RULES, rules })).toEqual([]);
    },
  );
});

describe("an argument with another name", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["ZoneEntrypointRuleset", { zone_id: EXAMPLE_COM }, "zone_id: unknown argument; write zoneId"],
    [
      "ZoneEntrypointRuleset",
      { name: "default" },
      "name: unknown argument; an entry point has no name to set; leave it out",
    ],
    [
      "ZoneEntrypointRuleset",
      { kind: "zone" },
      "kind: unknown argument; the class sets it: ZoneEntrypointRuleset (zone), AccountEntrypointRuleset (root), Ruleset (custom)",
    ],
    ["ZoneEntrypointRuleset", { enabled: true }, "enabled: unknown argument; it belongs to each of rules"],
    [
      "ZoneEntrypointRuleset",
      { rules: [rule({ id: "x" })] },
      'rules["a"].id: is not a known property; the API sets it; ref names the rule',
    ],
    [
      "ZoneEntrypointRuleset",
      { rules: [rule({ action_parameters: {} })] },
      'rules["a"].action_parameters: is not a known property; write actionParameters',
    ],
    ["ApiToken", { expires_on: "x" }, "expires_on: unknown argument; write expiresOn"],
    ["ApiToken", { policy: [] }, "policy: unknown argument; write policies"],
    [
      "ApiToken",
      { permission_groups: [] },
      "permission_groups: unknown argument; it belongs to each of policies",
    ],
    [
      "ApiToken",
      { id: "x" },
      "id: unknown argument; the API sets it; the method get reads an existing object by its id",
    ],
    ["OwaspConfig", { threshold: 5 }, "threshold: unknown argument; write scoreThreshold"],
    ["OwaspConfig", { paranoia_level: 5 }, "paranoia_level: unknown argument; write paranoiaLevel"],
  ])("is reported with the right name: %s %j", async (kind, changes, problem) => {
    const good: Record<string, Record<string, unknown>> = {
      ApiToken: TOKEN,
      OwaspConfig: { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: 60 },
      ZoneEntrypointRuleset: { ...RULES, rules: [rule({})] },
    };
    expect(await testEngine(platform).problems(kind, { ...good[kind], ...changes })).toEqual([problem]);
  });
});

describe("problems that the program passes on", () => {
  const adopting = (resource: string) => ({
    kind: "name",
    subject: "the token",
    resource,
    of: "ApiToken",
    path: "adopt",
    adopts: true,
  });
  const told = {
    __claims: [{ own: adopting("one"), others: [adopting("two")] }, UNKNOWN],
    __faults: [{ path: "name", message: "is a Date" }],
  };

  it("are problems of the resource, and no state keeps them", async () => {
    const engine = testEngine(platform);
    const args = { zoneId: EXAMPLE_COM, phase: RULES.phase, rules: [rule({})] };
    expect(await engine.problems("ZoneEntrypointRuleset", { ...args, ...told })).toEqual([
      'adopt: "two", another ApiToken of this program, adopts the same token: only one of the two can own it',
      "name: is a Date",
    ]);
    const state = await engine.up("ZoneEntrypointRuleset", {
      ...args,
      __claims: [{ own: adopting("one"), others: [] }, UNKNOWN],
    });
    expect(Object.keys({ ...state.inputs, ...state.outs }).filter((name) => name.startsWith("__"))).toEqual([
      "__mark",
    ]);
    await engine.destroy("ZoneEntrypointRuleset", state);
  });

  it("pass the check of a preview, where the class reports them, with every argument unknown", async () => {
    const provider = testEngine(platform).provider("OwaspConfig");
    const { inputs, failures } = await provider.check({}, { zoneId: "x", paranoiaLevel: 9, __preview: true });
    expect(failures).toEqual([]);
    expect(inputs).toEqual({
      zoneId: UNKNOWN,
      paranoiaLevel: UNKNOWN,
      __problems: [
        'zoneId: must be 32 lower-case hexadecimal digits, found "x"',
        "paranoiaLevel: must be 1, 2, 3 or 4, as a number; found 9",
        expect.stringMatching(/^scoreThreshold: /),
      ],
    });
    expect(await provider.diff("x", { zoneId: "x" }, inputs)).toEqual({ changes: true });
  });
});

describe("a check whose request fails", () => {
  it("is a problem of its resource in a preview, so that the preview goes on", async () => {
    const offline = { "edge:baseUrl": "http://127.0.0.1:1/client/v4" };
    const provider = testEngine(platform, offline).provider("ApiToken");
    const { inputs, failures } = await provider.check({}, { ...TOKEN, __preview: true });
    expect(failures).toEqual([]);
    expect(inputs["__problems"]).toEqual([expect.stringContaining("127.0.0.1:1")]);
    await expect(provider.check({}, TOKEN)).rejects.toThrow("127.0.0.1:1");
  });
});

describe("rules of which one has a secret", () => {
  const rules = {
    hidden: { action: "block", expression: 'http.host eq "canary-host"' },
    plain: {
      action: "block",
      after: "hidden",
      expression: "http.hots",
      description: "an ordinary description",
    },
  };
  const args = {
    ...RULES,
    rules,
    __keyed: true,
    secretInputs: ["rules"],
    __secretMembers: { hidden: ["expression"] },
  };

  it("have a code frame for the others, and only a position for that one", async () => {
    const engine = testEngine(platform);
    expect((await engine.problems("ZoneEntrypointRuleset", args)).join("\n")).toContain('found "http.hots"');
    const both = { ...rules, hidden: { ...rules.hidden, expression: "http.canary" } };
    const problems = await engine.problems("ZoneEntrypointRuleset", { ...args, rules: both });
    expect(problems.join("\n")).not.toContain("canary");
    expect(problems).toHaveLength(2);
  });

  it("log the names of the others in full", async () => {
    const engine = testEngine(platform);
    const good = { ...rules, plain: { ...rules.plain, expression: "ssl" } };
    const state = await engine.up("ZoneEntrypointRuleset", {
      ...args,
      rules: good,
      onConcurrentChange: "fail",
    });
    const id = String(state.outs["rulesetId"]);
    const ids = state.outs["ruleIds"] as Record<string, string>;
    for (const ref of ["hidden", "plain"])
      await ask(platform, "PATCH", `/zones/${EXAMPLE_COM}/rulesets/${id}/rules/${ids[ref] ?? ""}`, {
        action: "block",
        expression: 'http.host eq "changed-by-hand"',
        description: "changed by hand",
      });
    const { message } = await engine.stopped(
      "ZoneEntrypointRuleset",
      { ...args, rules: { ...good, plain: { ...good.plain, action: "log" } }, onConcurrentChange: "fail" },
      state,
    );
    expect(message).toContain("hidden: expression was changed");
    expect(message).toContain('plain: description was "an ordinary description", is "changed by hand"');
    expect(message).not.toContain("canary");
  });
});
