import type { LiveRules } from "../../../../review/changes/live-orders";
import { reviewChange } from "../../../../review/changes/review-change";
import { entrypoint } from "../../../support/reviewed";

const RULES = ["admin", "login", "env"].map((ref) => ({
  ref,
  action: "block",
  expression: `http.request.uri.path eq "/${ref}"`,
}));
const [ADMIN, LOGIN, ENV] = RULES as [(typeof RULES)[number], (typeof RULES)[number], (typeof RULES)[number]];
const SIGNIN = { ...LOGIN, expression: 'http.request.uri.path eq "/signin"' };

/** Reviews an update that changes the rule `login`, with these live rules. */
function reviewOf(live: readonly object[], before = RULES, more: object = {}) {
  const found = {
    kind: "zone",
    phase: "http_request_firewall_custom",
    rules: live.map((rule, index) => ({ id: String(index), ...rule })),
  } as LiveRules;
  const step = {
    operation: "update",
    before: entrypoint(before),
    after: entrypoint([ADMIN, SIGNIN, ENV], more),
  } as const;
  return reviewChange(
    { source: "pulumi-preview", stack: "shop/dev", steps: [step], others: 0 },
    { policies: [], entrypointOf: () => found },
  );
}
const texts = (live: readonly object[], before = RULES, more: object = {}) =>
  reviewOf(live, before, more)
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

  it("names a rule of another owner that the update removes", () => {
    const foreign = { ref: "foreign", action: "block", expression: "ssl" };
    const more = { ownership: "exclusive", takeOver: true };
    expect(texts([foreign, ...RULES], RULES, more)).toEqual(["foreign (added)."]);
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

describe("a review of refs that get or lose marks", () => {
  const settingsOf = (rules: typeof RULES) => {
    const step = {
      operation: "update",
      before: entrypoint(rules),
      after: entrypoint(rules, { refs: "exact" }),
    } as const;
    const change = { source: "pulumi-preview", stack: "shop/dev", steps: [step], others: 0 } as const;
    return reviewChange(change, { policies: [] }).reasons.filter(({ id }) => id === "ruleset-settings");
  };

  it("names the rules that the update writes again, ten at most", () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ ...ADMIN, ref: `r${index}` }));
    expect([RULES, many].flatMap(settingsOf).map(({ text }) => text.replace(/^.*": /, ""))).toEqual([
      "refs changes. It writes 3 rules again: admin, login, env.",
      `refs changes. It writes 12 rules again: ${many
        .slice(0, 10)
        .map(({ ref }) => ref)
        .join(", ")}, 2 more.`,
    ]);
  });
});
