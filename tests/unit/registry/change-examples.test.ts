import { reportsOf, reviewExample, claimsOfExample } from "../../../review/explain/sections";
import { CLAIMS } from "../../../provider/claims/claim-advice";
import { checkConfig } from "../../../review/policies/check-config";
import { EDGE_POLICIES } from "../../../review/policies";
import { creating } from "../../../review/registry/entry";
import { entries } from "../../../review/registry/registry";
import { REASONS } from "../../../review/registry/reasons";

const all = entries();
const changes = all.flatMap((entry) =>
  entry.change ? [[entry.kind, entry.id, entry, entry.change] as const] : [],
);

describe("the example of each claim, reason and policy", () => {
  it.each(changes)(
    "of the %s %s is reported under this id if bad, and not reported if good",
    (_kind, _id, entry, change) => {
      expect(reportsOf(entry, change.bad, change.config)).not.toEqual([]);
      expect(reportsOf(entry, change.good, change.config)).toEqual([]);
    },
  );

  it.each(Object.entries(CLAIMS))("of the claim %s contradicts in nothing else", (id, { bad, good }) => {
    expect(new Set(claimsOfExample(creating(...bad)).map((claim) => claim.id))).toEqual(new Set([id]));
    expect(claimsOfExample(creating(...good))).toEqual([]);
  });

  it("of a reason has the level of its entry, or the first of two", () => {
    const levels = all.flatMap(({ id, kind, level, change }) => {
      if (kind !== "reason" || !change) return [];
      const [found] = reviewExample(change.bad, change.config).reasons.filter((reason) => reason.id === id);
      return [[id, level.split(" or ")[0] === found?.severity]];
    });
    expect(levels.filter(([, isSame]) => isSame !== true)).toEqual([]);
  });

  it("is missing only where it would have thousands of lines, or where no resource is judged", () => {
    const without = all.filter(({ rules, change }) => !rules && !change).map(({ id }) => id);
    expect(without).toEqual(["results-left-out", "hide-secrets", "report-unjudged"]);
  });

  it("comes with a setting that allows it and that the policies accept", () => {
    const settings = all.flatMap(({ allow = "" }) => /\{.*\}/.exec(allow) ?? []);
    expect(settings.length).toBeGreaterThan(100);
    expect(settings.flatMap((text) => checkConfig(JSON.parse(text)))).toEqual([]);
  });

  it("exists for each policy and for each kind of reason", () => {
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(EDGE_POLICIES.map(({ name }) => name)));
    expect(ids).toEqual(expect.arrayContaining(Object.keys(REASONS)));
  });
});
