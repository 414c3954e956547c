import { hazardsAfter } from "../../../../review/changes/review-change";
import { forbidBlockEverything, forbidUnreachableRules } from "../../../../review/policies/rule-findings";
import { findingsOf } from "../../../../review/policies/findings-of";
import { cloudflareRules } from "./fixtures";

const everything = { action: "block", expression: "true" };
const login = { action: "block", expression: 'http.request.uri.path eq "/login"' };

describe("the hazards of a ruleset", () => {
  it("are found in rules whose absent members are null, as other providers write them", () => {
    const rules = [everything, login].map((rule) => ({
      ...rule,
      ratelimit: null,
      exposedCredentialCheck: null,
      actionParameters: null,
    }));
    const after = cloudflareRules(rules);
    expect(hazardsAfter([{ operation: "create", after }]).map(({ id, path }) => `${id} ${path}`)).toEqual([
      "blocks-everything rules[0].expression",
      "never-reached rules[1]",
    ]);
  });

  it("are the same for the review and for each policy, and found once", () => {
    const after = cloudflareRules([everything, login]);
    const [first, ...others] = findingsOf(after, ["hazard"]);
    expect(hazardsAfter([{ operation: "create", after }])).toHaveLength(1 + others.length);
    expect(forbidBlockEverything.judge([after], { challenges: true })).toHaveLength(1);
    expect(forbidUnreachableRules.judge([after], {})).toHaveLength(1);
    expect(findingsOf(after, ["hazard"])[0]).toBe(first);
  });
});
