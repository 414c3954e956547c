import type { Rule, Ruleset } from "../../../provider/api";
import { planEntrypoint, resolveStep, type EntrypointInput, type RuleArgs } from "../../../provider/rulesets";
import { RulesetModel } from "../../support/ruleset-model";

const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";

const rule = (ref: string, over: Partial<RuleArgs> = {}): RuleArgs => ({
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

  it.each<[string, RuleArgs[], unknown[]]>([
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

  it("takes a rule that an earlier attempt made, whose answer was lost, for its own", () => {
    expect(plan({ live: before, rules: [rule("a"), rule("b")] })).toMatchObject({ steps: [], conflicts: [] });
  });

  it("does not touch a rule of the same ref with other content, unless it may take it over", () => {
    const rules = [rule("a", { action: "log", description: "mine" })];
    const refused = plan({ live: before, rules });
    expect(refused.steps).toEqual([]);
    expect(refused.conflicts).toEqual([
      {
        ref: "a",
        message:
          'the entry point has a rule of ref "a" (id id-a) that this resource did not make, and its action, description ' +
          "would change; give yours another ref, or set takeOver: true to make that rule yours",
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
    [{ before: "a" }, /"a", which is one of the rules to be placed/],
    [{ after: "xx" }, /no rule of somebody else with that ref; did you mean "x"\?/],
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
    expect(plan(changed).steps).toEqual([{ kind: "remove", ruleId: "id-x", ref: "x" }]);
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
    expect(() => resolveStep(step, live([]))).toThrow('no longer has the rule of ref "a"');
  });
});
