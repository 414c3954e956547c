import { type EntrypointInput, type RuleState } from "../../../../provider/rulesets";
import { CUSTOM, live, plan, rule } from "./plan-fixture";

describe("planEntrypoint", () => {
  it("creates an entry point with its rules in one request", () => {
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

  it("adds rules to an empty entry point without a list of rules", () => {
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

  it("adds rules before it removes others, so that traffic is protected at all times", () => {
    const steps = plan({ live: before, rules: [rule("a"), rule("b"), rule("renamed")], ours }).steps;
    expect(steps.map(({ kind }) => kind)).toEqual(["add", "remove"]);
  });

  it("does not adopt a rule because its ref and content are equal", () => {
    const { steps, conflicts } = plan({ live: before, rules: [rule("a"), rule("b")] });
    expect(steps).toEqual([]);
    expect(conflicts.map(({ ref }) => ref)).toEqual(["a", "b"]);
  });

  it("reports a rule with the same ref and other content, unless takeOver is set", () => {
    const rules = [rule("a", { action: "log", description: "mine" })];
    const refused = plan({ live: before, rules });
    expect(refused.steps).toEqual([]);
    expect(refused.conflicts).toEqual([
      {
        argument: "rules",
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

  it("restores its own rule that was removed by hand", () => {
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
      {
        argument: "position",
        ref: Object.values(placement)[0],
        message: expect.stringMatching(message) as string,
      },
    ]);
  });

  it("places new rules around a foreign rule", () => {
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
