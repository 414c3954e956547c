import { reviewChange } from "../../../../review/changes/review-change";
import { reviewedOf } from "../../../../review/documents/engine-steps";
import { ZONE_ID } from "../../../support/reviewed";

describe("the hazards of a change", () => {
  it("are not new if a new rule moves their rule to another place", () => {
    const rules = (...expressions: string[]) => {
      const type = "cloudflare:index/ruleset:Ruleset";
      const inputs = { zoneId: ZONE_ID, kind: "zone", phase: "http_request_firewall_custom" };
      const listed = expressions.map((expression) => ({ action: "block", expression }));
      const found = reviewedOf({
        type,
        name: "waf",
        urn: "urn:waf",
        properties: { ...inputs, rules: listed },
      });
      if (!found) throw new Error(`${type} is reviewed.`);
      return found;
    };
    const review = reviewChange(
      {
        source: "pulumi-preview",
        stack: "shop/dev",
        others: 0,
        steps: [{ operation: "update", before: rules("true"), after: rules('http.host eq "new"', "true") }],
      },
      { policies: [] },
    );
    expect(review.hazards.map(({ id, path, isNew }) => `${id} ${path} ${String(isNew)}`)).toEqual([
      "blocks-everything rules[1].expression false",
    ]);
  });
});
