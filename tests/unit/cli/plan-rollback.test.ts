import fc from "fast-check";
import { planRollback, ownerIn } from "../../../cli/rulesets/plan-rollback";
import type { Rule, Ruleset } from "../../../provider/api";
import { identityText, markedRef, markTextOf, newNonce, parseMark } from "../../../provider/marks";

/** Returns the wire ref of a rule of a stack. */
function marked(project: string, owner?: string) {
  const identity = { organization: "organization", project, stack: "prod", urn: "urn::rules", owner };
  const mark = parseMark(markTextOf(identityText(identity), newNonce()))!;
  return (name: string) => markedRef(name, mark);
}
const shop = marked("shop");
const blog = marked("blog");

const rule = (ref: string, expression = "ssl"): Rule => ({
  id: `id of ${ref}`,
  ref,
  action: "block",
  expression,
});
const version = (rules: readonly Rule[], description = ""): Ruleset => ({
  id: "r",
  name: "default",
  kind: "zone",
  phase: "http_request_firewall_custom",
  version: "1",
  description,
  rules: [...rules],
});
const ofShop = new Set([ownerIn(shop("x"))]);
const refs = (
  live: readonly string[],
  target: readonly string[],
  owners: ReadonlySet<string> | "all" = ofShop,
) =>
  planRollback(
    version(live.map((ref) => rule(ref))),
    version(target.map((ref) => rule(ref))),
    owners,
  ).rules.map((one) => one.rule.ref ?? "");

describe("planRollback", () => {
  it.each<[string, string[], string[], string[]]>([
    [
      "keeps rules of others that the version does not have",
      [shop("a"), blog("x"), "hand"],
      [shop("a")],
      [shop("a"), blog("x"), "hand"],
    ],
    ["does not bring back rules of others", [shop("a")], [blog("x"), shop("a"), "hand"], [shop("a")]],
    [
      "removes own rules that the version does not have",
      [shop("a"), "hand", shop("b")],
      [shop("a")],
      [shop("a"), "hand"],
    ],
    [
      "brings an own rule back behind the rule that it followed",
      ["hand", blog("x"), "new"],
      ["hand", shop("a"), blog("x")],
      ["hand", shop("a"), blog("x"), "new"],
    ],
    [
      "brings an own rule back before the rule that it preceded",
      ["hand"],
      [shop("a"), "hand"],
      [shop("a"), "hand"],
    ],
    ["brings back the only rule", [], [shop("a")], [shop("a")]],
    [
      "moves own rules, and no rule of others",
      ["hand", shop("a"), blog("x")],
      [shop("a"), blog("x"), "hand"],
      [shop("a"), "hand", blog("x")],
    ],
    [
      "leaves an own rule where only others have moved",
      ["hand", shop("a"), blog("x")],
      [blog("x"), shop("a"), "hand"],
      ["hand", shop("a"), blog("x")],
    ],
  ])("%s", (_, live, target, expected) => expect(refs(live, target)).toEqual(expected));

  it("restores the content of own rules, and keeps their ids and the content of other rules", () => {
    const live = version([rule(shop("a"), "new"), rule("hand", "new"), rule(shop("b"))], "new");
    const target = version(
      [{ ...rule(shop("a"), "old"), id: "gone" }, rule("hand", "old"), rule(shop("c"))],
      "old",
    );
    const plan = planRollback(live, target, ofShop);
    expect(plan.description).toBe("new");
    expect(plan.rules.map(({ id, rule }) => [rule.ref, id, rule.expression])).toEqual([
      [shop("a"), `id of ${shop("a")}`, "old"],
      ["hand", "id of hand", "new"],
      [shop("c"), undefined, "ssl"],
    ]);
    expect(plan.applied.map(({ kind }) => kind)).toEqual(["changed", "added", "removed"]);
    expect(plan.kept.map(({ kind }) => kind)).toEqual(["described", "changed"]);
  });

  it("tells apart stacks of equal names", () => {
    const other = marked("shop", "another backend")("a");
    expect(refs([shop("a"), other], [])).toEqual([other]);
  });

  const order = fc.shuffledSubarray([...["a", "b", "c", "d"].map(shop), ...["x", "y"].map(blog), "h", "i"]);
  it("restores the whole version with all owners", () =>
    fc.assert(
      fc.property(order, order, (live, target) => expect(refs(live, target, "all")).toEqual(target)),
    ));

  it("never touches rules of others, and restores the order of own rules", () =>
    fc.assert(
      fc.property(order, order, (live, target) => {
        const after = refs(live, target);
        const isOwn = (ref: string) => ofShop.has(ownerIn(ref));
        expect(after.filter((ref) => !isOwn(ref))).toEqual(live.filter((ref) => !isOwn(ref)));
        expect(after.filter(isOwn)).toEqual(target.filter(isOwn));
      }),
    ));
});
