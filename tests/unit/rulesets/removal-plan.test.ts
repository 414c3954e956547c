import type { Ruleset } from "../../../provider/api";
import { planRemoval } from "../../../provider/rulesets";

const live = (...refs: string[]): Ruleset => ({
  id: "ruleset",
  name: "default",
  kind: "zone",
  version: "3",
  phase: "http_request_firewall_managed",
  rules: refs.map((ref) => ({
    id: `id-${ref}`,
    ref,
    action: ref === "owasp" ? "execute" : "block",
    expression: "true",
  })),
});
const ours = new Set(["a", "b"]);
const remove = (ref: string) => ({ kind: "remove", ruleId: `id-${ref}`, ref });

describe("planRemoval", () => {
  it("takes the entry point away with its rules where we made it and nobody else is in it", () => {
    const input = { live: live("a", "b"), ours, ownership: "shared", madeByUs: true } as const;
    expect(planRemoval(input)).toEqual([{ kind: "remove-ruleset", rulesetId: "ruleset" }]);
    expect(planRemoval({ ...input, madeByUs: false })).toEqual([remove("a"), remove("b")]);
  });

  it("leaves the rules of others, and so the entry point", () => {
    expect(planRemoval({ live: live("a", "x"), ours, ownership: "shared", madeByUs: true })).toEqual([
      remove("a"),
    ]);
  });

  it("leaves managed deployments of others to an exclusive owner too", () => {
    const input = { live: live("a", "owasp", "x"), ours, ownership: "exclusive", madeByUs: true } as const;
    expect(planRemoval(input)).toEqual([remove("a"), remove("x")]);
  });

  it("takes an entry point away that is empty", () => {
    const empty = { ...live(), rules: null };
    expect(planRemoval({ live: empty, ours, ownership: "shared", madeByUs: true })).toHaveLength(1);
    expect(planRemoval({ live: empty, ours, ownership: "shared", madeByUs: false })).toEqual([]);
  });
});
