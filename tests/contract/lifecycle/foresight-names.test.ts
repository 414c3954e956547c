import { ask, identity, renew, testEngine, UNKNOWN, watch, type State } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

/** What a preview says about names that are taken, and about what the policies of a token name. */
const CUSTOM = "http_request_firewall_custom";
const NOBODY = "a".repeat(32);
const OTHER_ACCOUNT = "b".repeat(32);
const OTHER_ZONE = "c".repeat(32);
const GROUPS = [{ name: "Zone WAF Write" }];

const platform = useTestPlatform();
beforeEach(async () => {
  await renew(platform);
  await platform.control("POST", "/seed", {
    accounts: [{ id: OTHER_ACCOUNT, name: "Other" }],
    zones: [{ id: OTHER_ZONE, name: "other.example", accountId: OTHER_ACCOUNT }],
  });
});

async function foreseen(kind: string, given: Record<string, unknown>, stack: readonly State[] = []) {
  const run = testEngine(platform, {}, { stack: new Set(stack) });
  const { result, requests, writes } = await watch(platform, () => run.problems(kind, given));
  expect(writes).toEqual([]);
  return { problems: result, requests };
}

describe("a token", () => {
  const args = (more: object = {}) => ({
    name: "waf",
    policies: [{ resources: { "zone.*": "*" }, permissionGroups: GROUPS }],
    __preview: true,
    ...more,
  });
  const on = (resources: object, permissionGroups: object[] = GROUPS) =>
    args({ policies: [{ resources, permissionGroups }] });
  const policies = [
    {
      effect: "allow",
      resources: { "com.cloudflare.api.account.zone.*": "*" },
      permission_groups: [{ id: "fb6778dc191143babbfaa57993f1d275" }],
    },
  ];

  it("whose name is taken is a problem, unless the program names none or adopts the token", async () => {
    const { id } = await ask(platform, "POST", "/user/tokens", { name: "waf", policies });
    const { problems, requests } = await foreseen("ApiToken", args());
    expect(problems).toEqual([
      expect.stringMatching(
        new RegExp(
          `^name: A token named "waf" already exists, and the name does not prove who made it:\\n  ${String(id)}  issued`,
        ),
      ),
    ]);
    expect(requests.map((line) => line.replace(/tokens\/[0-9a-f]{32}/, "tokens/<id>"))).toEqual([
      "GET /user/tokens/verify",
      "GET /user/tokens/<id>",
      "GET /user/tokens/permission_groups",
      "GET /user/tokens",
      "GET /zones",
    ]);
    for (const more of [{ name: undefined, __base: "waf" }, { adopt: id }, { name: UNKNOWN }])
      expect((await foreseen("ApiToken", args(more))).problems).toEqual([]);
    const held = { id: "user/waf", inputs: {}, outs: { tokenId: id } };
    expect((await foreseen("ApiToken", args({}), [held])).problems).toEqual([]);
  });

  it("whose arguments are doubtful is a warning when they change, unless they are secret", async () => {
    const warnings = async (more: object) => {
      const run = testEngine(platform);
      expect(await run.problems("ApiToken", args(more))).toEqual([]);
      return run.log.filter((line) => line.startsWith("warning: "));
    };
    const condition = { requestIp: { in: ["192.0.2.1/24"] } };
    expect(await warnings({ condition, warnBefore: "14d" })).toEqual([
      expect.stringMatching(
        /^warning: condition\.requestIp\.in\[0\]: is "192\.0\.2\.1\/24", the address of a client/,
      ),
      "warning: warnBefore: has no effect without expiresOn: set expiresOn, or remove warnBefore",
    ]);
    expect(await warnings({ condition, secretInputs: ["condition"] })).toEqual([]);
  });

  it("to adopt that does not exist is a problem", async () => {
    expect((await foreseen("ApiToken", args({ adopt: NOBODY }))).problems).toEqual([
      `adopt names the token ${NOBODY}, and no token has that id: correct it, or leave adopt out.`,
    ]);
  });

  it.each([
    [
      "a zone that does not exist",
      { [`zone.${NOBODY}`]: "*" },
      /^policies\[0\]\.resources: names no zone that/,
    ],
    [
      "an account as a zone",
      { [`zone.${OTHER_ACCOUNT}`]: "*" },
      /is the id of the account "Other", not of a zone/,
    ],
    [
      "a zone as an account",
      { [`account.${OTHER_ZONE}`]: { "zone.*": "*" } },
      /is the id of the zone other\.example, not/,
    ],
    ["an account that does not exist", { [`account.${NOBODY}`]: { "zone.*": "*" } }, /names no account that/],
    [
      "a zone in another account",
      { [`account.${OTHER_ACCOUNT}`]: { [`zone.${EXAMPLE_COM}`]: "*" } },
      /names the zone example\.com \(\w+\) in the account b{32}, and the zone lies in the account \w+: correct one/,
    ],
  ])("whose policy names %s is a problem", async (_, resources, message) => {
    expect((await foreseen("ApiToken", on(resources))).problems).toEqual([expect.stringMatching(message)]);
  });

  it("whose policy names another user is a problem", async () => {
    const { problems } = await foreseen(
      "ApiToken",
      on({ [`user.${NOBODY}`]: "*" }, [{ name: "API Tokens Read" }]),
    );
    expect(problems).toEqual([
      `policies[0].resources: names the user ${NOBODY}, and a token can name only the user of the credential, ` +
        `${platform.userId}: write user()`,
    ]);
    const own = on({ user: "*" }, [{ name: "API Tokens Read" }]);
    expect((await foreseen("ApiToken", own)).problems).toEqual([]);
  });

  it("of an account that does not exist, or is a zone, is a problem of accountId", async () => {
    const inAccount = (accountId: string) => foreseen("ApiToken", args({ accountId }));
    expect((await inAccount(NOBODY)).problems).toEqual([
      expect.stringMatching(/^accountId: names no account that the credential/),
    ]);
    expect((await inAccount(EXAMPLE_COM)).problems).toEqual([
      expect.stringMatching(/^accountId: is the id of the zone example\.com, not of an account/),
    ]);
    expect((await inAccount(OTHER_ACCOUNT)).problems).toEqual([]);
  });

  it("that does not change sends no request, and one whose lifetime changes does not look up its policies", async () => {
    const run = testEngine(platform);
    const given = { ...args(), __preview: undefined };
    const state = await run.up("ApiToken", given);
    const preview = (more: object) =>
      watch(platform, () => testEngine(platform).problems("ApiToken", { ...args(), ...more }, state));
    expect(await preview({})).toMatchObject({ result: [], requests: [] });
    const changed = await preview({ expiresOn: "2126-01-01T00:00:00Z" });
    expect(changed.result).toEqual([]);
    expect(changed.requests).toEqual([
      "GET /user/tokens/verify",
      expect.stringMatching(/^GET \/user\/tokens\/\w{32}$/),
    ]);
  });
});

