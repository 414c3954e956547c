import { difference } from "../../../../provider/rulesets/meaning/difference";
import { reachability } from "../../../../provider/rulesets/meaning/reachability";
import { phaseOf, type Written } from "./small-world";

const ACTIONS = ["block", "managed_challenge", "log", "js_challenge", "block", "challenge"];

/** Rules of hosts and paths, a few of which overlap. */
function manyRules(count: number, actions: readonly string[]): Written[] {
  return Array.from({ length: count }, (_, index) => ({
    ref: `r${String(index)}`,
    action: actions[index % actions.length] ?? "block",
    expression:
      index % 2 === 0
        ? `http.host eq "shop${String(index % 50)}.example.com" and http.request.uri.path contains "/item${String(index)}"`
        : `starts_with(http.request.uri.path, "/item${String(index)}/") or http.user_agent contains "bot${String(index)}"`,
  }));
}

describe("many rules", () => {
  it("are reached behind challenges at the cost of a question about one rule", () => {
    const budget = { steps: 5_000, bytes: 1024 * 1024 };
    const answers = reachability(phaseOf(manyRules(600, ["managed_challenge"])), budget);
    expect(answers.filter(({ answer }) => answer.kind !== "yes")).toEqual([]);
  });

  it("are compared by the rule that was edited", () => {
    const before = manyRules(600, ACTIONS);
    const now = before.map((rule) =>
      rule.ref === "r588" ? { ...rule, expression: `(${rule.expression}) and ssl` } : rule,
    );
    const budget = { steps: 1_000_000, bytes: 16 * 1024 * 1024 };
    const { answers, changes } = difference(phaseOf(before), phaseOf(now), { budget });
    // More than the six requests that are shown change.
    expect(answers.map(({ rest }) => rest.kind)).toEqual(["more", "no", "no", "no"]);
    expect(new Set(changes.map(({ before: { rule } }) => rule?.path))).toEqual(new Set(["r588"]));
  });

  it("are the same, proved by one small question, if the edited rule is behind one that ends its requests", () => {
    const shop = 'http.host eq "shop1.example.com"';
    const first: Written = { ref: "closed", action: "block", expression: shop };
    const edited = (path: string): Written => ({
      ref: "edited",
      action: "challenge",
      expression: `${shop} and http.request.uri.path eq "${path}"`,
    });
    const rules = manyRules(300, ACTIONS);
    const [before, now] = ["/a", "/b"].map((path) =>
      phaseOf([first, ...rules, edited(path), ...manyRules(200, ACTIONS)]),
    );
    if (!before || !now) throw new Error("there are two versions");
    const { answers, changes } = difference(before, now, { budget: { steps: 50_000, bytes: 1024 * 1024 } });
    expect(changes).toEqual([]);
    expect(answers.map(({ rest }) => rest.kind)).toEqual(["no", "no", "no", "no"]);
  });
});
