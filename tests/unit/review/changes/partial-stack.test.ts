import { policySettings } from "../../../../review/changes/find-policy-findings";
import type { Review } from "../../../../review/changes/review";
import { reviewChange } from "../../../../review/changes/review-change";
import type { PlannedChange, PlannedStep } from "../../../../review/documents/planned-change";
import { reviewPage } from "../../../../review/pages/review-page";
import { printMarkdown } from "../../../../review/print/print-markdown";
import { readDocument } from "../../../../review/documents/read-document";
import { EDGE_POLICIES } from "../../../../review/policies";
import { entrypoint } from "../../../support/reviewed";

const RULE = { ref: "a", action: "block", expression: 'http.host eq "a"' };

describe("a review of a part of a stack", () => {
  const policies = policySettings(EDGE_POLICIES, {});
  const changed: PlannedStep = {
    operation: "update",
    before: entrypoint([RULE]),
    after: entrypoint([{ ...RULE, description: "why" }]),
  };
  const review = (more: Partial<PlannedChange>) =>
    reviewChange(
      { source: "pulumi-preview", stack: "shop/dev", steps: [changed], others: 0, ...more },
      { policies, now: new Date("2026-11-22T00:00:00Z") },
    );
  const policiesOf = ({ findings }: Review) => findings.map(({ policy }) => policy);

  it("judges the whole stack only if the preview has all of it", () => {
    expect(policiesOf(review({}))).toContain("require-owasp");
    expect(policiesOf(review({ leftOut: 2 }))).not.toContain("require-owasp");
    expect(policiesOf(review({ failure: "The program failed." }))).not.toContain("require-owasp");
  });

  it("still judges the change itself, such as the number of removed rules", () => {
    const many = entrypoint(Array.from({ length: 20 }, (_, index) => ({ ...RULE, ref: `r${index}` })));
    const steps: PlannedStep[] = [{ operation: "update", before: many, after: entrypoint([RULE]) }];
    expect(policiesOf(review({ steps, leftOut: 2 }))).toContain("limit-removed-rules");
  });

  it("says how to preview the resources that are left out", () => {
    expect(review({ leftOut: 2 }).reasons).toContainEqual({
      id: "resources-left-out",
      severity: "low",
      text:
        "The preview leaves out 2 unchanged resources, so policies on the whole stack were not judged: " +
        "use `pulumi preview --json --show-sames --show-replacement-steps`.",
      urn: null,
      path: "",
    });
  });

  it("does not judge the whole stack, and says that it is incomplete, if steps are missing that the engine has counted", () => {
    const partial = review({ missing: { update: 1, delete: 3 } });
    expect(policiesOf(partial)).not.toContain("require-owasp");
    const said = "The document counts 1 update step and 3 delete steps more than it contains.";
    expect(partial.incomplete).toBe(said);
    expect(partial.reasons).toContainEqual({
      id: "steps-missing",
      severity: "review",
      urn: null,
      path: "",
      text: `${said} So this review contains only a part of the change: write the document again.`,
    });
    expect(printMarkdown(partial)).toContain(`**This review is incomplete.** ${said}\n`);
    expect(reviewPage(partial)).toContain(said);
  });

  it("counts what a preview leaves out", () => {
    const stack = { op: "same", urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev" };
    const read = (same: number) =>
      readDocument(JSON.stringify({ steps: [stack], changeSummary: { same } })).leftOut;
    expect([read(1), read(3)]).toEqual([undefined, 2]);
  });
});
