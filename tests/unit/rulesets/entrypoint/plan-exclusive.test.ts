import { RulesetModel } from "../../../support/ruleset-model";
import { MANAGED, live, plan, rule } from "./plan-fixture";

const owasp = {
  ref: "owasp",
  action: "execute",
  action_parameters: { id: "managed", version: "latest" },
  expression: "true",
};

describe("planEntrypoint for an exclusive owner", () => {
  const exclusive = { ownership: "exclusive" } as const;

  it("reports foreign rules and writes nothing at create, unless takeOver is set", () => {
    const found = live([{ ref: "x", description: "by hand" }]);
    const refused = plan({ ...exclusive, live: found, rules: [rule("a")] });
    expect(refused.steps).toEqual([]);
    expect(refused.conflicts.map(({ ref }) => ref)).toEqual(["x"]);
    expect(refused.conflicts[0]?.message).toContain('"x" (block: by hand)');
    expect(refused.foreign).toMatchObject([
      { id: "id-x", ref: "x", description: "by hand", action: "block", expression: "ssl" },
    ]);
    expect(plan({ ...exclusive, live: found, rules: [rule("a")], takeOver: true }).steps).toMatchObject([
      { kind: "replace" },
    ]);
  });

  it("reports foreign rules when the ownership changes from shared", () => {
    const found = live([{ ref: "a" }, { ref: "x" }]);
    const changed = { ...exclusive, live: found, rules: [rule("a")], ours: new Set(["a"]) };
    expect(plan({ ...changed, previousOwnership: "shared" }).conflicts.map(({ ref }) => ref)).toEqual(["x"]);
    // What somebody has added since the last refresh is not removed unseen.
    expect(plan({ ...changed, previousOwnership: "exclusive" }).conflicts.map(({ ref }) => ref)).toEqual([
      "x",
    ]);
    const shown = new Set(["x"]);
    expect(plan({ ...changed, previousOwnership: "exclusive", shown }).steps).toEqual([
      { kind: "remove", ruleId: "id-x", ref: "x" },
    ]);
  });

  it("replaces the whole list, with ids and refs, if that needs fewer requests", () => {
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

  it("changes the description, unlike a shared owner", () => {
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

  it("never changes a foreign deployment of a managed ruleset", () => {
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

  it("keeps that deployment in a replacement that sets the description", () => {
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
