import fc from "fast-check";
import type { Rule, Ruleset } from "../../../../provider/api";
import { rulesetChanges } from "../../../../provider/rulesets";

const rule = (ref: string, more: Partial<Rule> = {}): Rule => ({
  id: `id-${ref}`,
  ref,
  action: "block",
  expression: "ssl",
  ...more,
});
const ruleset = (...rules: Rule[]): Ruleset => ({
  id: "r",
  name: "default",
  kind: "zone",
  version: "1",
  phase: "http_request_firewall_custom",
  rules,
});

describe("rulesetChanges", () => {
  it("ignores server defaults, ids, versions and the order of members", () => {
    const written = rule("a", { action: "execute", action_parameters: { id: "m" } });
    const answered = {
      ...rule("a", { action: "execute", action_parameters: { version: "latest", id: "m" } }),
      id: "other",
      version: "7",
      enabled: true,
      description: "",
    };
    expect(rulesetChanges(ruleset(written), ruleset(answered))).toEqual([]);
  });

  it("names the innermost changed member, and compares a list as one value", () => {
    const skip = (phases: string[]) =>
      rule("a", { action: "skip", action_parameters: { phases, ruleset: "current" } });
    expect(
      rulesetChanges(ruleset(skip(["http_ratelimit"])), ruleset(skip(["ddos_l7", "http_ratelimit"]))),
    ).toEqual([
      {
        kind: "changed",
        ref: "a",
        member: "actionParameters.phases",
        from: ["http_ratelimit"],
        to: ["ddos_l7", "http_ratelimit"],
      },
    ]);
  });

  it("reports one moved rule as one change, however far it moved", () => {
    const order = (refs: string) => ruleset(...Array.from(refs, (ref) => rule(ref)));
    expect(rulesetChanges(order("abcdef"), order("bcdefa"))).toEqual([
      { kind: "moved", ref: "a", after: "f" },
    ]);
    expect(rulesetChanges(order("abcdef"), order("fabcde"))).toEqual([
      { kind: "moved", ref: "f", after: undefined },
    ]);
  });

  it("returns nothing only for equal rules and order, and each added or removed rule once", () => {
    const rules = fc.uniqueArray(
      fc.record({
        ref: fc.constantFrom("a", "b", "c", "d", "e", "f"),
        action: fc.constantFrom("block", "log"),
      }),
      { selector: ({ ref }) => ref },
    );
    fc.assert(
      fc.property(rules, rules, (before, after) => {
        const [from, to] = [before, after].map((list) =>
          ruleset(...list.map(({ ref, action }) => rule(ref, { action }))),
        ) as [Ruleset, Ruleset];
        const changes = rulesetChanges(from, to);
        expect(changes.length === 0).toBe(JSON.stringify(before) === JSON.stringify(after));
        const refs = (kind: string) =>
          changes.filter((one) => one.kind === kind).map((one) => "ref" in one && one.ref);
        const missing = (these: typeof before, those: typeof before) =>
          these.map(({ ref }) => ref).filter((ref) => !those.some((other) => other.ref === ref));
        expect(refs("added")).toEqual(missing(after, before));
        expect(refs("removed")).toEqual(missing(before, after));
      }),
    );
  });
});
