import type { Rule, Ruleset } from "../../../../provider/api";
import { codeOf, markedRef, type Mark } from "../../../../provider/marks";
import {
  planEntrypoint,
  resolveStep,
  type EntrypointInput,
  type RuleState,
} from "../../../../provider/rulesets";
import { RulesetModel } from "../../../support/ruleset-model";

const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";

const rule = (ref: string, over: Partial<RuleState> = {}): RuleState => ({
  ref,
  action: "block",
  expression: "ssl",
  ...over,
});
const live = (rules: Partial<Rule>[], over: Partial<Ruleset> = {}): Ruleset => ({
  id: "ruleset",
  name: "default",
  kind: "zone",
  version: "3",
  phase: CUSTOM,
  description: "",
  rules: rules.map(({ ref = "", ...rest }) => ({
    id: `id-${ref}`,
    ref,
    version: "1",
    action: "block",
    expression: "ssl",
    enabled: true,
    last_updated: "2030-01-01T00:00:00.000001Z",
    ...rest,
  })),
  ...over,
});
const plan = (over: Partial<EntrypointInput>) =>
  planEntrypoint({
    live: undefined,
    phase: CUSTOM,
    rules: [],
    ours: new Set(),
    ownership: "shared",
    kind: "zone",
    ...over,
  });
const owasp = {
  ref: "owasp",
  action: "execute",
  action_parameters: { id: "managed", version: "latest" },
  expression: "true",
};

