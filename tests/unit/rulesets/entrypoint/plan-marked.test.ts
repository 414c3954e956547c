import type { Rule, Ruleset } from "../../../../provider/api";
import { codeOf, markedRef, type Mark } from "../../../../provider/marks";
import { type EntrypointInput } from "../../../../provider/rulesets";
import { RulesetModel } from "../../../support/ruleset-model";
import { MANAGED, live, plan, rule } from "./plan-fixture";

describe("planEntrypoint with marks", () => {
  const mark = (resource: string, nonce = "aaaaaa", stack = "111111"): Mark => ({
    owner: "shop/prod",
    stack,
    resource: resource.repeat(8),
    nonce,
  });
  const own = mark("a");
  const NOW = Date.parse("2030-01-01T12:00:00Z");
  const marked = (ref: string, by: Mark, over: Partial<Rule> = {}) => ({ ref: markedRef(ref, by), ...over });
  const planMarked = (over: Partial<EntrypointInput>) => plan({ mark: own, now: NOW, ...over });
  /** What the requests of a plan leave, by the refs on the wire. */
  const after = (found: Ruleset, over: Partial<EntrypointInput>): string[] => {
    const model = new RulesetModel(found);
    const { steps, conflicts } = planMarked({ live: found, ...over });
    expect(conflicts).toEqual([]);
    steps.forEach((step) => model.execute(step));
    expect(planMarked({ live: model.live, ...over }).steps).toEqual([]);
    return model.refs;
  };

  it("sends refs with the mark, and names the entry point for the stack", () => {
    expect(planMarked({ rules: [rule("x")] }).steps).toMatchObject([
      { kind: "create", body: { name: "default~shop/prod~111111", rules: [{ ref: markedRef("x", own) }] } },
    ]);
  });

  it("leaves a rule of equal ref and content to another stack, and makes its own", () => {
    const theirs = marked("x", mark("a", "bbbbbb", "222222"));
    expect(after(live([theirs]), { rules: [rule("x")] })).toEqual([theirs.ref, markedRef("x", own)]);
  });

  it("leaves a rule that was made by hand with equal ref and content, and makes its own", () => {
    expect(after(live([{ ref: "x" }]), { rules: [rule("x")] })).toEqual(["x", markedRef("x", own)]);
  });

  it("asks before it doubles a rule made by hand that has its ref and other content; takeOver makes that rule its own", () => {
    const found = live([{ ref: "x", action: "log" }]);
    expect(planMarked({ live: found, rules: [rule("x")] }).conflicts).toMatchObject([{ ref: "x" }]);
    expect(planMarked({ live: found, rules: [rule("x")], takeOver: true }).steps).toMatchObject([
      { kind: "patch", ruleId: "id-x", rule: { ref: markedRef("x", own) } },
    ]);
  });

  it("takes over what an interrupted attempt of the same resource left, and removes what it no longer needs", () => {
    const attempt = mark("a", "bbbbbb");
    const found = live([marked("x", attempt), marked("y", attempt)]);
    expect(planMarked({ live: found, rules: [rule("x")] }).steps).toMatchObject([
      { kind: "patch", rule: { ref: markedRef("x", own) } },
      { kind: "remove", ref: markedRef("y", attempt) },
    ]);
  });

  it("leaves the rules of a predecessor that the state holds, and those older than a day, where they are", () => {
    const attempt = mark("a", "bbbbbb");
    const found = live([marked("x", attempt), { ref: "z" }]);
    const held = new Set([codeOf(attempt)]);
    const both = [markedRef("x", attempt), markedRef("x", own), "z"];
    expect(after(found, { rules: [rule("x")], held })).toEqual(both);
    expect(after(found, { rules: [rule("x")], now: NOW + 86_400_000 })).toEqual(both);
  });

  it("puts a replacement into the places of its predecessor, rule by rule", () => {
    const old = mark("b");
    const found = live([marked("x", old), { ref: "by hand" }, marked("y", old), { ref: "last" }]);
    expect(after(found, { rules: [rule("x"), rule("n"), rule("y")] })).toEqual([
      markedRef("x", old),
      markedRef("x", own),
      markedRef("n", own),
      "by hand",
      markedRef("y", old),
      markedRef("y", own),
      "last",
    ]);
  });

  it("writes an unmarked rule of its state with the mark when the rule changes, and not before", () => {
    const found = live([{ ref: "x" }, { ref: "y" }]);
    const ours = new Set(["x", "y"]);
    expect(planMarked({ live: found, ours, rules: [rule("x"), rule("y")] }).steps).toEqual([]);
    const rules = [rule("x", { action: "log" }), rule("y")];
    expect(planMarked({ live: found, ours, rules }).steps).toMatchObject([
      { kind: "patch", ruleId: "id-x", rule: { ref: markedRef("x", own), action: "log" } },
    ]);
    expect(after(found, { ours, rules: [rule("y"), rule("x", { action: "log" }), rule("n")] })).toEqual([
      "y",
      markedRef("x", own),
      markedRef("n", own),
    ]);
  });

  it("knows a rule by its id whose mark somebody took off, and marks it again", () => {
    const found = live([{ ref: "x" }]);
    expect(planMarked({ live: found, ids: new Set(["id-x"]), rules: [rule("x")] }).steps).toMatchObject([
      { kind: "patch", ruleId: "id-x", rule: { ref: markedRef("x", own) } },
    ]);
  });

  it("hands the deployment of a managed ruleset over within a stack, since a zone has it once", () => {
    const deployment = { action: "execute", action_parameters: { id: "managed", version: "latest" } };
    const declared = [rule("mine", { action: "execute", actionParameters: { id: "managed" } })];
    const within = live([marked("old", mark("b"), deployment)], { phase: MANAGED });
    expect(planMarked({ live: within, phase: MANAGED, rules: declared }).steps).toMatchObject([
      { kind: "patch", rule: { ref: markedRef("mine", own) } },
    ]);
    const foreign = live([marked("old", mark("b", "aaaaaa", "222222"), deployment)], { phase: MANAGED });
    const { steps, conflicts } = planMarked({ live: foreign, phase: MANAGED, rules: declared });
    expect(steps).toEqual([]);
    expect(conflicts[0]?.message).toMatch(/rule with ref "old" .*, owned by shop\/prod, already deploys/);
  });

  it("leaves a sibling's rules to an exclusive owner's engine until a refresh has shown them", () => {
    const found = live([marked("x", mark("b"))]);
    const exclusive = { ownership: "exclusive", previousOwnership: "exclusive" } as const;
    expect(planMarked({ live: found, ...exclusive }).steps).toEqual([]);
    expect(
      planMarked({ live: found, ...exclusive, shown: new Set([markedRef("x", mark("b"))]) }).steps,
    ).toMatchObject([{ kind: "remove" }]);
  });

  it("waits with the removal of a rule that another resource of the program declares until it is live there", () => {
    const found = live([marked("x", own), marked("y", own)]);
    const moved = { rules: [rule("x")], elsewhere: new Set(["y"]) };
    expect(planMarked({ live: found, ...moved })).toMatchObject({
      steps: [],
      later: [{ kind: "remove", ref: markedRef("y", own) }],
    });
    const arrived = live([marked("x", own), marked("y", own), marked("y", mark("b"))]);
    expect(planMarked({ live: arrived, ...moved })).toMatchObject({ steps: [{ kind: "remove" }], later: [] });
  });

  it("places rules by the plain ref of another stack, unless two stacks have one of it", () => {
    const theirs = mark("c", "cccccc", "222222");
    const position = (found: Partial<Rule>[]) =>
      planMarked({ live: live(found), rules: [rule("x")], placement: { before: "office" } });
    expect(position([marked("office", theirs)]).steps).toMatchObject([
      { rule: { position: { before: markedRef("office", theirs) } } },
    ]);
    expect(position([marked("office", theirs), { ref: "other" }, { ref: "office" }]).steps).toMatchObject([
      { rule: { position: { before: "office" } } },
    ]);
    const third = mark("d", "dddddd", "333333");
    expect(position([marked("office", theirs), marked("office", third)]).conflicts[0]?.message).toMatch(
      /several rules with that ref: write one of "office~shop\/prod~222222/,
    );
  });
});
