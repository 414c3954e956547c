import { UNKNOWN } from "../../../../provider/api";
import { requireTokenMakingReview } from "../../../../review/policies/texts";
import { apiToken, cloudflareToken, judge, notKnown } from "./fixtures";

const because = (allowTokenMaking: unknown, more = {}) => apiToken({ allowTokenMaking, ...more });

describe("require-token-making-review", () => {
  it("passes tokens without an exception, also of @pulumi/cloudflare", () => {
    expect(judge(requireTokenMakingReview, [apiToken({}), cloudflareToken({})])).toEqual([]);
  });

  it("passes a reason that names its reviewer", () => {
    const reason = "Runners have no fixed address. Reviewed by ada@example.com";
    expect(judge(requireTokenMakingReview, because(reason))).toEqual([]);
  });

  it("reports a reason without a reviewer", () => {
    expect(judge(requireTokenMakingReview, because("It is urgent."))).toEqual([
      'ApiToken "deploy": allowTokenMaking: must contain a reviewer\'s reason that matches /[Rr]eviewed by \\S+/, found "It is urgent.": add the review.',
    ]);
  });

  it("uses the configured form", () => {
    const form = "\\bSEC-\\d+\\b";
    expect(judge(requireTokenMakingReview, because("Accepted in SEC-17."), { form })).toEqual([]);
    expect(judge(requireTokenMakingReview, because("Reviewed by Ada"), { form })).toEqual([
      'ApiToken "deploy": allowTokenMaking: must contain a reviewer\'s reason that matches /\\bSEC-\\d+\\b/, found "Reviewed by Ada": add the review.',
    ]);
  });

  it("refuses a configured form that is no regular expression", () => {
    expect(() => judge(requireTokenMakingReview, apiToken({}), { form: "(" })).toThrow(
      "must be a regular expression of JavaScript",
    );
  });

  it("does not search texts of more than 500 characters", () => {
    const [message] = judge(requireTokenMakingReview, because(`Reviewed by Ada ${"x".repeat(500)}`));
    expect(message).toMatch(/found a string: add the review\.$/);
  });

  it("judges a secret reason without showing it", () => {
    const secret = because("It is urgent.", { secretInputs: ["allowTokenMaking"] });
    expect(judge(requireTokenMakingReview, secret)).toEqual([
      'ApiToken "deploy": allowTokenMaking: must contain a reviewer\'s reason that matches /[Rr]eviewed by \\S+/, found a secret value: add the review.',
    ]);
  });

  it("does not judge an unknown reason", () => {
    expect(judge(requireTokenMakingReview, because(UNKNOWN))).toEqual([
      notKnown('ApiToken "deploy"', "allowTokenMaking"),
    ]);
  });
});
