import { checkExecuted, warnOfSkipped, type RuleState } from "../../../../provider/rulesets";

/** Rules that run or skip other rulesets, against the rulesets that the zone or account lists. */
const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const OWN = "a".repeat(32);
const NOBODY = "0123456789abcdef0123456789abcdef";

const listed = [
  { id: OWN, name: "Scanners", kind: "custom", version: "1", phase: CUSTOM },
  { id: "b".repeat(32), name: "Limits", kind: "custom", version: "1", phase: "http_ratelimit" },
  { id: "c".repeat(32), name: "default", kind: "zone", version: "1", phase: CUSTOM },
  { id: "d".repeat(32), name: "Vendor's", kind: "managed", version: "1", phase: MANAGED },
];

const rule = (action: string, actionParameters: Record<string, unknown>): RuleState => ({
  ref: "run",
  action,
  actionParameters,
  expression: "true",
});
const executed = (id: unknown, at: object = {}) =>
  checkExecuted([rule("execute", { id })], listed, { phase: CUSTOM, kind: "zone", secret: false, ...at });
const at = 'rules["run"].actionParameters.id';

describe("a rule may execute", () => {
  it.each([
    ["a custom ruleset of its place and phase", OWN, {}],
    ["a managed ruleset of its phase that is listed", "d".repeat(32), { phase: MANAGED }],
    ["a public managed ruleset, which the rule book judges", OWASP, { phase: MANAGED }],
    ["a ruleset that the preview does not know yet", "04da6b54-80e4-46f7-96ec-b56ff0331ba9", {}],
  ])("%s", (_, id, place) => expect(executed(id, place)).toEqual([]));
});

describe("a rule may not execute", () => {
  it("an id that nobody has, in a zone", () =>
    expect(executed(NOBODY)).toEqual([
      {
        path: at,
        message:
          `names no ruleset that this zone can execute, found "${NOBODY}"; rulesets of the phase ${CUSTOM} here are ${OWN} ` +
          "(Scanners); a zone cannot execute a custom ruleset of its account: execute that one in an AccountEntrypointRuleset",
      },
    ]));

  it("an id that nobody has, in an account without rulesets of the phase", () =>
    expect(executed(NOBODY, { phase: "magic_transit", kind: "root" })).toEqual([
      {
        path: at,
        message: `names no ruleset that this account can execute, found "${NOBODY}"; this account has no ruleset of the phase magic_transit to execute`,
      },
    ]));

  it("an id that is nearly right", () =>
    expect(executed(`b${"a".repeat(31)}`, { kind: "root" })[0]?.message).toBe(
      `names no ruleset that this account can execute, found "b${"a".repeat(31)}"; did you mean ${OWN} (Scanners)?`,
    ));

  it("a ruleset of another phase", () =>
    expect(executed("b".repeat(32))).toEqual([
      {
        path: at,
        message: `names "Limits" of the phase http_ratelimit, and the rule is in the phase ${CUSTOM}; rulesets of the phase ${CUSTOM} here are ${OWN} (Scanners)`,
      },
    ]));

  it("an entry point", () =>
    expect(executed("c".repeat(32))[0]?.message).toBe(
      `names the entry point of the phase ${CUSTOM}, and only managed and custom rulesets can be executed; rulesets of the phase ${CUSTOM} here are ${OWN} (Scanners)`,
    ));

  it("an id that is secret, which the message does not show", () =>
    expect(executed(NOBODY, { secret: true })[0]?.message).not.toContain(NOBODY));
});

describe("a skip of rulesets", () => {
  const skipped = (actionParameters: Record<string, unknown>) =>
    warnOfSkipped([rule("skip", actionParameters)], listed, { phase: MANAGED, kind: "zone", secret: false });

  it("warns of an id that nobody has", () => {
    const message = `names no ruleset of this zone, found "${NOBODY}"; rulesets of the phase ${MANAGED} here are ${"d".repeat(32)} (Vendor's)`;
    expect(skipped({ rulesets: [OWASP, NOBODY] })).toEqual([
      { path: 'rules["run"].actionParameters.rulesets[1]', message },
    ]);
    expect(skipped({ rules: { [NOBODY]: ["e".repeat(32)] } })).toEqual([
      { path: `rules["run"].actionParameters.rules.${NOBODY}`, message },
    ]);
  });

  it("passes those that are listed or public", () =>
    expect(skipped({ rulesets: ["d".repeat(32), OWASP], rules: { [OWASP]: [] } })).toEqual([]));
});
