import type { LiveRules } from "../../../../review/changes/live-orders";
import { reviewChange } from "../../../../review/changes/review-change";
import { entrypoint } from "../../../support/reviewed";

const RULES = ["admin", "login", "env"].map((ref) => ({
  ...{ ref, action: "block", expression: `http.request.uri.path eq "/${ref}"` },
}));
const [ADMIN, LOGIN, ENV] = RULES as [(typeof RULES)[number], (typeof RULES)[number], (typeof RULES)[number]];
const SIGNIN = { ...LOGIN, expression: 'http.request.uri.path eq "/signin"' };

/** Reviews an update that changes the rule `login`, with these live rules. */
function reviewOf(live: readonly object[], before = RULES) {
  const found = {
    ...{ kind: "zone", phase: "http_request_firewall_custom" },
    rules: live.map((rule, index) => ({ id: String(index), ...rule })),
  } as LiveRules;
  const step = {
    operation: "update",
    before: entrypoint(before),
    after: entrypoint([ADMIN, SIGNIN, ENV]),
  } as const;
  return reviewChange(
    { source: "pulumi-preview", stack: "shop/dev", steps: [step], others: 0 },
    { policies: [], entrypointOf: () => found },
  );
}
const texts = (live: readonly object[], before = RULES) =>
  reviewOf(live, before)
    .reasons.filter(({ id }) => id === "rules-put-back")
    .map(({ text }) => text.replace(/^.*program: /, ""));

describe("a review with the live rules", () => {
  it("names no rule if nothing was changed outside the program", () => {
    expect(texts(RULES)).toEqual([]);
  });

  it.each([
    [
      "changed",
      [{ ...ADMIN, expression: "ssl", enabled: false }, LOGIN, ENV],
      "admin (enabled, expression).",
    ],
    ["deleted", [ADMIN, LOGIN], "env (removed)."],
    ["moved", [ENV, ADMIN, LOGIN], "env (order)."],
  ])("names a rule that was %s, and is put back because another one changes", (_, live, text) => {
    expect(texts(live)).toEqual([text]);
  });

  it("names no rule of another owner, and none that the program changes in the same member", () => {
    const foreign = { ref: "foreign", action: "block", expression: "ssl" };
    expect(texts([foreign, ADMIN, { ...LOGIN, expression: "ssl" }, ENV])).toEqual([]);
  });

  it("names no rule that the program adds, and that is live already", () => {
    expect(texts(RULES, [ADMIN, LOGIN])).toEqual([]);
  });

  it("compares requests with the live rules, not with those of the state", () => {
    const [ruleset] = reviewOf([{ ...ADMIN, action: "log" }, LOGIN, ENV]).places.flatMap(
      ({ rulesets }) => rulesets,
    );
    expect(ruleset?.requests?.rows.map(({ before, now }) => `${before} → ${now}`)).toContain(
      "passes, logs → block by admin",
    );
  });
});
