import { fromTerraform } from "../../../../review/model/from-terraform";
import { requireOwasp } from "../../../../review/policies/owasp";
import { configurable } from "../../../../review/policies";
import {
  cloudflareRules,
  CUSTOM_PHASE,
  executingRules,
  judge,
  MANAGED_PHASE,
  NOW,
  OWASP,
  owaspConfig,
  SCORING,
  ZONE,
  zoneRules,
} from "./fixtures";

const rule = { action: "block", expression: "ssl" };
const terraform = fromTerraform({
  address: "cloudflare_ruleset.waf",
  type: "cloudflare_ruleset",
  values: { zone_id: ZONE, kind: "zone", phase: CUSTOM_PHASE, rules: [rule] },
  secrets: new Set(),
});
const cloudflare = cloudflareRules([rule]);

describe("the advice of require-owasp", () => {
  it("is a rule of Terraform's in a zone with resources of Terraform", () => {
    const resources = terraform === undefined ? [] : [terraform];
    expect(judge(requireOwasp, resources)).toEqual([
      expect.stringContaining(
        `add a rule with the action execute and action_parameters.id "${OWASP}" to the zone's ruleset of the phase http_request_firewall_managed`,
      ),
    ]);
  });

  it("is an OwaspConfig in a zone where this package manages a resource, too", () => {
    expect(judge(requireOwasp, cloudflare)).toEqual([expect.not.stringContaining("OwaspConfig")]);
    expect(judge(requireOwasp, [cloudflare, zoneRules([])])).toEqual([
      expect.stringContaining('add new OwaspConfig("…", { zoneId, paranoiaLevel: 2'),
    ]);
  });
});

it("require-owasp says of a stack that only skips OWASP that it uses the zone, not OWASP", () => {
  const skip = { ref: "health", action: "skip", actionParameters: { phases: [MANAGED_PHASE] } };
  expect(judge(requireOwasp, zoneRules([{ ...skip, expression: "ssl" }]))).toEqual([
    expect.stringContaining(
      `Zone ${ZONE} has no OwaspConfig, but this stack uses the zone in ZoneEntrypointRuleset "waf": add`,
    ),
  ]);
});

describe("require-owasp and a deployment that logs first", () => {
  const logging = (until: string) =>
    owaspConfig({
      action: "log",
      allowances: [{ id: "limit-log-only", reason: "OPS-17: first look", until }],
    });

  it("accepts it until its last day, and says so", () => {
    expect(judge(requireOwasp, logging("2030-07-04"))).toEqual([]);
    expect(configurable(requireOwasp).judge([logging("2030-07-04")], {}, NOW)).toMatchObject([
      {
        message:
          'OwaspConfig "owasp": action is "log", which blocks no request: it only logs until 2030-07-04, 19 days left.',
        allowance: { reason: "OPS-17: first look", until: "2030-07-04", by: "resource" },
      },
    ]);
  });

  it("accepts a rule that executes OWASP in the same way", () => {
    const overrides = { rules: [{ id: SCORING, action: "log" }] };
    const allowances = (rule: string) => ({
      allowances: [{ id: "limit-log-only", rule, reason: "OPS-17", until: "2030-07-04" }],
    });
    expect(judge(requireOwasp, executingRules({ id: OWASP, overrides }, {}, allowances("managed")))).toEqual(
      [],
    );
    expect(
      judge(requireOwasp, executingRules({ id: OWASP, overrides }, {}, allowances("other"))),
    ).toHaveLength(1);
  });

  it("reports it after that day, and a day that is too far away", () => {
    const what = 'OwaspConfig "owasp": action is "log", which blocks no request: it only logs';
    expect(judge(requireOwasp, logging("2030-06-14"))).toEqual([
      `${what}, and its last day for that was 2030-06-14: set the action that protects (in a ZoneBaseline: remove logOnlyUntil), or write a later day.`,
    ]);
    expect(judge(requireOwasp, logging("2099-01-01"))).toEqual([
      `${what} until 2099-01-01, more than 30 days from now: write an earlier day.`,
    ]);
    expect(judge(requireOwasp, logging("2030-07-04"), { maxLogOnlyDays: 0 })).toHaveLength(1);
  });

  it("still requires the level", () => {
    const weak = { ...logging("2030-07-04") };
    if (weak.kind !== "owasp") throw new Error("An OwaspConfig is reviewed as one.");
    expect(judge(requireOwasp, { ...weak, args: { ...weak.args, paranoiaLevel: 1 } })).toEqual([
      'OwaspConfig "owasp": paranoiaLevel is 1, at least 2 is required: set it to 2 or more, up to 4.',
    ]);
  });
});
