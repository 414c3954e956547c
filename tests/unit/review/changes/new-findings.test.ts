import { policySettings } from "../../../../review/changes/find-policy-findings";
import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";
import type { PlannedStep } from "../../../../review/documents/planned-change";
import { fromCloudflare } from "../../../../review/model/from-cloudflare";
import type { Reviewed } from "../../../../review/model/reviewed";
import { EDGE_POLICIES } from "../../../../review/policies";
import { printMarkdown } from "../../../../review/print/print-markdown";
import { printSarif } from "../../../../review/print/print-sarif";
import { entrypoint, owasp, ZONE_ID } from "../../../support/reviewed";

const CONFIG = { all: "disabled", "require-rule-descriptions": "mandatory", "require-owasp": "mandatory" };
const review = (...steps: PlannedStep[]) => reviewWith(CONFIG, ...steps);
const reviewWith = (config: object, ...steps: PlannedStep[]) =>
  reviewChange(
    { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 },
    { policies: policySettings(EDGE_POLICIES, config), now: new Date("2026-11-22T00:00:00Z") },
  );
/** A rule without a description violates `require-rule-descriptions`. */
const rule = (name: string, more: object = {}) => ({
  ref: name,
  action: "block",
  expression: `http.host eq "${name}"`,
  ...more,
});
const DEPLOYED = owasp({ paranoiaLevel: 2, scoreThreshold: 40, action: "block" });
const same = (resource: Reviewed): PlannedStep => ({
  operation: "same",
  before: resource,
  after: resource,
});
const update = (before: Reviewed, after: Reviewed): PlannedStep => ({ operation: "update", before, after });
const isNew = (...steps: PlannedStep[]) =>
  review(...steps).findings.map((finding) => `${finding.isNew ? "new" : "earlier"} ${finding.message}`);

