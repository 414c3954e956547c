import { UNKNOWN } from "../../../../provider/api";
import { policySettings } from "../../../../review/changes/find-policy-findings";
import { reviewChange } from "../../../../review/changes/review-change";
import type { PlannedStep } from "../../../../review/documents/planned-change";
import { reviewPage } from "../../../../review/pages/review-page";
import { EDGE_POLICIES } from "../../../../review/policies";
import { printMarkdown } from "../../../../review/print/print-markdown";
import { entrypoint } from "../../../support/reviewed";

const NOW = new Date("2026-11-22T00:00:00Z");
const RULES = ["a", "b", "c"].map((ref) => ({ ref, action: "block", expression: `http.host eq "${ref}"` }));

describe("a review of rules that only the update will know", () => {
  const before = entrypoint(RULES);
  const reviewOf = (rules: unknown, ...more: PlannedStep[]) =>
    reviewChange(
      {
        source: "pulumi-preview",
        stack: "shop/dev",
        steps: [{ operation: "update", before, after: entrypoint(RULES, { rules }) }, ...more],
        others: 0,
      },
      { policies: policySettings(EDGE_POLICIES, {}), now: NOW },
    );
  const whole = reviewOf(UNKNOWN);

  it("calls no rule removed if the whole list is unknown", () => {
    const [ruleset] = whole.places.flatMap((place) => place.rulesets);
    expect(ruleset).toMatchObject({ changes: [], hasUnknownRules: true, after: [] });
    expect(ruleset?.before.map(({ mark }) => mark)).toEqual(["same", "same", "same"]);
    expect(whole.counts).toMatchObject({ rulesRemoved: 0, rulesAdded: 0 });
    expect(whole.reasons.map(({ id }) => id)).toContain("unknown-rules");
    expect(whole.requests).toMatchObject({ reads: 1, writes: 1 });
  });

  it("says that the rules after the update are not known", () => {
    expect(printMarkdown(whole)).toContain("Rules in order: 3 before, not known after");
    const page = reviewPage(whole);
    expect(page).toContain("Rules before (3) and after (not known)");
    expect(page).toContain("values of its rules are secret or not known yet");
  });

  it("calls no rule removed while an unknown one may be that rule", () => {
    const [ruleset] = reviewOf([RULES[0], UNKNOWN]).places.flatMap((place) => place.rulesets);
    expect(ruleset?.changes.flatMap(({ kinds }) => kinds)).not.toContain("removed");
    const [known] = reviewOf([RULES[0]]).places.flatMap((place) => place.rulesets);
    expect(known?.changes.flatMap(({ kinds }) => kinds)).toEqual(["removed", "removed"]);
  });

  it("names three of the policies that cannot judge the rules, so that the reason says about what", () => {
    const reason = whole.reasons.find(({ id }) => id === "policy-unjudged");
    expect(reason?.text).toMatch(/^([a-z-]+, ){3}\d+ more: ZoneEntrypointRuleset "custom": rules cannot be/);
  });

  it("names what several policies cannot judge once, as advice", () => {
    const review = reviewOf({ a: { ...RULES[0], expression: UNKNOWN } });
    const unjudged = review.findings.filter(({ isUnjudged }) => isUnjudged);
    expect(unjudged.length).toBeGreaterThan(1);
    expect(new Set(unjudged.map(({ enforcementLevel }) => enforcementLevel))).toEqual(new Set(["advisory"]));
    const text = 'rules["a"].expression cannot be judged before the update';
    const reasons = review.reasons.filter((reason) => reason.text.includes(text));
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatchObject({ id: "policy-unjudged", severity: "review" });
    expect(reasons[0]?.text).toMatch(/^[a-z-]+, [a-z-]+.*: ZoneEntrypointRuleset/);
    const lines = printMarkdown(review)
      .split("\n")
      .filter((line) => line.includes("**not judged yet**"));
    expect(lines.filter((line) => line.includes(".expression cannot be judged"))).toHaveLength(1);
  });

  it("says of a secret that it is secret, not that it is not known yet", () => {
    const hidden = { a: { ...RULES[0], expression: UNKNOWN } };
    const after = entrypoint([], {
      rules: hidden,
      secretInputs: ["rules"],
      __secretMembers: { a: ["expression"] },
    });
    const review = reviewChange(
      {
        source: "pulumi-preview",
        stack: "shop/dev",
        steps: [{ operation: "update", before, after }],
        others: 0,
      },
      { policies: policySettings(EDGE_POLICIES, {}), now: NOW },
    );
    const messages = review.findings
      .filter(({ path }) => path === 'rules["a"].expression')
      .map(({ message }) => message);
    expect(messages[0]).toContain("because its value, or a part of it, is secret.");
    expect(messages.join(" ")).not.toContain("not known yet");
  });
});

describe("a hazard that a policy reports, too", () => {
  it("is one reason", () => {
    const everything = [{ ref: "all", action: "block", expression: "true" }];
    const { reasons, hazards } = reviewChange(
      {
        source: "pulumi-preview",
        stack: "shop/dev",
        steps: [{ operation: "create", after: entrypoint(everything) }],
        others: 0,
      },
      { policies: policySettings(EDGE_POLICIES, {}), now: NOW },
    );
    expect(hazards.map(({ id }) => id)).toContain("blocks-everything");
    const ids = reasons.map(({ id }) => id);
    expect(ids).not.toContain("hazard-blocks-everything");
    expect(reasons.filter(({ text }) => text.startsWith("forbid-block-everything:"))).toHaveLength(1);
  });
});
