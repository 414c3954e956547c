import type { Ruleset } from "../../../../provider/api";
import { markedRef } from "../../../../provider/marks";
import { planRemoval } from "../../../../provider/rulesets";

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
  it("removes the whole entry point if the stack created it and it has no other rule", () => {
    const input = { live: live("a", "b"), ours, goesWhenEmpty: true };
    expect(planRemoval(input)).toEqual([{ kind: "remove-ruleset", rulesetId: "ruleset" }]);
    expect(planRemoval({ ...input, goesWhenEmpty: false })).toEqual([remove("a"), remove("b")]);
  });

  it("keeps foreign rules, and so the entry point", () => {
    expect(planRemoval({ live: live("a", "owasp", "x"), ours, goesWhenEmpty: true })).toEqual([remove("a")]);
  });

  it("removes only rules with its own mark, even if others have the same ref", () => {
    const mark = { owner: "shop/prod", stack: "111111", resource: "22222222", nonce: "aaaaaa" };
    const refs = [markedRef("a", mark), markedRef("a", { ...mark, nonce: "bbbbbb" }), "a"];
    const input = { live: live(...refs), mark, ours: new Set<string>(), goesWhenEmpty: true };
    expect(planRemoval(input)).toEqual([remove(refs[0] ?? "")]);
  });

  it("removes an empty entry point", () => {
    const empty = { ...live(), rules: null };
    expect(planRemoval({ live: empty, ours, goesWhenEmpty: true })).toHaveLength(1);
    expect(planRemoval({ live: empty, ours, goesWhenEmpty: false })).toEqual([]);
  });
});
