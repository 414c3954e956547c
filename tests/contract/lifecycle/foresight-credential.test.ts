import { ask, renew, testEngine, watch } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { isAboutRequests } from "../../support/preview-lines";

/** What a preview says about the credential, and about the zone or account that a resource names. */
const CUSTOM = "http_request_firewall_custom";
const NOBODY = "a".repeat(32);
const WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";
const WAF_READ = "dbc512b354774852af2b5a5f4ba3d470";
const DNS_WRITE = "4755a26eedb94da69e1066d98aa820be";
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";
const ACCOUNT_TOKENS_READ = "eb56a6953c034b9d97dd838155666f06";
const TOKENS_READ = "0cc3a61731504c89b99ec1be78b77aa0";

const platform = useTestPlatform();
beforeEach(() => renew(platform));

const zone = (more: object = {}) => ({
  zoneId: EXAMPLE_COM,
  phase: CUSTOM,
  rules: [{ ref: "a", action: "block", expression: "ssl" }],
  __preview: true,
  ...more,
});

async function foreseen(kind: string, given: Record<string, unknown>, settings = {}) {
  const run = testEngine(platform, settings);
  const { result, requests, writes, dryRuns, proofs } = await watch(platform, () =>
    run.problems(kind, given),
  );
  expect(writes).toEqual([]);
  const isWarning = (line: string) => line.startsWith("warning: ");
  return {
    problems: result,
    warnings: run.log.filter(isWarning),
    lines: run.log.filter((line) => !isWarning(line) && !isAboutRequests(line)),
    requests,
    asked: [...dryRuns, ...proofs],
  };
}

const allZones = (...ids: string[]) => ({
  effect: "allow",
  resources: { "com.cloudflare.api.account.zone.*": "*" },
  permission_groups: ids.map((id) => ({ id })),
});
const ofUser = (...ids: string[]) => ({
  effect: "allow",
  resources: { [`com.cloudflare.api.user.${platform.userId}`]: "*" },
  permission_groups: ids.map((id) => ({ id })),
});

async function tokenWith(body: { policies: object[]; [name: string]: unknown }) {
  return ask<{ id: string; value: string }>(platform, "POST", "/user/tokens", { name: "ci", ...body });
}
const as = (value: string) => ({ "edge:apiToken": value });

