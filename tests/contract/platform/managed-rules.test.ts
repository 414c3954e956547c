/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return -- answers are JSON of any shape, which the expectations state */
import { newZone, startTestPlatform, type TestPlatform } from "../../support/platform";

const GENERAL = "efb7b8c949ac4650a09736fc376e9aee";
/** A rule that public configurations override. */
const PUBLIC = "d52aa57408a144afa35e0fd96e3897dc";
const UNKNOWN = "00000000000000000000000000000abc";

let platform: TestPlatform;
afterEach(() => platform.close());

const deploying = async (overrides: object, query = "") => {
  const zone = await newZone(platform);
  const at = `/zones/${zone}/rulesets/phases/http_request_firewall_managed/entrypoint${query}`;
  const rule = { action: "execute", action_parameters: { id: GENERAL, overrides }, expression: "true" };
  return platform.api("PUT", at, { body: { rules: [rule] } });
};
const managed = async () =>
  (await platform.api("GET", `/accounts/${platform.accountId}/rulesets/${GENERAL}`)).body.result;
const versionAndRule = async (id: string) => {
  const { version, rules } = await managed();
  const rule = rules.find((one: { id: string }) => one.id === id);
  return [version, rule && { action: rule.action, description: rule.description, enabled: rule.enabled }];
};

describe("a new platform", () => {
  beforeEach(async () => {
    platform = await startTestPlatform();
  });

  it("knows the ids of rules that public configurations override", async () => {
    expect((await deploying({ rules: [{ id: PUBLIC, action: "block" }] })).status).toBe(200);
  });

  it("refuses other ids, and says in its log how to try them", async () => {
    const answer = await deploying({ rules: [{ id: UNKNOWN, action: "block" }] });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      {
        message: `'${UNKNOWN}' is not a valid value for id because the ruleset to execute has no rule with this id`,
        source: { pointer: "/rules/0/action_parameters/overrides/rules/0/id" },
      },
    ]);
    expect(platform.log).toContain(
      `refused: '${UNKNOWN}' is not a valid value for id because the ruleset to execute has no rule with this id. The platform has a sample of the rules of Cloudflare Managed Ruleset: start it with --learn-managed-rules, or add what is missing with POST /_platform/managed/${GENERAL}.`,
    );
  });

  it("takes ids of rules with the next version of a managed ruleset", async () => {
    const answer = await platform.control("POST", `/managed/${GENERAL}`, { add: [{ id: UNKNOWN }] });
    expect(answer.status).toBe(200);
    expect(await versionAndRule(UNKNOWN)).toEqual([
      "181",
      { action: "block", description: `Rule ${UNKNOWN}`, enabled: true },
    ]);
    expect((await deploying({ rules: [{ id: UNKNOWN, enabled: false }] })).status).toBe(200);
  });

  it.each([
    [{ id: PUBLIC }, `the managed ruleset has a rule ${PUBLIC} already`],
    [{ id: "ABC" }, "must be an id of 32 lower-case hexadecimal digits"],
    [{ categories: ["x"] }, "a new rule needs an id, or a description and categories"],
  ])("does not take %j", async (rule, why) => {
    const answer = await platform.control("POST", `/managed/${GENERAL}`, { add: [rule] });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(why);
  });
});

describe("with --learn-managed-rules", () => {
  beforeEach(async () => {
    platform = await startTestPlatform({ learnManagedRules: true });
  });

  it("a managed ruleset learns the rules and categories that a client overrides, with a line in the log", async () => {
    const overrides = {
      categories: [{ category: "drupal", enabled: false }],
      rules: [{ id: UNKNOWN, action: "log" }],
    };
    expect((await deploying(overrides)).status).toBe(200);
    expect(platform.log).toEqual([
      "accepted: Cloudflare Managed Ruleset now has a rule of the category drupal, which a client overrides",
      `accepted: Cloudflare Managed Ruleset now has the rule ${UNKNOWN}, which a client overrides`,
    ]);
    const [version, rule] = await versionAndRule(UNKNOWN);
    expect([version, rule]).toEqual(["181", expect.objectContaining({ action: "block" })]);
    expect(
      (await managed()).rules.flatMap((one: { categories?: string[] }) => one.categories ?? []),
    ).toContain("drupal");
    expect((await deploying(overrides)).status).toBe(200);
    expect((await managed()).version).toBe("181");
  });

  it("learns nothing from a write that is refused, or from a dry run", async () => {
    expect((await deploying({ rules: [{ id: UNKNOWN, action: "skip" }] })).status).toBe(400);
    expect((await deploying({ rules: [{ id: UNKNOWN, action: "log" }] }, "?dry_run=true")).status).toBe(200);
    expect(await versionAndRule(UNKNOWN)).toEqual(["180", undefined]);
  });
});
