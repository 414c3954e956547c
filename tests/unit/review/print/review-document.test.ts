import { reviewChange } from "../../../../review/changes/review-change";
import { ReviewDocument } from "../../../../review/changes/review";
import { readDocument } from "../../../../review/documents/read-document";
import { reviewDocument } from "../../../../review/print/review-document";
import { hostilePreview } from "../../../support/hostile-preview";
import { largePreview } from "../../../../scripts/bench/large-preview";
import { entrypoint } from "../../../support/reviewed";

describe("a review as a JSON document", () => {
  const review = (text: string) => reviewChange(readDocument(text), { policies: [] });
  const ofRules = (before: string, after: string, ref = "long") =>
    reviewDocument(
      reviewChange(
        {
          ...({ source: "pulumi-preview", stack: "shop/dev", others: 0 } as const),
          steps: [
            {
              operation: "update",
              before: entrypoint([{ ref, action: "block", expression: before }]),
              after: entrypoint([{ ref, action: "block", expression: after }]),
            },
          ],
        },
        { policies: [] },
      ),
    );

  it("is the whole review if the change is an ordinary one", () => {
    const whole = review(largePreview({ zones: 40, differs: true }));
    expect(reviewDocument(whole)).toEqual({ ...whole, leftOut: { texts: 0, lists: [] } });
  });

  it("keeps an expression of 4,096 characters, cuts a longer one, and says by how many characters", () => {
    const long = `http.host eq "${"a".repeat(8000)}"`;
    const { places, leftOut } = ofRules("x".repeat(4096), long);
    const [change] = places[0]?.rulesets[0]?.changes[0]?.members ?? [];
    expect(change?.before).toEqual({ text: "x".repeat(4096) });
    expect(change?.after).toEqual({ text: `${long.slice(0, 4096)}… (3,919 more characters)` });
    // The value, its part of the comparison, and the rule in its change and in its place.
    expect(leftOut).toEqual({ texts: 4, lists: [] });
  });

  it("judges the whole of a rule, and shows both ends of a long part that did not change", () => {
    const start = `http.host eq "${"a".repeat(8000)}" or ip.src eq `;
    const { severity, reasons, places } = ofRules(`${start}192.0.2.1`, `${start}192.0.2.2`);
    expect([severity, reasons.map(({ id }) => id)]).toEqual(["review", ["rule-changed"]]);
    const segments = places[0]?.rulesets[0]?.changes[0]?.members[0]?.segments ?? [];
    expect(segments.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^http\.host eq "a+… \(3,933 more characters\) …a+" or ip\.src eq $/),
      "192.0.2.1",
      "192.0.2.2",
    ]);
  });

  it("limits the changes of hostile rules to 4 MB, counts those that it leaves out, and has a reason for each", () => {
    const whole = review(hostilePreview(400));
    const document = reviewDocument(whole);
    const [ruleset] = document.places[0]?.rulesets ?? [];
    expect(ReviewDocument.parse(document)).toEqual(document);
    expect(Buffer.byteLength(JSON.stringify(ruleset?.changes))).toBeLessThan(4.1e6);
    expect(document.reasons).toHaveLength(400);
    expect(document.hazards).toEqual(whole.hazards);
    const kept = ruleset?.changes.length ?? 0;
    expect(kept).toBeGreaterThan(50);
    expect(document.leftOut.lists[0]).toEqual({
      path: "places[0].rulesets[0].changes",
      total: 400,
      left: 400 - kept,
    });
  });
});
