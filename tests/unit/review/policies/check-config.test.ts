import { checkConfig } from "../../../../review/policies/check-config";

describe("the configuration of the policy pack", () => {
  it.each([
    [{ "require-owasp": { minimumLevel: 7 } }, "require-owasp: minimumLevel: must be at most 4; found 7"],
    [{ "require-owasp": { minimumLevel: 0 } }, "require-owasp: minimumLevel: must be at least 1; found 0"],
    [{ "require-owasp": { minimumLevel: "2" } }, 'require-owasp: minimumLevel: must be a number; found "2"'],
    [
      { "require-owasp": { minimumLevel: 1.5 } },
      "require-owasp: minimumLevel: must be a whole number; found 1.5",
    ],
    [{ "require-owasp": { allowLog: "yes" } }, 'require-owasp: allowLog: must be true or false; found "yes"'],
    [{ "require-owasp": { allowances: "x" } }, 'require-owasp: allowances: must be a list; found "x"'],
    [
      { "require-owasp": { allowances: [{ zone: "shop", reason: "it is new" }] } },
      'require-owasp: allowances.0.zone: must match /^[0-9a-f]{32}$/; found "shop"',
    ],
    [
      { "require-owasp": { allowances: [{ resource: "shop" }] } },
      "require-owasp: allowances.0.reason: must be a text; found nothing",
    ],
    [
      { "require-owasp": { allowances: [{ reason: "it is new" }] } },
      "require-owasp: allowances.0: must name what is allowed: id, zone, resource, rule, or several of them; found an object",
    ],
    [
      { "require-owasp": { minimumLevl: 2 } },
      'require-owasp has no setting "minimumLevl": it has "minimumLevel", "allowLog", "maxLogOnlyDays" and "allowances"; did you mean "minimumLevel"?',
    ],
    [
      { "refuse-rule-book-violations": { allowances: [{ id: "rate-limit-periods", reason: "a trial" }] } },
      'refuse-rule-book-violations: allowances.0.id: the policy reports nothing with the id "rate-limit-periods"; did you mean "rate-limit-period" or "rate-limit-response"?',
    ],
    [
      { "require-owasp": { allowances: [{ id: "require-owasp", reason: "a trial" }] } },
      "require-owasp: allowances.0.id: this policy reports one thing, which has no id: name a zone, a resource or a rule",
    ],
  ])("%j is refused with what is right and what was found", (config, problem) => {
    expect(checkConfig(config)).toEqual([problem]);
  });
});
