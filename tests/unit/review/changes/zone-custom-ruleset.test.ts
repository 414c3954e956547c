import { rulesToMap, type RuleState } from "../../../../provider/rulesets";
import type { PlannedStep } from "../../../../review/documents/planned-change";
import { reviewChange } from "../../../../review/changes/review-change";
import { printText } from "../../../../review/print/print-text";
import { edgeResource, entrypoint, ZONE_ID } from "../../../support/reviewed";

const CUSTOM_ID = "2f2feab2026849078ba485f918791bdc";
const DOTFILES: RuleState = {
  ref: "dotfiles",
  action: "block",
  expression: 'http.request.uri.path contains "/.git"',
};
const SCANNERS: RuleState = {
  ref: "scanners",
  action: "block",
  expression: 'http.user_agent contains "nikto"',
};

const custom = (...rules: readonly RuleState[]) =>
  edgeResource(
    "ruleset",
    "ZoneCustomRuleset",
    "shared",
    { zoneId: ZONE_ID, name: "shared", phase: "http_request_firewall_custom", rules: rulesToMap(rules) },
    `zone/${ZONE_ID}/${CUSTOM_ID}`,
  );
const executing = entrypoint(
  [{ ref: "run", action: "execute", expression: "true", actionParameters: { id: CUSTOM_ID } }],
  { ownership: "exclusive" },
);
const reviewOf = (...steps: PlannedStep[]) =>
  reviewChange(
    { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 },
    { policies: [], zoneNames: new Map([[ZONE_ID, "example.com"]]) },
  );
const told = (...steps: PlannedStep[]) => {
  const review = reviewOf(...steps);
  return {
    reasons: review.reasons.map(({ severity, id }) => `${severity} ${id}`),
    text: printText(review),
  };
};

describe("the review of a custom ruleset of a zone", () => {
  it("says, with the name of the zone, that it is created", () => {
    const { reasons, text } = told({ operation: "create", after: custom(DOTFILES) });
    expect(reasons).toEqual(["review rule-added"]);
    expect(text).toContain("zone example.com");
    expect(text).toContain('ZoneCustomRuleset "shared"');
    expect(text).toContain("dotfiles");
  });

  it("says, with the name of the zone, which rules change, and which requests pass then", () => {
    const { reasons, text } = told({
      operation: "update",
      before: custom(DOTFILES, SCANNERS),
      after: custom(SCANNERS),
    });
    expect(reasons).toEqual(["dangerous requests-open", "review rule-removed"]);
    expect(text).toContain("zone example.com");
    expect(text).toContain("dotfiles");
  });

  it("is named, not its id, by what requests get that still execute it when it is deleted", () => {
    const both = entrypoint(
      [
        { ref: "login", action: "block", expression: 'http.request.uri.path eq "/login"' },
        { ref: "run", action: "execute", expression: "true", actionParameters: { id: CUSTOM_ID } },
      ],
      { ownership: "exclusive" },
    );
    const { text } = told(
      { operation: "delete", before: custom(DOTFILES) },
      { operation: "update", before: both, after: executing },
    );
    expect(text.replace(/\s+/g, " ")).toContain('executes ZoneCustomRuleset "shared"');
    expect(text).not.toContain(`ruleset ${CUSTOM_ID}`);
  });

  it("says, with the name of the zone, that it is deleted, and that a rule still executes it", () => {
    const { reasons, text } = told(
      { operation: "delete", before: custom(DOTFILES) },
      { operation: "same", before: executing, after: executing },
    );
    expect(reasons).toEqual(["dangerous ruleset-deleted", "review executed-ruleset-removed"]);
    expect(text).toContain("zone example.com");
    expect(text).toContain('ZoneCustomRuleset "shared"');
  });

  it("needs the permissions of a zone", () => {
    const { permissions } = reviewOf({ operation: "create", after: custom(DOTFILES) });
    expect(permissions).toEqual([
      { group: "Zone WAF Write", on: "zone example.com", by: ['ZoneCustomRuleset "shared"'] },
      expect.objectContaining({ group: "Zone Read" }),
    ]);
  });

  it("decides what an entry point does with its rules, in each version", () => {
    const inside = entrypoint([DOTFILES], { ownership: "exclusive" });
    const same = custom(DOTFILES);
    const [place] = reviewOf(
      { operation: "same", before: same, after: same },
      { operation: "update", before: executing, after: inside },
    ).places;
    expect(place?.rulesets[0]?.requests?.direction).toBe("equal");
  });
});