describe("planEntrypoint", () => {
  it("makes an entry point with its rules in one request", () => {
    expect(plan({ rules: [rule("a")], description: "ours" }).steps).toEqual([
      {
        kind: "create",
        body: {
          name: "default",
          kind: "zone",
          phase: CUSTOM,
          description: "ours",
          rules: [{ ref: "a", action: "block", expression: "ssl" }],
        },
      },
    ]);
  });

  it("fills an entry point that stands empty, without a list of rules", () => {
    const empty = live([]);
    delete empty.rules;
    expect(plan({ live: empty, rules: [rule("a")] }).steps).toEqual([
      { kind: "add", rule: { ref: "a", action: "block", expression: "ssl", position: { after: "" } } },
    ]);
  });

  const before = live([{ ref: "a" }, { ref: "x" }, { ref: "b" }, { ref: "c" }]);
  const ours = new Set(["a", "b", "c"]);

  it.each<[string, RuleState[], unknown[]]>([
    ["nothing when nothing changed", [rule("a"), rule("b"), rule("c")], []],
    [
      "one PATCH for a changed rule",
      [rule("a"), rule("b", { expression: "not ssl" }), rule("c")],
      [
        {
          kind: "patch",
          ruleId: "id-b",
          ref: "b",
          rule: { ref: "b", action: "block", expression: "not ssl" },
        },
      ],
    ],
    [
      "one POST behind its neighbour for a new rule",
      [rule("a"), rule("n"), rule("b"), rule("c")],
      [{ kind: "add", rule: { ref: "n", action: "block", expression: "ssl", position: { after: "a" } } }],
    ],
    [
      "one POST before the next for a new first rule",
      [rule("n"), rule("a"), rule("b"), rule("c")],
      [{ kind: "add", rule: { ref: "n", action: "block", expression: "ssl", position: { before: "a" } } }],
    ],
    ["one DELETE for a removed rule", [rule("a"), rule("c")], [{ kind: "remove", ruleId: "id-b", ref: "b" }]],
    [
      "one PATCH of the position alone for a moved rule",
      [rule("c"), rule("a"), rule("b")],
      [{ kind: "move", ruleId: "id-c", ref: "c", position: { before: "a" } }],
    ],
    [
      "one PATCH for a rule that moved and changed",
      [rule("b", { enabled: false }), rule("a"), rule("c")],
      [
        {
          kind: "patch",
          ruleId: "id-b",
          ref: "b",
          rule: { ref: "b", action: "block", expression: "ssl", enabled: false, position: { before: "a" } },
        },
      ],
    ],
  ])("sends %s", (_, rules, steps) => {
    const made = plan({ live: before, rules, ours });
    expect(made.steps).toEqual(steps);
    expect(made.foreign.map(({ ref }) => ref)).toEqual(["x"]);
  });

  it("adds before it removes, so that no moment is without protection", () => {
    const steps = plan({ live: before, rules: [rule("a"), rule("b"), rule("renamed")], ours }).steps;
    expect(steps.map(({ kind }) => kind)).toEqual(["add", "remove"]);
  });

  it("does not take a rule for its own because ref and content are equal", () => {
    const { steps, conflicts } = plan({ live: before, rules: [rule("a"), rule("b")] });
    expect(steps).toEqual([]);
    expect(conflicts.map(({ ref }) => ref)).toEqual(["a", "b"]);
  });

  it("does not touch a rule of the same ref with other content, unless it may take it over", () => {
    const rules = [rule("a", { action: "log", description: "mine" })];
    const refused = plan({ live: before, rules });
    expect(refused.steps).toEqual([]);
    expect(refused.conflicts).toEqual([
      {
        ref: "a",
        message:
          'the entry point has a rule with ref "a" (id id-a) that this resource did not create, and its action, description ' +
          "would change; declare another ref, or set takeOver: true to take over that rule",
      },
    ]);
    expect(plan({ live: before, rules, takeOver: true }).steps).toMatchObject([
      { kind: "patch", ruleId: "id-a" },
    ]);
  });

  it("puts a rule of its own back that somebody removed", () => {
    const steps = plan({
      live: live([{ ref: "a" }]),
      rules: [rule("a"), rule("b")],
      ours: new Set(["a", "b"]),
    }).steps;
    expect(steps).toMatchObject([{ kind: "add", rule: { ref: "b", position: { after: "a" } } }]);
  });

  it.each([
    [{ before: "a" }, /"a", which is one of the rules that the position applies to/],
    [{ after: "xx" }, /no foreign rule with that ref; did you mean "x"\?/],
  ])("cannot place rules %j", (placement, message) => {
    const { steps, conflicts } = plan({ live: before, rules: [rule("a")], ours, placement });
    expect(steps).toEqual([]);
    expect(conflicts).toEqual([
      { ref: Object.values(placement)[0], message: expect.stringMatching(message) as string },
    ]);
  });

  it("places new rules around the rule of somebody else", () => {
    const other = live([{ ref: "w" }, { ref: "x" }]);
    const position = (placement: EntrypointInput["placement"]) =>
      plan({ live: other, rules: [rule("a")], placement }).steps.map(
        (step) => step.kind === "add" && step.rule.position,
      );
    expect(position("first")).toEqual([{ before: "" }]);
    expect(position("last")).toEqual([{ after: "" }]);
    expect(position({ before: "x" })).toEqual([{ before: "x" }]);
    expect(position({ after: "w" })).toEqual([{ after: "w" }]);
  });
});

