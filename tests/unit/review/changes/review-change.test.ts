import fs from "node:fs";
import path from "node:path";
import { reviewChange } from "../../../../review/changes/review-change";
import { Review } from "../../../../review/changes/review";
import { readDocument } from "../../../../review/documents/read-document";
import type { PlannedStep } from "../../../../review/documents/planned-change";
import { ROOT } from "../../../../scripts/prepare";
import { edgeResource, entrypoint, owasp, token, ZONE_ID } from "../../../support/reviewed";

const NOW = new Date("2026-11-22T00:00:00Z");
const reviewOf = (...steps: PlannedStep[]) =>
  reviewChange({ source: "pulumi-preview", stack: "shop/dev", steps, others: 0 }, { policies: [], now: NOW });
const sample = (name: string) =>
  reviewChange(readDocument(fs.readFileSync(path.join(ROOT, "tests/data/reviews", name), "utf8")), {
    policies: [],
  });
const reasons = (...steps: PlannedStep[]) =>
  reviewOf(...steps).reasons.map(({ severity, id }) => `${severity} ${id}`);
const rule = (ref: string, more: object = {}) => ({
  ref,
  action: "block",
  expression: `http.host eq "${ref}"`,
  ...more,
});

const zoneToken = (groups: readonly string[], more: object = {}) =>
  token({
    policies: [
      { resources: { [`zone.${ZONE_ID}`]: "*" }, permissionGroups: groups.map((name) => ({ name })) },
    ],
    expiresOn: "2030-01-01T00:00:00Z",
    condition: { requestIp: { in: ["192.0.2.0/24"] } },
    ...more,
  });

const ACCOUNT_ID = "01a7362d577a6c3019a474fd6f485823";
const CUSTOM_ID = "2f2feab2026849078ba485f918791bdc";
const shared = edgeResource(
  "ruleset",
  "Ruleset",
  "shared",
  { accountId: ACCOUNT_ID, name: "shared", phase: "http_request_firewall_custom", rules: {} },
  `account/${ACCOUNT_ID}/${CUSTOM_ID}`,
);
const executing = (id: string) =>
  entrypoint([{ ref: "run", action: "execute", actionParameters: { id }, expression: "true" }]);

describe("a custom ruleset that is deleted", () => {
  const removal = { operation: "delete", before: shared } as const;
  const about = (...steps: PlannedStep[]) =>
    reviewOf(removal, ...steps).reasons.filter(({ id }) => id === "executed-ruleset-removed");

  it("is reported if a rule that stays executes it", () => {
    const after = executing(CUSTOM_ID);
    expect(about({ operation: "same", before: after, after })).toEqual([
      {
        id: "executed-ruleset-removed",
        severity: "review",
        urn: shared.urn,
        path: "",
        text:
          'Ruleset "shared": The ruleset is deleted, and ZoneEntrypointRuleset "custom": rules["run"] of this stack still executes it: ' +
          "the API refuses the deletion. Remove the rule, or keep the ruleset.",
      },
    ]);
  });

  it.each([
    ["the rule is removed, too", "update", executing(CUSTOM_ID), entrypoint([])],
    ["the whole entry point is removed, too", "delete", executing(CUSTOM_ID), undefined],
    ["the rule executes another ruleset", "same", executing("a".repeat(32)), executing("a".repeat(32))],
  ] as const)("is not reported if %s", (_, operation, before, after) => {
    expect(about({ operation, before, ...(after && { after }) })).toEqual([]);
  });
});

