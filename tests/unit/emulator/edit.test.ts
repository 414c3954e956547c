import fc from "fast-check";
import {
  addRule,
  moveRule,
  nextVersion,
  patchRule,
  removeRule,
  replaceRules,
} from "../../../emulator/rules/edit";
import type { StoredRule, StoredRuleset } from "../../../emulator/store/rulesets";

const EARLIER = "2030-01-01T00:00:00.000000Z";
const NOW = "2030-01-02T00:00:00.000000Z";

/** Ids are `id-1`, `id-2` and so on. */
function editing() {
  let made = 0;
  return { now: NOW, newId: () => `id-${(made += 1)}` };
}

function stored(ref: string): StoredRule {
  return {
    id: `old-${ref}`,
    version: "3",
    action: "block",
    expression: `http.host eq "${ref}"`,
    ref,
    enabled: true,
    last_updated: EARLIER,
  };
}

function written(ref: string) {
  return { ref, action: "block", expression: `http.host eq "${ref}"` };
}

const abc = ["a", "b", "c"].map(stored);
const ids = (rules: readonly StoredRule[]) => rules.map(({ id }) => id);

describe("replaceRules", () => {
  it("keeps an unchanged rule, even in another place", () => {
    expect(replaceRules(abc, ["c", "a", "b"].map(written), editing())).toEqual([abc[2], abc[0], abc[1]]);
  });

  it("prefers the id to the ref, so that a ref can change", () => {
    const [renamed] = replaceRules(abc, [{ ...written("a"), id: "old-a", ref: "z" }], editing());
    expect(renamed).toEqual({ ...abc[0], ref: "z", version: "4", last_updated: NOW });
  });

  it("creates a rule without id and ref, even if its content equals that of a removed rule", () => {
    const nameless = { action: "block", expression: 'http.host eq "a"' };
    expect(ids(replaceRules(abc, [nameless], editing()))).toEqual(["id-1"]);
  });

  it("increments a rule's version if a nested member changes", () => {
    const skip = { action: "skip", expression: "true", ref: "s", action_parameters: { products: ["waf"] } };
    const [before] = replaceRules([], [skip], editing());
    const again = replaceRules([before!], [skip], editing());
    expect(again).toEqual([before]);
    const changed = { ...skip, action_parameters: { products: ["waf", "bic"] } };
    expect(replaceRules([before!], [changed], editing())[0]?.version).toBe("2");
  });
});

describe("a written rule", () => {
  it.each([
    ["logging of skip", { action: "skip" }, { logging: { enabled: true } }],
    [
      "the version to execute",
      { action: "execute", action_parameters: { id: "m" } },
      { action_parameters: { id: "m", version: "latest" } },
    ],
    [
      "timeout and origin of a rate limit",
      {
        action: "block",
        ratelimit: { characteristics: ["cf.colo.id"], period: 10, requests_per_period: 5 },
      },
      {
        ratelimit: {
          characteristics: ["cf.colo.id"],
          period: 10,
          requests_per_period: 5,
          mitigation_timeout: 0,
          requests_to_origin: false,
        },
      },
    ],
    [
      "the query string of a redirect",
      { action: "redirect", action_parameters: { from_value: { target_url: { value: "/b" } } } },
      { action_parameters: { from_value: { target_url: { value: "/b" }, preserve_query_string: false } } },
    ],
  ])("gets %s, as the API fills it in", (_, write, filledIn) => {
    expect(replaceRules([], [{ expression: "true", ...write }], editing())).toEqual([
      expect.objectContaining(filledIn),
    ]);
  });
});

describe("edits of one rule", () => {
  it("keep all other rules in order", () => {
    const at = fc.oneof(
      fc.record({ before: fc.constantFrom("", "old-a", "old-b", "old-c") }),
      fc.record({ after: fc.constantFrom("", "old-a", "old-b", "old-c") }),
      fc.record({ index: fc.integer({ min: 1, max: 4 }) }),
    );
    fc.assert(
      fc.property(at, (position) => {
        const added = addRule(abc, written("d"), position, editing());
        expect(ids(added.filter(({ ref }) => ref !== "d"))).toEqual(["old-a", "old-b", "old-c"]);
        if ("before" in position && position.before !== "") {
          expect(ids(added).indexOf("id-1")).toBe(ids(added).indexOf(position.before) - 1);
        }
      }),
    );
  });

  it("refuse to place a rule relative to itself", () => {
    expect(() => moveRule(abc, abc[0]!, { before: "old-a" })).toThrow("no other rule with this id");
  });

  it("change and move a rule at once", () => {
    const patched = patchRule(abc, abc[0]!, { ...written("a"), enabled: false }, { after: "" }, editing());
    expect(patched).toEqual([abc[1], abc[2], { ...abc[0], enabled: false, version: "4", last_updated: NOW }]);
  });

  it("remove a rule by id", () => {
    expect(ids(removeRule(abc, "old-b"))).toEqual(["old-a", "old-c"]);
  });
});

describe("nextVersion", () => {
  it("increments the version and keeps everything else", () => {
    const ruleset: StoredRuleset = {
      id: "r",
      scope: "zone:z",
      kind: "zone",
      phase: "http_request_firewall_custom",
      name: "default",
      description: "old",
      version: 7,
      lastUpdated: EARLIER,
      rules: abc,
    };
    expect(nextVersion(ruleset, { rules: [] }, NOW)).toEqual({
      ...ruleset,
      version: 8,
      lastUpdated: NOW,
      rules: [],
    });
  });
});