describe("a credential", () => {
  it("that is in quotes is reported without a request", async () => {
    const { problems, requests } = await foreseen("ZoneEntrypointRuleset", zone(), as(`"${platform.token}"`));
    expect(problems).toEqual([
      "stack configuration edge:apiToken is not an API token: it is in quotes. Set it without the quotes.",
    ]);
    expect(requests).toEqual([]);
  });

  it("that is disabled is reported once in a run, and nothing else is read", async () => {
    const policies = [allZones(WAF_WRITE)];
    const { id, value } = await tokenWith({ policies });
    await ask(platform, "PUT", `/user/tokens/${id}`, { name: "ci", status: "disabled", policies });
    const run = testEngine(platform, as(value));
    const { result, requests } = await watch(platform, async () => [
      await run.problems("ZoneEntrypointRuleset", zone()),
      await run.problems("OwaspConfig", {
        zoneId: EXAMPLE_COM,
        paranoiaLevel: 1,
        scoreThreshold: 40,
        __preview: true,
      }),
    ]);
    expect(result).toEqual([
      [
        "the credential from stack configuration edge:apiToken cannot be used: the token is disabled. Activate or extend " +
          "the token, or use another one.",
      ],
      [],
    ]);
    expect(requests).toEqual(["GET /user/tokens/verify"]);
  });

  it("that has expired is reported", async () => {
    const { value } = await tokenWith({
      policies: [allZones(WAF_WRITE)],
      expires_on: "2126-01-01T00:00:00Z",
    });
    await platform.control("PUT", "/clock", { now: "2126-01-02T00:00:00Z" });
    const { problems } = await foreseen("ZoneEntrypointRuleset", zone(), as(value));
    expect(problems).toEqual([expect.stringMatching(/cannot be used: the token is expired\. Activate or/)]);
  });

  it("that is refused from here is reported in the API's words", async () => {
    const condition = { "request.ip": { in: ["192.0.2.0/24"] } };
    const { value } = await tokenWith({ policies: [allZones(WAF_WRITE)], condition });
    const { problems } = await foreseen("ZoneEntrypointRuleset", zone(), as(value));
    expect(problems).toEqual([
      expect.stringContaining("Cannot use the access token from location: 127.0.0.1"),
    ]);
  });

  it("that the API does not know is reported by what the reads answer", async () => {
    const { problems, requests } = await foreseen("ZoneEntrypointRuleset", zone(), as("x".repeat(40)));
    expect(problems).toEqual([expect.stringContaining("Authentication error")]);
    expect(requests).toEqual(["GET /user/tokens/verify", `GET /zones/${EXAMPLE_COM}/rulesets`, "GET /zones"]);
  });

  it("whose policies lack what will change is reported with the permission, the zone and the calls", async () => {
    const { id, value } = await tokenWith({
      policies: [allZones(DNS_WRITE, ZONE_READ), ofUser(TOKENS_READ)],
    });
    const { problems, requests } = await foreseen("ZoneEntrypointRuleset", zone(), as(value));
    expect(problems).toEqual([
      `the token "ci" (${id}) from stack configuration edge:apiToken lacks "Zone WAF Write" on zone.${EXAMPLE_COM}, which ` +
        "this resource needs for addRule, patchRule, removeRule, removeRuleset, createRuleset, replaceEntrypoint, listRulesets, " +
        "getEntrypoint: add it to the token, or use another credential. `edge-platform preflight` lists what the whole stack needs. " +
        `For a preview, "Zone WAF Read" on zone.${EXAMPLE_COM} is enough.`,
    ]);
    expect(requests).toEqual(["GET /user/tokens/verify", `GET /user/tokens/${id}`, "GET /zones"]);
  });

  describe("that only reads", () => {
    it("is enough for a preview of rules, which tells once what the update's credential needs", async () => {
      const { id, value } = await tokenWith({
        policies: [allZones(WAF_READ, ZONE_READ), ofUser(TOKENS_READ)],
      });
      const account = { id: platform.accountId };
      const other = await ask<{ id: string }>(platform, "POST", "/zones", { name: "shop.example", account });
      const run = testEngine(platform, as(value));
      const { result, requests, writes } = await watch(platform, async () => [
        await run.problems("ZoneEntrypointRuleset", zone()),
        await run.problems("ZoneEntrypointRuleset", zone({ zoneId: other.id })),
      ]);
      expect(result).toEqual([[], []]);
      expect(run.log.filter((line) => !isAboutRequests(line))).toEqual([
        `the token "ci" (${id}) from stack configuration edge:apiToken is enough for a preview, which does not ask the API whether ` +
          `it accepts the writes. The deployment's credential needs "Zone WAF Write" on example.com; ` +
          "`edge-platform preflight` lists all that it needs.",
      ]);
      expect(writes).toEqual([]);
      expect(requests).toContain(`GET /zones/${other.id}/rulesets`);
    });

    it("is enough if it may not read its own policies", async () => {
      const { value } = await tokenWith({ policies: [allZones(WAF_READ, ZONE_READ)] });
      const { problems, warnings, lines } = await foreseen("ZoneEntrypointRuleset", zone(), as(value));
      expect([problems, warnings]).toEqual([[], []]);
      expect(lines).toEqual([
        expect.stringMatching(
          /^the preview does not ask the API whether it accepts the writes, since the credential may not write\. If it is to read only, set `edge:dryRun` \(EDGE_DRY_RUN\) to false\. The deployment's credential needs "Zone WAF Write" on example\.com; `edge-platform preflight` lists all that it needs\.$/,
        ),
      ]);
    });

    it("of an account is not asked to prove dry runs, if it may read its own policies", async () => {
      const { accountId } = platform;
      const inAccount = (...ids: string[]) => ({
        effect: "allow",
        resources: { [`com.cloudflare.api.account.${accountId}`]: "*" },
        permission_groups: ids.map((id) => ({ id })),
      });
      const inZones = (...ids: string[]) => ({
        effect: "allow",
        resources: {
          [`com.cloudflare.api.account.${accountId}`]: { "com.cloudflare.api.account.zone.*": "*" },
        },
        permission_groups: ids.map((id) => ({ id })),
      });
      const { value } = await ask<{ value: string }>(platform, "POST", `/accounts/${accountId}/tokens`, {
        name: "ci",
        policies: [inZones(WAF_READ, ZONE_READ), inAccount(ACCOUNT_TOKENS_READ)],
      });
      const settings = { ...as(value), "edge:accountId": accountId };
      const { problems, warnings, lines, asked } = await foreseen("ZoneEntrypointRuleset", zone(), settings);
      expect([problems, warnings]).toEqual([[], []]);
      expect(lines).toEqual([
        expect.stringMatching(
          /^the token "ci" .* is enough for a preview, .* needs "Zone WAF Write" on example\.com;/,
        ),
      ]);
      expect(asked).toEqual([]);
    });

    it("is not asked to prove dry runs, if edge:dryRun is false", async () => {
      const { value } = await tokenWith({ policies: [allZones(WAF_READ, ZONE_READ)] });
      const settings = { ...as(value), "edge:dryRun": "false" };
      const { problems, warnings, lines, asked } = await foreseen("ZoneEntrypointRuleset", zone(), settings);
      expect([problems, warnings, lines]).toEqual([[], [], []]);
      expect(asked).toEqual([]);
    });

    it("stops an update at its first write, which names the permission", async () => {
      const { value } = await tokenWith({ policies: [allZones(WAF_READ, ZONE_READ)] });
      const { __preview, ...news } = zone();
      expect(__preview).toBe(true);
      const { message } = await testEngine(platform, as(value)).stopped("ZoneEntrypointRuleset", news);
      expect(message).toContain("refused with 403");
      expect(message).toContain(
        `The token needs "Zone WAF Write" on zone.${EXAMPLE_COM}: add it, or use another credential. ` +
          "`edge-platform preflight` lists what the whole stack needs.",
      );
    });

    it("names the permission that a preview needs if it may not even read", async () => {
      const { value } = await tokenWith({ policies: [allZones(DNS_WRITE, ZONE_READ), ofUser(TOKENS_READ)] });
      const { problems } = await foreseen("ZoneEntrypointRuleset", zone(), as(value));
      expect(problems).toEqual([
        expect.stringContaining(`For a preview, "Zone WAF Read" on zone.${EXAMPLE_COM} is enough.`),
      ]);
    });

    it("is enough for a new token, whose permission groups are looked up in the published list", async () => {
      const { value } = await tokenWith({ policies: [allZones(ZONE_READ)] });
      const given = (name: string) => ({
        policies: [{ resources: { "zone.*": "*", user: "*" }, permissionGroups: [{ name }] }],
        name: "other",
        __preview: true,
      });
      const { problems, warnings, lines } = await foreseen("ApiToken", given("Zone Read"), as(value));
      expect([problems, warnings]).toEqual([[], []]);
      expect(lines).toEqual([
        expect.stringMatching(
          /^the preview checks permission groups against the published list, .*\. The deployment's credential needs "API Tokens Write" and "User Details Read" on user; `edge-platform preflight` lists all that it needs\.$/,
        ),
      ]);
      const unknown = await foreseen("ApiToken", given("Zone Raed"), as(value));
      expect(unknown.problems).toEqual([]);
      expect(unknown.warnings).toEqual([
        expect.stringContaining(
          'policies[0].permissionGroups[0]: there is no permission group with name "Zone Raed"; did you mean',
        ),
      ]);
    });

    it("changes nothing of a token's inputs, whose ids an update has looked up", async () => {
      const policies = (...names: string[]) => [
        { resources: { user: "*" }, permissionGroups: names.map((name) => ({ name })) },
      ];
      const news = { policies: policies("User Details Read"), name: "other" };
      const owner = testEngine(platform);
      const { inputs: olds } = await owner.provider("ApiToken").check({}, news);
      const { value } = await tokenWith({ policies: [allZones(ZONE_READ)] });
      const changed = {
        ...news,
        policies: policies("User Details Read", "API Tokens Read"),
        __preview: true,
      };
      const checked = await testEngine(platform, as(value)).provider("ApiToken").check(olds, changed);
      const same = await owner.provider("ApiToken").check(olds, changed);
      expect(checked.failures).toEqual([]);
      expect(checked.inputs["policies"]).toEqual(same.inputs["policies"]);
    });
  });

  it("that may not read its own policies is judged by its reads, and the right one passes", async () => {
    const { value } = await tokenWith({ policies: [allZones(WAF_WRITE)] });
    expect((await foreseen("ZoneEntrypointRuleset", zone(), as(value))).problems).toEqual([]);
    const other = await tokenWith({ policies: [allZones(DNS_WRITE, ZONE_READ)] });
    const { problems } = await foreseen("ZoneEntrypointRuleset", zone(), as(other.value));
    expect(problems).toEqual([
      expect.stringMatching(
        /^zoneId: GET \/zones\/\w+\/rulesets: refused with 403, code 10000: Authentication error/,
      ),
    ]);
    expect(problems[0]).toContain(
      `The token needs "Zone WAF Write" on zone.${EXAMPLE_COM}: add it, or use another credential.`,
    );
  });

  it("that may not read an account's rules is reported with the permission that it lacks", async () => {
    const { value } = await tokenWith({ policies: [allZones(WAF_WRITE, ZONE_READ)] });
    const given = { accountId: platform.accountId, phase: CUSTOM, rules: [], __preview: true };
    const { problems } = await foreseen("AccountEntrypointRuleset", given, as(value));
    expect(problems).toEqual([
      expect.stringMatching(/^accountId: .* The token needs "Account WAF Write" on account\./),
    ]);
  });

  it.each([
    ["of an account", true, '"Account API Tokens Write" on account.'],
    ["of its user", false, '"API Tokens Write" on user'],
  ])(
    "that may not manage the tokens %s previews them and names the permission",
    async (_, ofAccount, grant) => {
      const { value } = await tokenWith({ policies: [allZones(WAF_WRITE, ZONE_READ)] });
      const policies = [{ resources: { "zone.*": "*" }, permissionGroups: [{ name: "Zone Read" }] }];
      const owner = ofAccount ? { accountId: platform.accountId } : {};
      const given = { ...owner, policies, name: "other", __preview: true };
      const { problems, lines } = await foreseen("ApiToken", given, as(value));
      expect(problems).toEqual([]);
      expect(lines).toEqual([expect.stringContaining(`The deployment's credential needs ${grant}`)]);
      // The update needs what the preview does not.
      const { problems: ofUpdate } = await foreseen(
        "ApiToken",
        { ...owner, policies, name: "other" },
        as(value),
      );
      expect(ofUpdate).toEqual([expect.stringContaining(`The token needs ${grant}`)]);
      expect(ofUpdate[0]?.startsWith("accountId: ")).toBe(ofAccount);
    },
  );

  it("that may not manage the tokens of an account that it cannot see is reported", async () => {
    const { value } = await tokenWith({ policies: [allZones(WAF_WRITE, ZONE_READ)] });
    const policies = [{ resources: { "zone.*": "*" }, permissionGroups: [{ name: "Zone Read" }] }];
    const given = { accountId: NOBODY, policies, name: "other", __preview: true };
    const { problems } = await foreseen("ApiToken", given, as(value));
    expect(problems).toEqual([expect.stringMatching(/^accountId: /)]);
  });

  it("that may not read its user previews a token for the user, and cannot make it", async () => {
    const TOKENS_WRITE = "686d18d5ac6c441c867cbf6771e58a0a";
    const { value } = await tokenWith({ policies: [ofUser(TOKENS_WRITE)] });
    const policies = [{ resources: { user: "*" }, permissionGroups: [{ name: "User Details Read" }] }];
    const given = { policies, name: "other" };
    const { problems, lines } = await foreseen("ApiToken", { ...given, __preview: true }, as(value));
    expect(problems).toEqual([]);
    expect(lines).toEqual([
      expect.stringContaining(`The deployment's credential needs "User Details Read" on user;`),
    ]);
    expect((await foreseen("ApiToken", given, as(value))).problems).toEqual([
      expect.stringContaining('The token needs "User Details Read" on user: add it'),
    ]);
  });

  it("of email and key needs no request", async () => {
    const key = { "edge:apiToken": undefined, "edge:email": platform.email, "edge:apiKey": platform.apiKey };
    const { problems, requests } = await foreseen("ZoneEntrypointRuleset", zone(), key);
    expect(problems).toEqual([]);
    expect(requests).toEqual([`GET /zones/${EXAMPLE_COM}/rulesets`, "GET /zones"]);
  });

  it("of an account takes two requests, and is not judged by policies that it may not read", async () => {
    const { accountId } = platform;
    const policies = [
      {
        effect: "allow",
        resources: {
          [`com.cloudflare.api.account.${accountId}`]: { "com.cloudflare.api.account.zone.*": "*" },
        },
        permission_groups: [{ id: WAF_WRITE }],
      },
    ];
    const { value } = await ask<{ value: string }>(platform, "POST", `/accounts/${accountId}/tokens`, {
      name: "ci",
      policies,
    });
    const settings = { ...as(value), "edge:accountId": accountId };
    const { problems, requests } = await foreseen("ZoneEntrypointRuleset", zone(), settings);
    expect(problems).toEqual([]);
    expect(requests.slice(0, 2)).toEqual([
      "GET /user/tokens/verify",
      `GET /accounts/${accountId}/tokens/verify`,
    ]);
  });
});