describe("the severity of a change", () => {
  it("is none if nothing changes", () => {
    const same = entrypoint([rule("a")]);
    expect(reviewOf({ operation: "same", before: same, after: same })).toMatchObject({
      severity: "none",
      reasons: [],
      counts: { same: 1, update: 0 },
    });
  });

  it("is low if only a description changes", () => {
    const step = {
      operation: "update",
      before: entrypoint([rule("a")]),
      after: entrypoint([rule("a", { description: "All of a" })]),
    } as const;
    expect(reasons(step)).toEqual(["low rule-described"]);
    expect(reviewOf(step).severity).toBe("low");
  });

  it.each([
    ["a rule is added", [rule("a")], [rule("a"), rule("b")], ["review rule-added"]],
    [
      "a rule is removed",
      [rule("a"), rule("b")],
      [rule("a")],
      ["dangerous requests-open", "review rule-removed"],
    ],
    [
      "an expression changes",
      [rule("a")],
      [rule("a", { expression: "ip.src eq 192.0.2.1" })],
      ["dangerous requests-open", "review rule-changed"],
    ],
    ["a rule moves", [rule("a"), rule("b")], [rule("b"), rule("a")], ["review rule-moved"]],
    [
      "all rules are removed",
      [rule("a")],
      [],
      ["dangerous all-rules-removed", "dangerous requests-open", "review rule-removed"],
    ],
    [
      "a rule blocks everything",
      [rule("a")],
      [rule("a", { expression: "true" })],
      ["dangerous hazard-blocks-everything", "review rule-changed"],
    ],
  ])("follows if %s", (_name, before, after, expected) => {
    expect(reasons({ operation: "update", before: entrypoint(before), after: entrypoint(after) })).toEqual(
      expected,
    );
  });

  it("is dangerous if more than ten rules are removed in one change", () => {
    const rules = Array.from({ length: 12 }, (_, index) => rule(`r${index}`));
    const removing = (count: number) =>
      reasons({ operation: "update", before: entrypoint(rules), after: entrypoint(rules.slice(count)) });
    expect(removing(10)).not.toContain("dangerous rules-removed-in-mass");
    expect(removing(11)).toContain("dangerous rules-removed-in-mass");
  });

  it("is dangerous if an entry point is deleted, with the number of its rules", () => {
    const review = reviewOf({ operation: "delete", before: entrypoint([rule("a")]) });
    expect(review.reasons[0]).toMatchObject({
      id: "ruleset-deleted",
      severity: "dangerous",
      text: 'ZoneEntrypointRuleset "custom": the entry point is deleted with its rule: requests pass without it.',
    });
  });

  it("does not blame a change for a hazard that was there before", () => {
    const blocking = rule("a", { expression: "true" });
    const review = reviewOf({
      operation: "update",
      before: entrypoint([blocking]),
      after: entrypoint([blocking, rule("b")]),
    });
    expect(review.hazards.map(({ id, isNew }) => `${id} ${String(isNew)}`)).toContain(
      "blocks-everything false",
    );
    expect(review.reasons.map(({ id }) => id)).not.toContain("hazard-blocks-everything");
  });

  it("is low if a filter is removed, and the reason says so", () => {
    const before = edgeResource("filter", "ValidatedFilter", "office", { expression: "ssl" });
    expect(reviewOf({ operation: "delete", before }).reasons).toMatchObject([
      { severity: "low", text: 'ValidatedFilter "office": A validated filter expression is removed.' },
    ]);
  });

  it.each([
    ["a lower level", { paranoiaLevel: 1, scoreThreshold: 40 }, "dangerous owasp-weaker"],
    ["a higher threshold", { paranoiaLevel: 2, scoreThreshold: "low" }, "dangerous owasp-weaker"],
    ["a weaker action", { paranoiaLevel: 2, scoreThreshold: 40, action: "log" }, "dangerous owasp-weaker"],
    [
      "a disabled deployment",
      { paranoiaLevel: 2, scoreThreshold: 40, enabled: false },
      "dangerous owasp-off",
    ],
    ["a stricter level", { paranoiaLevel: 3, scoreThreshold: 40 }, "review owasp-changed"],
    [
      "a rule that is turned off",
      { paranoiaLevel: 2, scoreThreshold: 40, rules: [{ number: "920272", enabled: false }] },
      "review owasp-rules-off",
    ],
  ])("judges OWASP with %s", (_name, after, expected) => {
    const before = owasp({ paranoiaLevel: 2, scoreThreshold: "medium" });
    expect(reasons({ operation: "update", before, after: owasp(after) })).toEqual([expected]);
  });

  it.each([
    ["token making", zoneToken(["Zone Read", "API Tokens Write"]), "dangerous token-can-make-tokens"],
    [
      "all zones",
      zoneToken([], {
        policies: [{ resources: { "zone.*": "*" }, permissionGroups: [{ name: "Zone Read" }] }],
      }),
      "dangerous token-reaches-all-accounts-or-zones",
    ],
    ["one more permission", zoneToken(["Zone Read", "DNS Write"]), "review token-gains-access"],
    ["no end", zoneToken(["Zone Read"], { expiresOn: undefined }), "review token-never-ends"],
  ])("judges a token that gains %s", (_name, after, expected) => {
    expect(reasons({ operation: "update", before: zoneToken(["Zone Read"]), after })).toContain(expected);
  });

  it("finds a lifted denial, which gives access", () => {
    const policy = { resources: { [`zone.${ZONE_ID}`]: "*" }, permissionGroups: [{ name: "DNS Write" }] };
    const before = zoneToken([], { policies: [{ ...policy, effect: "deny" }] });
    expect(
      reasons({ operation: "update", before, after: zoneToken([], { policies: [], now: NOW }) }),
    ).toContain("review token-gains-access");
  });
});

