import type { Rule, Ruleset } from "../../../../provider/api";
import { codeOf, markedRef, parseRef, type Mark } from "../../../../provider/marks";
import { rulesAfter, type EntrypointInput } from "../../../../provider/rulesets";
import { RulesetModel } from "../../../support/ruleset-model";
import { inputOf, MANAGED, live, plan, rule } from "./plan-fixture";

describe("planEntrypoint with marks", () => {
  const mark = (resource: string, nonce = "aaaaaaaa", stack = "111111111111"): Mark => ({
    owner: "shop/prod",
    stack,
    resource: resource.repeat(12),
    nonce,
  });
  const own = mark("a");
  const marked = (ref: string, by: Mark, over: Partial<Rule> = {}) => ({ ref: markedRef(ref, by), ...over });
  const planMarked = (over: Partial<EntrypointInput>) => plan({ mark: own, ...over });
  /** Returns the wire refs that a plan leads to. */
  const refsAfter = (over: Partial<EntrypointInput>) =>
    rulesAfter(inputOf({ mark: own, ...over })).map(({ ref }) => ref);
  /** Returns the wire refs after the requests of a plan. */
  const after = (found: Ruleset, over: Partial<EntrypointInput>): string[] => {
    const model = new RulesetModel(found);
    const { steps, conflicts } = planMarked({ live: found, ...over });
    expect(conflicts).toEqual([]);
    steps.forEach((step) => model.execute(step));
    expect(planMarked({ live: model.live, ...over }).steps).toEqual([]);
    // An unmarked rule gets its mark with its next change.
    const plainRefs = (refs: readonly (string | undefined)[]) => refs.map((ref = "") => parseRef(ref).ref);
    expect(plainRefs(refsAfter({ live: found, ...over }))).toEqual(plainRefs(model.refs));
    return model.refs;
  };

  it("sends refs with the mark, and names the entry point for the stack", () => {
    expect(planMarked({ rules: [rule("x")] }).steps).toMatchObject([
      {
        kind: "create",
        body: { name: "default~shop/prod~111111111111", rules: [{ ref: markedRef("x", own) }] },
      },
    ]);
  });

  it("leaves a rule with the same ref and content to another stack, and creates its own", () => {
    const theirs = marked("x", mark("a", "bbbbbbbb", "222222222222"));
    expect(after(live([theirs]), { rules: [rule("x")] })).toEqual([theirs.ref, markedRef("x", own)]);
  });

  it("leaves a rule made by hand with the same ref and content, and creates its own", () => {
    expect(after(live([{ ref: "x" }]), { rules: [rule("x")] })).toEqual(["x", markedRef("x", own)]);
  });

  it("reports a rule made by hand with its ref and other content; takeOver adopts that rule", () => {
    const found = live([{ ref: "x", action: "log" }]);
    expect(planMarked({ live: found, rules: [rule("x")] }).conflicts).toMatchObject([{ ref: "x" }]);
    expect(planMarked({ live: found, rules: [rule("x")], takeOver: true }).steps).toMatchObject([
      { kind: "patch", ruleId: "id-x", rule: { ref: markedRef("x", own) } },
    ]);
  });

  it("adopts the orphans of an interrupted attempt, and removes those that it does not need", () => {
    const attempt = mark("a", "bbbbbbbb");
    const found = live([marked("x", attempt), marked("y", attempt)]);
    const interrupted = new Set([codeOf(attempt)]);
    expect(planMarked({ live: found, rules: [rule("x")], interrupted }).steps).toMatchObject([
      { kind: "patch", rule: { ref: markedRef("x", own) } },
      { kind: "remove", ref: markedRef("y", attempt) },
    ]);
  });

  it("takes over a rule of another attempt that is in the state, unless another resource of the program manages the rule", () => {
    const attempt = mark("a", "bbbbbbbb");
    const found = live([marked("x", attempt), { ref: "z" }]);
    const held = new Set([codeOf(attempt)]);
    expect(after(found, { rules: [rule("x")], held })).toEqual([markedRef("x", own), "z"]);
    const both = [markedRef("x", attempt), markedRef("x", own), "z"];
    expect(after(found, { rules: [rule("x")], held, isFree: () => false })).toEqual(both);
    expect(after(found, { rules: [rule("x")], held, elsewhere: new Set(["x"]) })).toEqual(both);
  });

  it("keeps the rules of another attempt that nothing proves", () => {
    const attempt = mark("a", "bbbbbbbb");
    const found = live([marked("x", attempt), { ref: "z" }]);
    const both = [markedRef("x", attempt), markedRef("x", own), "z"];
    expect(after(found, { rules: [rule("x")] })).toEqual(both);
    expect(after(found, { rules: [rule("x")], ownership: "exclusive", takeOver: true })).toEqual(
      both.slice(0, 2),
    );
  });

  it("takes over a rule of another attempt that a person has named", () => {
    const attempt = mark("a", "bbbbbbbb");
    const found = live([marked("x", attempt), marked("y", mark("a", "cccccccc"))]);
    const [first] = found.rules ?? [];
    expect(after(found, { rules: [rule("x")], named: new Set([first?.id ?? ""]) })).toEqual([
      markedRef("x", own),
      markedRef("y", mark("a", "cccccccc")),
    ]);
  });

  it("puts each rule of a replacement behind that of its predecessor", () => {
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

  it("adds the mark to an unmarked rule in the state when its content changes, not earlier", () => {
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

  it("recognizes a rule without its mark by its id, and restores the mark", () => {
    const found = live([{ ref: "x" }]);
    expect(planMarked({ live: found, ids: new Set(["id-x"]), rules: [rule("x")] }).steps).toMatchObject([
      { kind: "patch", ruleId: "id-x", rule: { ref: markedRef("x", own) } },
    ]);
  });

  it("takes over the deployment of a managed ruleset from a resource in the state, and from no other", () => {
    const deployment = { action: "execute", action_parameters: { id: "managed", version: "latest" } };
    const declared = [rule("mine", { action: "execute", actionParameters: { id: "managed" } })];
    const within = live([marked("old", mark("b"), deployment)], { phase: MANAGED });
    const held = new Set([codeOf(mark("b"))]);
    expect(planMarked({ live: within, phase: MANAGED, rules: declared, held }).steps).toMatchObject([
      { kind: "patch", rule: { ref: markedRef("mine", own) } },
    ]);
    expect(planMarked({ live: within, phase: MANAGED, rules: declared }).steps).toEqual([]);
    const foreign = live([marked("old", mark("b", "aaaaaaaa", "222222222222"), deployment)], {
      phase: MANAGED,
    });
    const { steps, conflicts } = planMarked({ live: foreign, phase: MANAGED, rules: declared });
    expect(steps).toEqual([]);
    expect(conflicts[0]?.message).toMatch(/rule with ref "old" .*, owned by shop\/prod, already deploys/);
  });

  it("keeps a sibling's rules beside an exclusive owner until a refresh has shown them", () => {
    const found = live([marked("x", mark("b"))]);
    const exclusive = { ownership: "exclusive", previousOwnership: "exclusive" } as const;
    expect(planMarked({ live: found, ...exclusive }).steps).toEqual([]);
    expect(
      planMarked({ live: found, ...exclusive, shown: new Set([markedRef("x", mark("b"))]) }).steps,
    ).toMatchObject([{ kind: "remove" }]);
  });

  it("postpones the removal of a rule until the other resource that declares it has written it", () => {
    const found = live([marked("x", own), marked("y", own)]);
    const moved = { rules: [rule("x")], elsewhere: new Set(["y"]) };
    expect(planMarked({ live: found, ...moved })).toMatchObject({
      steps: [],
      later: [{ kind: "remove", ref: markedRef("y", own) }],
    });
    expect(refsAfter({ live: found, ...moved })).toEqual([markedRef("x", own), markedRef("y", own)]);
    const arrived = live([marked("x", own), marked("y", own), marked("y", mark("b"))]);
    expect(planMarked({ live: arrived, ...moved })).toMatchObject({ steps: [{ kind: "remove" }], later: [] });
    expect(refsAfter({ live: arrived, ...moved })).toEqual([markedRef("x", own), markedRef("y", mark("b"))]);
  });

  it("places rules by the plain ref of a foreign rule, unless two stacks have that ref", () => {
    const theirs = mark("c", "cccccccc", "222222222222");
    const position = (found: Partial<Rule>[]) =>
      planMarked({ live: live(found), rules: [rule("x")], placement: { before: "office" } });
    expect(position([marked("office", theirs)]).steps).toMatchObject([
      { rule: { position: { before: markedRef("office", theirs) } } },
    ]);
    expect(position([marked("office", theirs), { ref: "other" }, { ref: "office" }]).steps).toMatchObject([
      { rule: { position: { before: "office" } } },
    ]);
    const third = mark("d", "dddddddd", "333333333333");
    expect(position([marked("office", theirs), marked("office", third)]).conflicts[0]?.message).toMatch(
      /several rules with that ref: write one of "office~shop\/prod~222222/,
    );
  });
});
