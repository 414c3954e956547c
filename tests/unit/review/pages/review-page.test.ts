import { reviewChange } from "../../../../review/changes/review-change";
import { policySettings } from "../../../../review/changes/find-policy-findings";
import { EDGE_POLICIES } from "../../../../review/policies";
import { readDocument } from "../../../../review/documents/read-document";
import { reviewPage } from "../../../../review/pages/review-page";
import { printMarkdown } from "../../../../review/print/print-markdown";
import { entrypoint } from "../../../support/reviewed";
import { hostilePreview } from "../../../support/hostile-preview";
import { largePreview } from "../../../../scripts/bench/large-preview";

const NOW = new Date("2026-11-22T00:00:00Z");

describe("the page of a review", () => {
  const review = (text: string) =>
    reviewChange(readDocument(text), { policies: policySettings(EDGE_POLICIES, {}), now: NOW });
  const page = (text: string) => reviewPage(review(text));
  const count = (text: string, part: string) => text.split(part).length - 1;

  it("shows zones with equal changes once, and names each with its resource", () => {
    const shared = page(largePreview({ zones: 40 }));
    expect(shared).toContain("<h3>40 zones with the same changes: <bdi>http_request_firewall_custom</bdi>");
    expect(count(shared, "with the same changes")).toBe(1);
    expect(shared).toContain(
      `<li>zone <bdi>${"0".repeat(30)}27</bdi> <span class="soft"><bdi>ZoneEntrypointRuleset "custom-rules-39"</bdi></span></li>`,
    );
  });

  it("shows zones whose changes differ one by one, with the resource at its ruleset", () => {
    const several = page(largePreview({ zones: 3, differs: true }));
    expect(several).toContain('<bdi>ZoneEntrypointRuleset "custom-rules-2"</bdi>, update');
    expect(several).not.toContain("the same changes");
  });

  it("shows a reason that many resources have once", () => {
    const shared = page(largePreview({ zones: 40 }));
    const text = 'ZoneEntrypointRuleset "custom-rules-0": Rule "new-rule" is added behind "rule-0".';
    expect(shared).toContain(`<bdi>${text}</bdi> The same in 39 more resources.`);
    expect(shared).not.toContain('"custom-rules-1": Rule "new-rule"');
  });

  it("shows a change inside a long expression with what is on both sides of it", () => {
    const parts = Array.from({ length: 400 }, (_, index) => `http.host eq "host-${index}.example"`);
    const before = parts.join(" or ");
    const rule = (expression: string) => entrypoint([{ ref: "long", action: "block", expression }]);
    const step = {
      operation: "update",
      before: rule(before),
      after: rule(before.replace("host-200.", "new-host.")),
    } as const;
    const change = { source: "pulumi-preview", stack: "shop/dev", steps: [step], others: 0 } as const;
    const [, left = "", right = ""] =
      /<code class="block">([^]*?)<del>[^]*?<\/ins>([^]*?)<\/code>/.exec(
        reviewPage(reviewChange(change, { policies: [], now: NOW })),
      ) ?? [];
    expect(left).toContain('"host-0.example"');
    expect(left).toContain('"host-199.example" or http.host eq ');
    expect(right).toContain('"host-201.example"');
    expect(right).toContain('"host-399.example"');
    expect(left).not.toContain('"host-100.example"');
  });

  it("takes at most 3 MB for thousands of hostile rules, and says what it leaves out", () => {
    const large = page(hostilePreview(600));
    expect(Buffer.byteLength(large)).toBeLessThan(3e6);
    expect(Buffer.byteLength(large)).toBeGreaterThan(1e6);
    const [, left = ""] =
      /([\d,]+) more changed rules did not fit: the JSON report has more\./.exec(large) ?? [];
    const shownRules = large.split('<span class="chip changed">changed</span> <b>').length - 1;
    expect(shownRules).toBeGreaterThan(50);
    expect(shownRules + Number(left.replace(",", ""))).toBe(600);
    expect(large).not.toMatch(/<script|\u202e|\u2028/);
  });

  it("lists a finding that many resources have once in Markdown", () => {
    const text = printMarkdown(review(largePreview({ zones: 40 })));
    expect(count(text, "<code>limit-removed-rules</code>")).toBe(1);
    expect(text).toMatch(/<code>limit-removed-rules<\/code>: .* The same in 39 more resources\./);
  });
});