describe("a zone or account", () => {
  it("that does not exist is named with those that the credential may use", async () => {
    const { problems } = await foreseen("ZoneEntrypointRuleset", zone({ zoneId: NOBODY }));
    expect(problems).toEqual([
      expect.stringContaining(
        `zoneId: the zone ${NOBODY} does not exist: it was deleted, or the id is wrong; the credential from stack configuration ` +
          `edge:apiToken may use ${EXAMPLE_COM} (example.com). Correct the id, or remove what the program declares in it.`,
      ),
    ]);
  });

  it("is found by an id that is nearly right", async () => {
    const typo = EXAMPLE_COM.replace("8792", "8729");
    const { problems } = await foreseen("OwaspConfig", {
      zoneId: typo,
      paranoiaLevel: 1,
      scoreThreshold: 40,
      __preview: true,
    });
    expect(problems).toEqual([expect.stringContaining(`; did you mean ${EXAMPLE_COM} (example.com)?`)]);
  });

  it("is told from an account", async () => {
    const { accountId } = platform;
    const { problems } = await foreseen("ZoneEntrypointRuleset", zone({ zoneId: accountId }));
    expect(problems).toEqual([
      expect.stringContaining(
        'zoneId: is the id of the account "Example Account", not of a zone: write the id of a zone, such as ' +
          `${EXAMPLE_COM} (example.com)`,
      ),
    ]);
    const of = { ...zone({ zoneId: undefined }), accountId: EXAMPLE_COM };
    expect((await foreseen("AccountEntrypointRuleset", of)).problems).toEqual([
      expect.stringContaining(
        `accountId: is the id of the zone example.com, not of an account: write the id of its account, ${accountId}`,
      ),
    ]);
  });

  it("that is named instead of its id gets the id in the message", async () => {
    const { problems } = await foreseen("ZoneEntrypointRuleset", zone({ zoneId: "example.com" }));
    expect(problems).toEqual([
      'zoneId: must be the id of a zone, 32 lower-case hexadecimal digits, found "example.com"; the id of the zone example.com is ' +
        EXAMPLE_COM,
    ]);
  });

  it("of another account than the configured one is a warning", async () => {
    const { problems, warnings } = await foreseen("ZoneEntrypointRuleset", zone(), {
      "edge:accountId": NOBODY,
    });
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      `warning: zoneId: the zone example.com (${EXAMPLE_COM}) lies in the account ${platform.accountId}, and the configured ` +
        `account is ${NOBODY}: correct zoneId, or edge:accountId (EDGE_ACCOUNT_ID), or use the connection of that account`,
    ]);
  });
});
