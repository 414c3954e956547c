import { configurable } from "../../../../review/policies";
import {
  forbidBlockEverything,
  forbidInvalidExpressions,
  noFilterWarnings,
  noHazards,
  refuseRuleBookViolations,
} from "../../../../review/policies/rule-findings";
import { forbidManagedSkips, forbidWideIpSkips } from "../../../../review/policies/skips";
import { requireOwasp } from "../../../../review/policies/owasp";
import { requireRuleDescriptions } from "../../../../review/policies/texts";
import type { Members } from "../../../../provider/api";
import type { EdgePolicy } from "../../../../review/policies/policy";
import { judge, MANAGED_PHASE, NOW, zoneRules } from "./fixtures";

const reason = "OPS-17: the account has the beta";
const NEW = { ref: "new", action: "block", expression: "cf.new.score lt 20" };
const ALL = { ref: "all", action: "block", expression: "true" };
const DEPRECATED = { ref: "old", action: "block", expression: 'ip.geoip.country eq "XX"' };
const LIMITED = { ref: "lists", action: "block", expression: "ip.src in $corp" };
/** A constraint that the documentation states, and no answer of the API proves. */
const PERIOD = {
  ref: "rate",
  action: "block",
  expression: 'http.host eq "a"',
  ratelimit: { characteristics: ["cf.colo.id", "ip.src"], period: 11, requestsPerPeriod: 10 },
};
const RATE_LIMITS = { phase: "http_ratelimit" };

type AnyPolicy = Parameters<typeof configurable>[0];

/** Returns the number of findings that a policy reports about a rule whose resource allows something. */
function reported(
  policy: AnyPolicy,
  rule: Members,
  allowance: Members,
  { config = {}, ...properties }: Members & { readonly config?: Members } = {},
): number {
  const allowances = [{ reason, ...allowance }];
  return judge(policy as EdgePolicy, zoneRules([rule], { allowances, ...properties }), config).length;
}

describe("an allowance of a resource", () => {
  it.each<[string, AnyPolicy, Members, Members]>([
    ["blocks-everything", noHazards, ALL, {}],
    ["deprecated-field", noFilterWarnings, DEPRECATED, {}],
    ["rate-limit-period", refuseRuleBookViolations, PERIOD, RATE_LIMITS],
    ["unknown-name", forbidInvalidExpressions, NEW, {}],
    [
      "expression-field",
      forbidInvalidExpressions,
      { ref: "body", action: "block", expression: "cf.waf.score lt 20" },
      { phase: "http_request_dynamic_redirect" },
    ],
  ])("lets %s pass in a policy that repeats what previews report", (id, policy, rule, properties) => {
    expect(reported(policy, rule, { id: "skips-everything" }, properties)).toBe(1);
    expect(reported(policy, rule, { id }, properties)).toBe(0);
  });

  it("is about its rule, until its last day", () => {
    const at = (allowance: Members) => reported(noHazards, ALL, { id: "blocks-everything", ...allowance });
    expect(at({ rule: "all" })).toBe(0);
    expect(at({ rule: "other" })).toBe(1);
    expect(at({ until: "2030-06-15" })).toBe(0);
    expect(at({ until: "2030-06-14" })).toBe(1);
  });

  it("keeps its reason at the finding, as one that the resource gives", () => {
    const allowances = [{ id: "blocks-everything", reason, until: "2030-07-01" }];
    const [finding] = configurable(noHazards).judge([zoneRules([ALL], { allowances })], {}, NOW);
    expect(finding?.allowance).toMatchObject({ reason, until: "2030-07-01", by: "resource" });
  });

  it("lets nothing pass that a preview does not let pass", () => {
    const invalid = { ref: "bad", action: "block", expression: "http.host eq" };
    expect(reported(forbidInvalidExpressions, invalid, { id: "expression-condition" })).toBe(1);
  });

  it("is not read if the configuration of the policy says so", () => {
    const config = { resourceAllowances: false };
    expect(reported(noHazards, ALL, { id: "blocks-everything" }, { config })).toBe(1);
    expect(reported(forbidInvalidExpressions, NEW, { id: "unknown-name" }, { config })).toBe(1);
  });

  it.each<[string, AnyPolicy, Members, Members]>([
    ["forbid-block-everything", forbidBlockEverything, ALL, {}],
    ["require-owasp", requireOwasp, LIMITED, { phase: MANAGED_PHASE }],
    ["require-rule-descriptions", requireRuleDescriptions, ALL, {}],
    [
      "forbid-managed-skips",
      forbidManagedSkips,
      { ref: "s", action: "skip", actionParameters: { phases: [MANAGED_PHASE] }, expression: "true" },
      {},
    ],
  ])("does not switch off the requirement %s", (name, policy, rule, properties) => {
    const ids = [name, "blocks-everything", "skips-everything", "unknown-name"];
    const allowances = ids.map((id) => ({ id, reason }));
    expect(judge(policy as EdgePolicy, zoneRules([rule], { allowances, ...properties })).length).toBe(1);
    expect(Object.keys(configurable(policy).config.shape)).not.toContain("resourceAllowances");
  });

  it("of an unknown name does not hide a rule from a requirement", () => {
    const skip = (expression: string): Members => ({
      ref: "s",
      action: "skip",
      expression,
      actionParameters: { phases: [MANAGED_PHASE] },
    });
    const everything = skip("cf.new.score lt 20 or true");
    expect(reported(forbidManagedSkips, everything, { id: "unknown-name" })).toBe(1);
    const wide = skip("ip.src in {10.0.0.0/8} or cf.new.score lt 20");
    expect(reported(forbidWideIpSkips, wide, { id: "unknown-name" })).toBe(1);
    const blocking = { ...ALL, expression: "cf.new.score lt 20 or true" };
    expect(reported(forbidBlockEverything, blocking, { id: "unknown-name" })).toBe(1);
  });
});
