import fs from "node:fs";
import path from "node:path";
import { reviewChange } from "../../../../review/changes/review-change";
import type { Review } from "../../../../review/changes/review";
import { readDocument } from "../../../../review/documents/read-document";
import { ROOT } from "../../../../scripts/prepare";
import { rulesToMap } from "../../../../provider/rulesets";

const STACK = "urn:pulumi:dev::shop";
const ZONE = "8792051aba8a6d2f17833905d155bcad";
const RULES = [{ ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' }];

const INPUTS = {
  ZoneEntrypointRuleset: {
    zoneId: ZONE,
    phase: "http_request_firewall_custom",
    rules: rulesToMap(RULES),
  },
  OwaspConfig: { zoneId: ZONE, paranoiaLevel: 2, scoreThreshold: 40 },
  ApiToken: {
    name: "ci",
    policies: [
      {
        resources: { [`com.cloudflare.api.account.zone.${ZONE}`]: "*" },
        permissionGroups: [{ name: "Zone Read" }],
      },
    ],
  },
};
type Kind = keyof typeof INPUTS;

const typeOf = (kind: Kind) => `pulumi-nodejs:dynamic/edge:${kind}`;
const urnOf = (kind: Kind) => `${STACK}::${typeOf(kind)}::a`;
const stateOf = (kind: Kind, more: object = {}) => ({
  urn: urnOf(kind),
  type: typeOf(kind),
  custom: true,
  id: `id of ${kind}`,
  inputs: INPUTS[kind],
  outputs: { value: "[secret]", tokenId: "t" },
  ...more,
});

function reviewOf(steps: readonly { readonly op: string }[], counts: Record<string, number>): Review {
  const document = JSON.stringify({ steps, changeSummary: counts });
  return reviewChange(readDocument(document), { policies: [], now: new Date("2026-11-27T00:00:00Z") });
}
const lines = ({ reasons }: Review) =>
  reasons
    .filter(({ id }) => id !== "replacement-steps-left-out")
    .map(({ severity, id, text }) => `${severity} ${id}: ${text}`);

const deletion = (kind: Kind, more: object = {}) => ({
  op: "delete",
  urn: urnOf(kind),
  oldState: stateOf(kind, more),
});

/** The steps of a replacement in the order of the engine. Without an order, as without --show-replacement-steps. */
function replacement(kind: Kind, first?: "create" | "delete", old: object = {}) {
  const [urn, oldState, newState] = [urnOf(kind), stateOf(kind, old), stateOf(kind)];
  const whole = { op: "replace", urn, oldState, newState };
  const made = { op: "create-replacement", urn, oldState, newState };
  const gone = { op: "delete-replaced", urn, oldState };
  if (first === undefined) return [whole];
  return first === "create" ? [made, whole, gone] : [gone, whole, made];
}

describe("an object that the engine does not delete", () => {
  it.each([
    ["ZoneEntrypointRuleset", "it stays live"],
    ["OwaspConfig", "it stays live"],
    ["ApiToken", "it stays valid"],
  ] as const)("is called unmanaged, not removed, if it is a %s", (kind, stays) => {
    const review = reviewOf([deletion(kind, { retainOnDelete: true })], { delete: 1 });
    expect(lines(review)).toEqual([
      `review left-live: ${kind} "a": it is not deleted (retainOnDelete): ${stays}, managed by nobody.`,
    ]);
    expect(review.counts).toMatchObject({ delete: 1, rulesRemoved: 0 });
    expect(review.requests.writes).toBe(0);
  });

  it("goes with another resource only if that one is deleted, too", () => {
    const deletedWith = urnOf("ZoneEntrypointRuleset");
    const both = [deletion("ApiToken", { deletedWith }), deletion("ZoneEntrypointRuleset")];
    expect(lines(reviewOf(both, { delete: 2 }))).toContain(
      'review left-live: ApiToken "a": it is not deleted (deletedWith): it stays valid, managed by nobody, unless the deletion of "a" ' +
        "deletes it, too.",
    );
    expect(lines(reviewOf([deletion("ApiToken", { deletedWith })], { delete: 1 }))).toEqual([
      expect.stringMatching(/^dangerous token-deleted: /),
    ]);
  });

  it("is the old token of a replacement, whose value stays valid", () => {
    const steps = replacement("ApiToken", "create", { retainOnDelete: true });
    expect(lines(reviewOf(steps, { replace: 1 }))).toEqual([
      'review token-replaced: ApiToken "a": the token is replaced: its value changes, and the old value stays valid. What uses the token ' +
        "is not known.",
      'review left-live: ApiToken "a": what it is before the replacement is not deleted (retainOnDelete): it stays valid, managed by nobody.',
    ]);
  });

  it("is what an interrupted update has left behind, if it is retained", () => {
    const left = {
      op: "delete-replaced",
      urn: urnOf("ApiToken"),
      oldState: stateOf("ApiToken", { retainOnDelete: true }),
    };
    expect(lines(reviewOf([left], { same: 0 }))).toEqual([
      'review left-live: ApiToken "a": it is not deleted (retainOnDelete): it stays valid, managed by nobody.',
    ]);
  });
});

describe("a replacement", () => {
  it("leaves rules and OWASP on if the new one is made first", () => {
    const steps = [
      ...replacement("ZoneEntrypointRuleset", "create"),
      ...replacement("OwaspConfig", "create"),
    ];
    expect(lines(reviewOf(steps, { replace: 2 }))).toEqual([
      'review ruleset-replaced: ZoneEntrypointRuleset "a": the ruleset is replaced: the new one is made before the old one is deleted. It writes 1 rule again: admin.',
      'review owasp-replaced: OwaspConfig "a": the deployment of OWASP is replaced: the new one is made before the old one is deleted.',
    ]);
  });

  it("turns them off for a moment if the old one is deleted first", () => {
    const steps = [
      ...replacement("ZoneEntrypointRuleset", "delete"),
      ...replacement("OwaspConfig", "delete"),
    ];
    expect(lines(reviewOf(steps, { replace: 2 }))).toEqual([
      'dangerous ruleset-replaced: ZoneEntrypointRuleset "a": the ruleset is replaced, and the old one is deleted first: for a moment, its ' +
        "rules do not exist. It writes 1 rule again: admin.",
      'dangerous owasp-replaced: OwaspConfig "a": the deployment of OWASP is replaced, and the old one is deleted first: for a moment, OWASP ' +
        "does not inspect requests.",
    ]);
  });

  it("may do so if the document does not show which comes first", () => {
    expect(lines(reviewOf(replacement("OwaspConfig"), { replace: 1 }))).toEqual([
      'dangerous owasp-replaced: OwaspConfig "a": the deployment of OWASP is replaced: for a moment, OWASP does not inspect requests, if the ' +
        "old one is deleted first, which the document does not show.",
    ]);
  });
});

describe("the review of what the engine has written", () => {
  const sample = (name: string) =>
    reviewChange(
      readDocument(fs.readFileSync(path.join(ROOT, "tests/data/reviews", `${name}.preview.json`), "utf8")),
      { policies: [], now: new Date("2026-11-27T00:00:00Z") },
    );
  const ids = (name: string) => sample(name).reasons.map(({ severity, id }) => `${severity} ${id}`);

  it("says that OWASP is off while it is replaced with deleteBeforeReplace", () => {
    expect(ids("deleted-first")).toEqual(["dangerous owasp-replaced", "review owasp-changed"]);
  });

  it("says that an object with retainOnDelete stays live", () => {
    expect(ids("retained")).toEqual(["review left-live", "review left-live", "review left-live"]);
  });

  it("says that a token stays valid which is to be deleted with an entry point", () => {
    expect(ids("deleted-with")).toEqual(["dangerous ruleset-deleted", "review left-live"]);
  });

  it("names the rule that a person has deleted, and that the update puts back", () => {
    const { reasons } = sample("put-back");
    expect(reasons.filter(({ id }) => id === "rules-put-back")).toEqual([
      expect.objectContaining({
        severity: "review",
        text: 'ZoneEntrypointRuleset "custom": the update puts back what was changed outside the program: env (removed).',
      }),
    ]);
  });
});

describe("an import", () => {
  const state = stateOf("ZoneEntrypointRuleset");
  const imported = { op: "import", urn: state.urn, newState: state };

  it("adds no rule", () => {
    const review = reviewOf([imported], { import: 1 });
    expect(lines(review)).toEqual([
      'low imported: ZoneEntrypointRuleset "a": an object that exists becomes part of the stack, and stays as it is. From then on, a destroy ' +
        "deletes it.",
    ]);
    expect(review.counts).toMatchObject({ create: 0, rulesAdded: 0 });
  });

  it("with an update is one change, of the rules that are live", () => {
    const rules = rulesToMap([{ ...RULES[0]!, action: "log" }]);
    const changed = stateOf("ZoneEntrypointRuleset", { inputs: { ...INPUTS.ZoneEntrypointRuleset, rules } });
    const update = { op: "update", urn: state.urn, oldState: state, newState: changed };
    const review = reviewOf([imported, update], { import: 1, update: 1 });
    expect(review.counts).toMatchObject({ create: 0, update: 1, rulesAdded: 0, rulesChanged: 1 });
    expect(lines(review).map((line) => line.split(":")[0])).toEqual([
      "dangerous requests-open",
      "review rule-changed",
      "low imported",
    ]);
  });
});

describe("a plan of Terraform", () => {
  const values = {
    id: "a".repeat(32),
    kind: "zone",
    name: "default",
    phase: "http_request_firewall_custom",
    zone_id: ZONE,
    rules: RULES,
  };
  const planned = (actions: readonly string[], more: object = {}) => {
    const resource_changes = [
      {
        address: "cloudflare_ruleset.waf",
        type: "cloudflare_ruleset",
        mode: "managed",
        change: { actions, before: values, after: actions.includes("create") ? values : null },
        ...more,
      },
    ];
    const document = JSON.stringify({ format_version: "1.2", resource_changes });
    return lines(reviewChange(readDocument(document), { policies: [] }));
  };

  it("that only forgets a ruleset leaves it live", () => {
    expect(planned(["forget"])).toEqual([
      "review left-live: cloudflare_ruleset.waf: it is not deleted (forget): it stays live, managed by nobody.",
    ]);
  });

  it.each([[["create", "forget"]], [["forget", "create"]]])(
    "replaces by %j without a deletion",
    (actions) => {
      expect(planned(actions)).toEqual([
        "review ruleset-replaced: cloudflare_ruleset.waf: the ruleset is replaced, and the old one is not deleted. It writes 1 rule again: admin.",
        "review left-live: cloudflare_ruleset.waf: what it is before the replacement is not deleted (forget): it stays live, managed by nobody.",
      ]);
    },
  );

  it("says which part of a replacement comes first", () => {
    expect(planned(["delete", "create"])[0]).toMatch(/^dangerous ruleset-replaced: .* deleted first/);
    expect(planned(["create", "delete"])[0]).toMatch(/^review ruleset-replaced: .* made before/);
  });

  it("deletes what an interrupted apply has left", () => {
    expect(planned(["delete"], { deposed: "00000001" })).toContain(
      `review left-behind-deleted: cloudflare_ruleset.waf: an interrupted update has replaced it and left "${"a".repeat(32)}" to be deleted: this ` +
        "update deletes it.",
    );
  });

  it("with an action of a later release is refused", () => {
    expect(() => planned(["archive"])).toThrow(
      'cloudflare_ruleset.waf has the actions "archive", which this release does not know: update pulumi-edge-platform',
    );
  });
});