describe("planEntrypoint for an exclusive owner", () => {
  const exclusive = { ownership: "exclusive" } as const;

  it("lists the rules of others and does nothing at create, unless it may take over", () => {
    const found = live([{ ref: "x", description: "by hand" }]);
    const refused = plan({ ...exclusive, live: found, rules: [rule("a")] });
    expect(refused.steps).toEqual([]);
    expect(refused.conflicts.map(({ ref }) => ref)).toEqual(["x"]);
    expect(refused.conflicts[0]?.message).toContain('"x" (block: by hand)');
    expect(refused.foreign).toEqual([
      { id: "id-x", ref: "x", description: "by hand", action: "block", expression: "ssl" },
    ]);
    expect(plan({ ...exclusive, live: found, rules: [rule("a")], takeOver: true }).steps).toMatchObject([
      { kind: "replace" },
    ]);
  });

  it("asks as well when it was a shared owner until now", () => {
    const found = live([{ ref: "a" }, { ref: "x" }]);
    const changed = { ...exclusive, live: found, rules: [rule("a")], ours: new Set(["a"]) };
    expect(plan({ ...changed, previousOwnership: "shared" }).conflicts.map(({ ref }) => ref)).toEqual(["x"]);
    expect(plan({ ...changed, previousOwnership: "exclusive" }).steps).toEqual([
      { kind: "remove", ruleId: "id-x", ref: "x" },
    ]);
  });

  it("replaces the whole with ids and refs where that is fewer requests", () => {
    const found = live([{ ref: "a" }, { ref: "b" }]);
    const rules = [rule("b", { action: "log" }), rule("n"), rule("a")];
    expect(plan({ ...exclusive, live: found, rules, ours: new Set(["a", "b"]) }).steps).toEqual([
      {
        kind: "replace",
        body: {
          description: "",
          rules: [
            { id: "id-b", ref: "b", action: "log", expression: "ssl" },
            { ref: "n", action: "block", expression: "ssl" },
            { id: "id-a", ref: "a", action: "block", expression: "ssl" },
          ],
        },
      },
    ]);
  });

  it("changes the description, which a shared owner leaves alone", () => {
    const changed = {
      live: live([{ ref: "a" }]),
      rules: [rule("a")],
      ours: new Set(["a"]),
      description: "new",
    };
    expect(plan({ ...exclusive, ...changed }).steps).toMatchObject([
      { kind: "replace", body: { description: "new" } },
    ]);
    expect(plan(changed).steps).toEqual([]);
    expect(plan({ ...exclusive, ...changed, description: "" }).steps).toEqual([]);
  });

  it("never touches a managed deployment that somebody else manages", () => {
    const found = live([owasp, { ref: "a" }, { ref: "b" }], { phase: MANAGED });
    const over = {
      ...exclusive,
      live: found,
      phase: MANAGED,
      ours: new Set(["a", "b"]),
      takeOver: true,
    } as const;
    const rules = [rule("b", { action: "log" }), rule("a", { action: "log" })];
    expect(plan({ ...over, rules }).steps.map(({ kind }) => kind)).toEqual(["patch", "patch"]);
    expect(plan({ ...over, rules: [] }).steps.map((step) => "ref" in step && step.ref)).toEqual(["a", "b"]);
  });

  it("keeps that deployment where only a replacement can set the description", () => {
    const found = live([{ ref: "a" }, owasp, { ref: "b" }], { phase: MANAGED });
    const rules = [rule("a"), rule("n"), rule("b")];
    const over = {
      live: found,
      phase: MANAGED,
      ours: new Set(["a", "b"]),
      rules,
      description: "new",
    } as const;
    const model = new RulesetModel(found);
    plan({ ...exclusive, ...over }).steps.forEach((step) => model.execute(step));
    expect(model.refs).toEqual(["a", "n", "owasp", "b"]);
    expect(model.rules[2]).toMatchObject({
      id: "id-owasp",
      action: "execute",
      action_parameters: { id: "managed" },
    });
    expect(model.live?.description).toBe("new");
  });
});

describe("resolveStep", () => {
  it("puts the ids of the newest answer in", () => {
    const step = { kind: "move", ruleId: "id-b", ref: "b", position: { after: "a" } } as const;
    expect(resolveStep(step, live([{ ref: "a" }]))).toEqual({ ...step, position: { after: "id-a" } });
  });

  it("finds a rule without a ref by its id", () => {
    const found = live([{}]);
    const step = { kind: "move", ruleId: "id-b", ref: "b", position: { before: "id-" } } as const;
    delete found.rules?.[0]?.ref;
    expect(resolveStep(step, found)).toEqual(step);
  });

  it("throws where the rule is gone", () => {
    const step = {
      kind: "add",
      rule: { action: "log", expression: "true", position: { after: "a" } },
    } as const;
    expect(() => resolveStep(step, live([]))).toThrow('no longer has the rule with ref "a"');
  });
});

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