describe("a custom ruleset", () => {
  const RULES = [{ ref: "a", action: "block", expression: "ssl" }];
  const args = (more: object = {}) => ({
    accountId: platform.accountId,
    name: "No scanners",
    phase: CUSTOM,
    rules: RULES,
    __preview: true,
    ...more,
  });
  const made = () =>
    ask<{ id: string }>(platform, "POST", `/accounts/${platform.accountId}/rulesets`, {
      name: "No scanners",
      kind: "custom",
      phase: CUSTOM,
      rules: [{ ref: "b", action: "log", expression: "ssl" }],
    });

  it("whose name exists is a problem, unless it is taken over", async () => {
    const { id } = await made();
    const { problems } = await foreseen("Ruleset", args());
    expect(problems).toEqual([
      expect.stringMatching(
        new RegExp(
          `^name: A custom ruleset "No scanners" that this resource did not make already exists in ${CUSTOM} \\(id ${id}`,
        ),
      ),
    ]);
    expect((await foreseen("Ruleset", args({ takeOver: true }))).problems).toEqual([]);
    expect((await foreseen("Ruleset", args({ name: "Other" }))).problems).toEqual([]);
  });

  it("without rules does not pass for one that the resource made", async () => {
    await ask(platform, "POST", `/accounts/${platform.accountId}/rulesets`, {
      name: "No scanners",
      kind: "custom",
      phase: CUSTOM,
      rules: [],
    });
    expect((await foreseen("Ruleset", args({ rules: [] }))).problems).toEqual([
      expect.stringContaining(
        'name: A custom ruleset "No scanners" that this resource did not make already exists',
      ),
    ]);
  });

  it("to take over that does not exist is a warning if there are others", async () => {
    const run = testEngine(platform);
    const taking = args({ name: "No scaners", takeOver: true });
    expect(await run.problems("Ruleset", taking)).toEqual([]);
    expect(run.log.filter((line) => line.startsWith("warning"))).toEqual([]);
    await made();
    const next = testEngine(platform);
    expect(await next.problems("Ruleset", taking)).toEqual([]);
    expect(next.log.filter((line) => line.startsWith("warning"))).toEqual([
      `warning: takeOver: there is no custom ruleset named "No scaners" in ${CUSTOM} to take over, so the update makes a new one; ` +
        'those of the account are "No scanners": correct name, or leave takeOver out',
    ]);
  });

  it("that a foreign rule executes is a warning if it is replaced", async () => {
    const given = { ...args(), __preview: undefined };
    const run = testEngine(platform);
    const state = await run.up("Ruleset", given);
    await ask(platform, "PUT", `/accounts/${platform.accountId}/rulesets/phases/${CUSTOM}/entrypoint`, {
      rules: [
        {
          ref: "theirs",
          action: "execute",
          expression: '(ssl) and cf.zone.plan eq "ENT"',
          action_parameters: { id: state.outs["rulesetId"] },
        },
      ],
    });
    const preview = testEngine(platform);
    const renamed = args({ name: "Scanners", __mark: identity("ruleset") });
    expect(await preview.preview("Ruleset", renamed, state)).toBe("replace");
    expect(preview.log.filter((line) => line.startsWith("warning"))).toEqual([
      `warning: the rule "theirs", without an owner's mark, executes the custom ruleset "No scanners" (${String(state.outs["rulesetId"])}), ` +
        "which this update replaces. The API refuses to remove a ruleset that is executed: change that rule to the new ruleset " +
        "first, or keep the old ruleset (retainOnDelete)",
    ]);
  });
});