describe("the findings of a change", () => {
  it("leave out what the configuration allows, which the review lists with the reason", () => {
    const allowances = [{ rule: "a", reason: "CHG-4: named in the runbook", until: "2026-12-31" }];
    const config = { ...CONFIG, "require-rule-descriptions": { enforcementLevel: "mandatory", allowances } };
    const allowed = reviewWith(config, same(DEPLOYED), update(entrypoint([]), entrypoint([rule("a")])));
    expect(allowed.findings).toEqual([]);
    expect(allowed.reasons.map(({ id }) => id)).not.toContain("policy-mandatory");
    expect(allowed.allowed).toEqual([
      expect.objectContaining({
        policy: "require-rule-descriptions",
        reason: "CHG-4: named in the runbook",
        until: "2026-12-31",
      }),
    ]);
    expect(printMarkdown(allowed)).toContain("Reason: CHG-4: named in the runbook, until 2026-12-31");
  });

  it("leave out what a resource allows, which the review lists as its own", () => {
    const open = { ref: "all", action: "block", expression: "true" };
    const allowances = [{ id: "blocks-everything", reason: "CHG-5: closed" }];
    const config = { ...CONFIG, "no-hazards": "mandatory", "forbid-block-everything": "disabled" };
    const { findings, ...allowed } = reviewWith(
      config,
      update(entrypoint([]), { ...entrypoint([open]), allowances }),
    );
    expect(findings.map(({ policy }) => policy)).not.toContain("no-hazards");
    expect(allowed.allowed).toEqual([
      expect.objectContaining({ policy: "no-hazards", reason: "CHG-5: closed", by: "resource" }),
    ]);
    expect(printMarkdown({ findings, ...allowed })).toContain(
      "The resource allows it. Reason: CHG-5: closed",
    );
  });

  it("leave out what only logs until a day, and bring a later day that is too far away, also if nothing is updated", () => {
    const logging = (until: string) => ({
      zoneId: ZONE_ID,
      paranoiaLevel: 2,
      scoreThreshold: 40,
      action: "log",
      allowances: [{ id: "limit-log-only", reason: "OPS-17: first look", until }],
    });
    const postponed = (until: string) => {
      const type = "pulumi-nodejs:dynamic/edge:OwaspConfig";
      const state = { urn: `urn:pulumi:dev::shop::${type}::owasp`, type, custom: true };
      const step = {
        op: "same",
        urn: state.urn,
        oldState: { ...state, inputs: logging("2026-11-30"), outputs: logging("2026-11-30") },
        newState: { ...state, inputs: logging(until), outputs: logging("2026-11-30") },
      };
      const policies = policySettings(EDGE_POLICIES, CONFIG);
      return reviewChange(readDocument(JSON.stringify({ changeSummary: {}, steps: [step] })), {
        policies,
        now: new Date("2026-11-22T00:00:00Z"),
      });
    };
    const accepted = postponed("2026-12-11");
    expect([accepted.findings, accepted.severity]).toEqual([[], "none"]);
    expect(printMarkdown(accepted)).toContain(
      "it only logs until 2026-12-11, 19 days left.<br>The resource allows it. Reason: OPS-17: first look, until 2026-12-11",
    );
    expect(postponed("2099-01-01").findings).toMatchObject([
      {
        policy: "require-owasp",
        isNew: true,
        message: expect.stringContaining("until 2099-01-01") as string,
      },
    ]);
  });

  it("are those that it brings; the others were there before", () => {
    expect(
      isNew(update(entrypoint([rule("a")]), entrypoint([rule("a"), rule("b")])), same(DEPLOYED)),
    ).toEqual([
      expect.stringMatching(/^earlier .*rules\["a"\]\.description/),
      expect.stringMatching(/^new .*rules\["b"\]\.description/),
    ]);
  });

  it("were there before if the resource does not change", () => {
    expect(isNew(same(entrypoint([rule("a")])), same(DEPLOYED))).toEqual([
      expect.stringMatching(/^earlier .*rules\["a"\]/),
    ]);
  });

  it("are new if a deletion brings them to a resource that does not change", () => {
    const waf = same(entrypoint([rule("a", { description: "Why." })]));
    expect(isNew(waf, { operation: "delete", before: DEPLOYED })).toEqual([
      expect.stringMatching(/^new Zone .* has no OwaspConfig/),
    ]);
  });

  it("follow a rule that moves in a list without refs", () => {
    const [old, added] = [
      { action: "block", expression: 'http.host eq "old"' },
      { action: "block", expression: 'http.host eq "new"' },
    ];
    expect(isNew(update(list([old]), list([added, old])), same(DEPLOYED))).toEqual([
      expect.stringMatching(/^new .*rules\[0\]\.description/),
      expect.stringMatching(/^earlier .*rules\[1\]\.description/),
    ]);
  });

  it("are new if another rule in the same place violates the policy", () => {
    const gone = { action: "block", expression: 'http.host eq "old"' };
    const next = { action: "log", expression: 'http.host eq "new"' };
    expect(isNew(update(list([gone]), list([next])), same(DEPLOYED))).toEqual([
      expect.stringMatching(/^new .*rules\[0\]\.description/),
    ]);
  });

  it("give the change its severity; earlier ones do not", () => {
    const untouched = review(same(entrypoint([rule("a")])), same(DEPLOYED));
    expect(untouched).toMatchObject({ severity: "none", reasons: [] });
    const grown = review(update(entrypoint([rule("a")]), entrypoint([rule("a"), rule("b")])), same(DEPLOYED));
    expect(grown.reasons.filter(({ id }) => id === "policy-mandatory")).toHaveLength(1);
  });
});

describe("the reports of a change with earlier findings", () => {
  const rules = Array.from({ length: 12 }, (_, index) => rule(`r${index}`));
  const made = review(update(entrypoint(rules), entrypoint([...rules, rule("added")])), same(DEPLOYED));

  it("fold and count them in Markdown", () => {
    const text = printMarkdown(made);
    const [before = "", after = ""] = text.split("### Findings from before the change");
    expect(before.match(/is missing: say what the rule is for/g)).toHaveLength(2);
    expect(after).toContain("<code>require-rule-descriptions</code>: 12 findings</summary>");
    expect(after.match(/is missing: say what the rule is for/g)).toHaveLength(10);
    expect(after).toContain("- … and 2 more findings");
  });

  it("compare SARIF results with the state before", () => {
    const { runs } = printSarif(made, { version: "1.2.3" }) as {
      runs: { results: { baselineState: string }[] }[];
    };
    const states = runs.flatMap(({ results }) => results.map(({ baselineState }) => baselineState));
    expect(states.filter((state) => state === "unchanged")).toHaveLength(12);
    expect(states.filter((state) => state === "new")).toHaveLength(1);
  });
});

function list(rules: readonly object[]): Reviewed {
  const resource = fromCloudflare({
    type: "cloudflare:index/ruleset:Ruleset",
    name: "waf",
    urn: "urn:waf",
    properties: { zoneId: ZONE_ID, kind: "zone", phase: "http_ratelimit", rules },
  });
  if (resource === undefined) throw new Error("Rulesets of @pulumi/cloudflare are reviewed.");
  return resource;
}