describe("the review of a captured preview", () => {
  const review = sample("change.preview.json");

  it("has the published form", () => {
    expect(Review.parse(review)).toEqual(review);
  });

  it("is the same as the review of the event log, except for source positions", () => {
    const events = sample("change.events.jsonl");
    const plain = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value, (name, member: unknown) => (name === "position" ? null : member)),
      ) as object;
    expect({ ...plain(events), source: "" }).toEqual({ ...plain(review), source: "" });
  });

  it("describes the tokens as matrices of permission groups and resources", () => {
    const ci = review.tokens.find(({ label }) => label === 'ApiToken "ci"');
    expect(ci?.access).toEqual([
      {
        group: "Zone Read",
        on: "zone.*",
        effect: "allow",
        change: "gained",
        risk: "reaches all accounts or zones",
      },
      {
        group: "Zone WAF Write",
        on: "zone.*",
        effect: "allow",
        change: "gained",
        risk: "reaches all accounts or zones",
      },
      { group: "Zone WAF Write", on: `zone.${ZONE_ID}`, effect: "allow", change: "lost", risk: null },
    ]);
  });

  it("states what OWASP does before and after", () => {
    const [found] = review.places.flatMap((place) => place.owasp);
    expect(found?.texts).toEqual([
      "The paranoia level changes from 2 to 1.",
      "The score threshold changes from 40 to 60.",
      "The action changes from block to log.",
    ]);
  });

  it("lists what is secret or not known yet", () => {
    expect(review.unknowns.map(({ label, path: place }) => `${label}: ${place}`)).toEqual([
      'ZoneEntrypointRuleset "hidden": rules["h"].expression',
      'ZoneEntrypointRuleset "unknown": rules["r"].expression',
    ]);
  });

  it("names the permissions that the deployment needs, as preflight does", () => {
    expect(review.permissions.map(({ group, on }) => `${group} on ${on}`)).toEqual([
      `Zone WAF Write on zone.${ZONE_ID}`,
      `Zone Transform Rules Write on zone.${ZONE_ID}`,
      `Dynamic URL Redirects Write on zone.${ZONE_ID}`,
      "API Tokens Write on user",
      `Zone Read on zone.${ZONE_ID}`,
    ]);
  });
});

describe("the review of a Terraform plan", () => {
  it("finds that OWASP goes with the ruleset that executes it", () => {
    const review = sample("terraform-v5.plan.json");
    const [found] = review.places.flatMap((place) => place.owasp);
    expect(found).toMatchObject({
      label: "cloudflare_ruleset.managed",
      before: { level: { text: "2" }, threshold: { text: "40" }, action: { text: "block" } },
      after: null,
    });
    expect(review.reasons.map(({ id }) => id)).toContain("owasp-off");
  });

  it("names permission groups that the plan gives by id", () => {
    const [replaced] = sample("terraform-v4.plan.json").tokens;
    expect(replaced?.access.map(({ group, on, change }) => `${change} ${group} on ${on}`)).toEqual([
      "gained API Tokens Write on zone.*",
      `lost Zone WAF Write on zone.${ZONE_ID}`,
    ]);
  });
});

describe("the count of requests", () => {
  const requests = (...steps: PlannedStep[]) => reviewOf(...steps).requests;

  it("is one read and one write for one changed rule", () => {
    const after = entrypoint([rule("a", { action: "log" }), rule("b")], { ownership: "shared" });
    const before = entrypoint([rule("a"), rule("b")], { ownership: "shared" });
    expect(requests({ operation: "update", before, after })).toMatchObject({
      reads: 1,
      writes: 1,
      seconds: 0,
    });
  });

  it("is one write for many changed rules of an exclusive owner, and one for each rule of a shared one", () => {
    const rules = (action: string) => ["a", "b", "c"].map((ref) => rule(ref, { action }));
    const writes = (ownership: string) =>
      requests({
        operation: "update",
        before: entrypoint(rules("block"), { ownership }),
        after: entrypoint(rules("log"), { ownership }),
      }).writes;
    expect([writes("exclusive"), writes("shared")]).toEqual([1, 3]);
  });

  it("says how long the rate limit lets an update take", () => {
    const steps = Array.from({ length: 2401 }, (_, index): PlannedStep => {
      const zoneId = index.toString(16).padStart(32, "0");
      const inputs = { zoneId, phase: "http_ratelimit", rules: {} };
      return {
        operation: "create",
        after: edgeResource("ruleset", "ZoneEntrypointRuleset", `r${index}`, inputs),
      };
    });
    expect(requests(...steps.slice(0, 1200)).seconds).toBe(0);
    expect(requests(...steps.slice(0, 1201)).seconds).toBe(300);
    expect(requests(...steps).seconds).toBe(600);
  });
});
