import fc from "fast-check";
import { UNKNOWN } from "../../../../provider/api";
import { ruleWords, valueWords } from "../../../../provider/rulesets";

describe("a value in words", () => {
  it("has neither brackets nor needless quotes", () => {
    expect(valueWords(["ip.src", "cf.colo.id"])).toBe("ip.src, cf.colo.id");
    expect(valueWords([{ category: "wordpress", action: "log" }, { category: "joomla" }])).toBe(
      "category wordpress, action log; category joomla",
    );
    expect(valueWords("a text, as it is")).toBe("a text, as it is");
    expect(valueWords({ before: "partners", at: [UNKNOWN] })).toBe("before partners, at ((unknown))");
  });

  it("has other words if it is another list or object", () => {
    const leaf = fc.oneof(
      fc.constantFrom("a", "b", "a, b", "a b", "1", "true", "none", ""),
      fc.integer(),
      fc.boolean(),
    );
    const object = fc.dictionary(fc.constantFrom("a", "b", "a b"), leaf);
    for (const value of [fc.array(leaf), object, fc.array(object)])
      fc.assert(
        fc.property(value, value, (one, other) => {
          fc.pre(JSON.stringify(one) !== JSON.stringify(other));
          expect(valueWords(one)).not.toBe(valueWords(other));
        }),
      );
    expect(valueWords(["true"])).not.toBe(valueWords([true]));
    expect(valueWords(["a, b"])).not.toBe(valueWords(["a", "b"]));
  });
});

describe("a rule in words", () => {
  it("names a managed ruleset and its overrides", () => {
    const id = "4814384a9e5d4991b9815dcfc25d2f1f";
    const overrides = { rules: [{ id: "6179", score_threshold: 60 }], enabled: true };
    expect(ruleWords("execute", { id, overrides })).toEqual([
      "executes Cloudflare OWASP Core Ruleset, overriding all rules: enabled true; rule 6179: score_threshold 60",
    ]);
  });

  it("says for each header whether it is set, added or removed", () => {
    const headers = {
      "x-one": { operation: "add", expression: "ip.src" },
      "x-two": { operation: "remove" },
      "x-three": { operation: "set", value: "a, b" },
    };
    expect(ruleWords("rewrite", { headers })).toEqual([
      "adds header x-one to ip.src",
      "removes header x-two",
      'sets header x-three to "a, b"',
    ]);
  });

  it("has the names that the author writes", () => {
    const parameters = { edge_ttl: { default: 60 } };
    expect(ruleWords("set_cache_settings", parameters)).toEqual(["sets edgeTtl.default to 60"]);
    expect(ruleWords("set_cache_settings", parameters, (name) => name)).toEqual([
      "sets edge_ttl.default to 60",
    ]);
  });
});
