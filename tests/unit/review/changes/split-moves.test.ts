import { UNKNOWN } from "../../../../provider/api";
import { policySettings } from "../../../../review/changes/find-policy-findings";
import { reviewChange } from "../../../../review/changes/review-change";
import type { PlannedStep } from "../../../../review/documents/planned-change";
import { EDGE_POLICIES } from "../../../../review/policies";
import { edgeResource, entrypoint, owasp, ZONE_ID } from "../../../support/reviewed";

const OTHER = "1".repeat(32);
const RULES = ["a", "b"].map((ref) => ({ ref, action: "block", expression: `http.host eq "${ref}"` }));
const OWASP = { paranoiaLevel: 2, scoreThreshold: 40 };

function reviewOf(
  before: PlannedStep["before"],
  after: PlannedStep["after"],
  config: object = { all: "disabled" },
) {
  const steps: PlannedStep[] = [{ operation: "replace", ...(before && { before }), ...(after && { after }) }];
  const change = { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 } as const;
  return reviewChange(change, { policies: policySettings(EDGE_POLICIES, config) });
}

describe("the review of a resource that moves to another place", () => {
  it("says that the old zone loses the rules, and that the new one gets them", () => {
    const review = reviewOf(entrypoint(RULES), entrypoint(RULES, { zoneId: OTHER }));
    expect(
      review.places.map(({ id, rulesets }) => [
        id,
        rulesets.map(({ operation, changes }) => [operation, ...changes.map(({ text }) => text)]),
      ]),
    ).toEqual([
      [{ text: ZONE_ID }, [["delete", 'Rule "a" is removed.', 'Rule "b" is removed.']]],
      [
        { text: OTHER },
        [["create", 'Rule "a" is added as the first rule.', 'Rule "b" is added behind "a".']],
      ],
    ]);
    expect(review.reasons[0]).toMatchObject({ id: "ruleset-deleted", severity: "dangerous" });
    expect(review.reasons.map(({ id }) => id)).not.toContain("ruleset-replaced");
    expect(review.counts).toMatchObject({ replace: 1, delete: 0, create: 0, rulesAdded: 2, rulesRemoved: 2 });
    expect(review.requests).toMatchObject({ writes: 2 });
    expect(review.permissions.map(({ on }) => on)).toEqual(
      expect.arrayContaining([`zone.${ZONE_ID}`, `zone.${OTHER}`]),
    );
  });

  it("says that the old phase loses the rules", () => {
    const review = reviewOf(entrypoint(RULES), entrypoint(RULES, { phase: "http_request_firewall_managed" }));
    expect(review.places.flatMap(({ rulesets }) => rulesets.map(({ operation }) => operation))).toEqual([
      "delete",
      "create",
    ]);
  });

  it("says that the old zone has no OWASP any more", () => {
    const review = reviewOf(owasp(OWASP), owasp({ ...OWASP, zoneId: OTHER }));
    expect(review.reasons.map(({ severity, id }) => `${severity} ${id}`)).toEqual([
      "dangerous owasp-off",
      "review owasp-deployed",
    ]);
  });

  it("calls a hazard and a violation in the new zone new", () => {
    const blocking = [{ ref: "all", action: "block", expression: "true" }];
    const review = reviewOf(entrypoint(blocking), entrypoint(blocking, { zoneId: OTHER }), {});
    expect(review.hazards.map(({ id, isNew }) => `${id} ${String(isNew)}`)).toContain(
      "blocks-everything true",
    );
    const found = review.findings.filter(({ policy }) => policy === "forbid-block-everything");
    expect(found.map(({ isNew }) => isNew)).toEqual([true]);
  });

  it("takes a place that only the update will know for the same one", () => {
    const review = reviewOf(entrypoint(RULES), entrypoint(RULES, { zoneId: UNKNOWN }));
    expect(review.reasons.map(({ id }) => id)).toContain("ruleset-replaced");
  });
});

describe("the review of an OWASP deployment that another resource takes over", () => {
  const named = (name: string, args: object = {}) =>
    edgeResource("owasp", "OwaspConfig", name, { zoneId: ZONE_ID, ...OWASP, ...args });
  const reviewOfRename = (after: object, order: "old first" | "new first" = "old first") => {
    const removed: PlannedStep = { operation: "delete", before: named("old") };
    const created: PlannedStep = { operation: "create", after: named("new", after) };
    const steps = order === "old first" ? [removed, created] : [created, removed];
    const change = { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 } as const;
    return reviewChange(change, { policies: policySettings(EDGE_POLICIES, { all: "disabled" }) });
  };
  const reasonsOf = ({ reasons }: ReturnType<typeof reviewOfRename>) =>
    reasons.map(({ severity, id, text }) => `${severity} ${id}: ${text}`);

  it.each(["old first", "new first"] as const)("says that OWASP stays on, %s", (order) => {
    expect(reasonsOf(reviewOfRename({}, order))).toEqual([
      'low owasp-changed: OwaspConfig "old": The resource is removed, and OwaspConfig "new" takes its deployment over: OWASP stays on.',
    ]);
  });

  it("says what becomes weaker, once", () => {
    expect(reasonsOf(reviewOfRename({ paranoiaLevel: 1 }))).toEqual([
      expect.stringMatching(/^dangerous owasp-weaker: OwaspConfig "new": .*paranoia level/),
      expect.stringMatching(/^low owasp-changed: OwaspConfig "old": /),
    ]);
  });

  it("says that OWASP is removed if the new resource is in another zone, or deploys another ruleset", () => {
    for (const other of [{ zoneId: OTHER }, { zoneId: UNKNOWN }, { rulesetName: "Another" }])
      expect(reviewOfRename(other).reasons.map(({ id }) => id)).toContain("owasp-off");
  });
});
