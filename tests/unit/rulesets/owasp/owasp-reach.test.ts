import type { Rule, Ruleset } from "../../../../provider/api";
import { type Language, readLanguage } from "../../../../provider/filter";
import { skipInFront } from "../../../../provider/rulesets";
import { deployed, managed } from "./owasp-fixture";

const language = readLanguage({ fields: { value: '{"cf.new.score": "Int"}', label: "edge:fields" } });
const skip = (expression: string): Rule => ({
  id: "skip",
  ref: "by-hand-2",
  action: "skip",
  enabled: true,
  expression,
  action_parameters: { ruleset: "current" },
});

describe("a skip rule in front of a deployment", () => {
  const found = (skipping: string, deploying: string, known: Language | undefined) => {
    const rule = { ...deployed({}), expression: deploying };
    const rules = [skip(skipping), rule];
    const entrypoint: Ruleset = { ...managed, kind: "zone", id: "entry", rules };
    return skipInFront(entrypoint, managed, rule, { ours: new Set() }, known)?.id;
  };

  it("keeps all requests from the deployment, also if a declared field says so", () => {
    expect(found("ssl", 'ssl and http.host eq "a"', language)).toBe("skip");
    expect(found("cf.new.score lt 20", "cf.new.score lt 10", language)).toBe("skip");
    expect(found("cf.new.score lt 20 or true", "true", language)).toBe("skip");
    expect(found("cf.new.score lt 20", "true", language)).toBeUndefined();
  });

  it("is not judged if nothing declares the field", () => {
    expect(found("cf.new.score lt 20 or true", "ssl", undefined)).toBeUndefined();
  });
});
