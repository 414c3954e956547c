import type { Ruleset } from "../../../../provider/api";
import { reviewRuleset } from "../../../../review/changes/review-ruleset";
import type { OrderedRule } from "../../../../review/changes/review";
import { entrypoint } from "../../../support/reviewed";

const rule = (ref: string) => ({ ref, action: "block", expression: `http.host eq "${ref}"` });
const live = (...refs: string[]) =>
  ({
    id: "1",
    name: "default",
    kind: "zone",
    phase: "http_request_firewall_custom",
    rules: refs.map((ref, index) => ({
      id: String(index),
      version: "1",
      action: "log",
      expression: `http.host eq "${ref}"`,
      ref,
    })),
    // Only these members are read.
  }) as unknown as Ruleset;
const listed = (rules: readonly OrderedRule[]) =>
  rules.map(({ ref, mark, isForeign }) => `${mark} ${ref}${isForeign ? " (foreign)" : ""}`);
const orders = (
  before: readonly string[],
  after: readonly string[],
  there: readonly string[],
  more: object = {},
) => {
  const made = reviewRuleset(
    "update",
    entrypoint(before.map(rule), more),
    entrypoint(after.map(rule), more),
    { live: live(...there), stack: [] },
  );
  return { before: listed(made.before), after: listed(made.after) };
};

describe("the rules of a live entry point before and after a change", () => {
  it("contain the foreign rules where they are", () => {
    expect(orders(["a", "b"], ["a", "new", "b"], ["theirs", "a", "more", "b"])).toEqual({
      before: ["same theirs (foreign)", "same a", "same more (foreign)", "same b"],
      after: ["same theirs (foreign)", "same a", "added new", "same more (foreign)", "same b"],
    });
  });

  it.each([
    ["first", ["added new", "same a", "same x (foreign)", "same y (foreign)"]],
    ["last", ["same x (foreign)", "same y (foreign)", "added new", "same a"]],
    [{ after: "x" }, ["same x (foreign)", "added new", "same a", "same y (foreign)"]],
    [{ before: "y" }, ["same x (foreign)", "added new", "same a", "same y (foreign)"]],
  ])("are in the order that the position %j brings about", (position, after) => {
    const there =
      position === "first" ? ["a", "x", "y"] : position === "last" ? ["x", "y", "a"] : ["x", "a", "y"];
    expect(orders(["a"], ["new", "a"], there, { position }).after).toEqual(after);
  });

  it("lose the foreign rules to an exclusive owner", () => {
    expect(orders(["a"], ["a", "new"], ["theirs", "a"], { ownership: "exclusive" })).toEqual({
      before: ["removed theirs (foreign)", "same a"],
      after: ["same a", "added new"],
    });
  });

  it("keep a foreign rule with the ref of an own one apart from it", () => {
    const marked = "a~other/prod~0123456789abcdefghij";
    const { before, after } = orders(["a"], ["b"], ["a", marked]);
    expect(before).toEqual(["removed a", "same a (foreign)"]);
    expect(after).toEqual(["same a (foreign)", "added b"]);
  });

  it("end with rules of the state that are no longer live", () => {
    expect(orders(["a", "lost"], ["a", "lost"], ["a", "theirs"]).before).toEqual([
      "same a",
      "same theirs (foreign)",
      "same lost",
    ]);
  });

  it("show a foreign rule as text", () => {
    const { before } = reviewRuleset("update", entrypoint([]), entrypoint([rule("a")]), {
      live: live("<script>"),
      stack: [],
    });
    expect(before).toEqual([
      {
        ref: "<script>",
        mark: "same",
        isForeign: true,
        enabled: true,
        description: null,
        action: { text: "log" },
        expression: { text: 'http.host eq "<script>"' },
      },
    ]);
  });

  it("hide the conditions of rules with the mark of another stack, whose program may say that they are secret", () => {
    const made = reviewRuleset("update", entrypoint([rule("a")]), entrypoint([rule("b")]), {
      live: live("theirs~other/prod~0123456789abcdefghij", "a", "by-hand"),
      stack: [],
    });
    const expressions = (rules: readonly OrderedRule[]) => rules.map(({ expression }) => expression);
    const hidden = { hidden: "secret" };
    const shown = (ref: string) => ({ text: `http.host eq "${ref}"` });
    expect(expressions(made.before)).toEqual([hidden, shown("a"), shown("by-hand")]);
    expect(expressions(made.after)).toEqual([hidden, shown("by-hand"), shown("b")]);
  });

  it("hide the expressions of foreign rules where the program has secret ones, which may look foreign", () => {
    const secret = { secretInputs: ["rules"] };
    const made = reviewRuleset("update", entrypoint([rule("a")], secret), entrypoint([rule("a")], secret), {
      live: live("b"),
      stack: [],
    });
    expect(made.before.find(({ isForeign }) => isForeign)?.expression).toEqual({ hidden: "secret" });
  });
});
