import fc from "fast-check";
import { policySettings } from "../../../../review/changes/find-policy-findings";
import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";
import { reviewPage } from "../../../../review/pages/review-page";
import { EDGE_POLICIES } from "../../../../review/policies";
import { printMarkdown } from "../../../../review/print/print-markdown";
import { printSarif } from "../../../../review/print/print-sarif";
import { reviewDocument } from "../../../../review/print/review-document";

const ZONES = ["a".repeat(32), "b".repeat(32), "c".repeat(32)];
const CUSTOM = "http_request_firewall_custom";
const TOKEN = `cfut_${"x".repeat(40)}`;

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: object;
  readonly newState?: object;
}

function step(op: string, type: string, name: string, olds: object | null, news: object | null): Step {
  const urn = `urn:pulumi:prod::shop::${type}::${name}`;
  const state = (inputs: object) => ({ urn, type, custom: true, inputs, outputs: inputs });
  return { op, urn, ...(olds && { oldState: state(olds) }), ...(news && { newState: state(news) }) };
}

const edge = (op: string, kind: string, name: string, olds: object | null, news: object | null) =>
  step(op, `pulumi-nodejs:dynamic/edge:${kind}`, name, olds, news);
const ruleset = (zoneId: string | undefined, expression: string) => ({
  zoneId,
  phase: CUSTOM,
  rules: { one: { action: "block", expression }, skip: { action: "skip", expression: "ssl", after: "one" } },
});
const token = (group: string) => ({
  policies: [
    { resources: { "com.cloudflare.api.account.zone.*": "*" }, permissionGroups: [{ name: group }] },
  ],
});

/** What the engine says of a change in three zones, in the order of its work. */
const STEPS: Step[] = [
  step("update", "pulumi:pulumi:Stack", "shop-prod", { old: TOKEN }, { first: TOKEN, second: TOKEN }),
  ...ZONES.flatMap((zone, index) => [
    edge("update", "ZoneEntrypointRuleset", `custom-${index}`, ruleset(zone, "ssl"), ruleset(zone, "true")),
    edge("create", "ZoneEntrypointRuleset", `more-${index}`, null, ruleset(zone, "not ssl")),
    edge("update", "OwaspConfig", `owasp-${index}`, owasp(zone, 40), owasp(zone, 60)),
  ]),
  edge("delete", "ZoneEntrypointRuleset", "gone", ruleset(ZONES[0], "ssl"), null),
  edge("replace", "ApiToken", "deploy", token("Zone WAF Read"), token("Zone WAF Write")),
  edge("delete-replaced", "ApiToken", "deploy", token("Zone WAF Read"), null),
  edge("create", "ApiToken", "ci", null, token("API Tokens Write")),
  edge("create", "ValidatedFilter", "filter", null, { expression: "ssl" }),
  edge("same", "List", "office", { name: "office", kind: "ip" }, { name: "office", kind: "ip" }),
  step("create", "random:index/randomId:RandomId", "id", null, {}),
];

function owasp(zoneId: string | undefined, scoreThreshold: number) {
  return { zoneId, paranoiaLevel: 1, scoreThreshold };
}

const DIAGNOSTICS = ["b", "a", "c"].flatMap((name) =>
  [`error: ${name} is wrong`, `error: ${name} is also wrong`].map((message) => ({
    urn: `urn:pulumi:prod::shop::edge::${name}`,
    severity: "error",
    message,
  })),
);

function reports(document: string): string[] {
  const change = readDocument(document);
  const review = reviewChange(change, { policies: policySettings(EDGE_POLICIES, {}) });
  return [
    printMarkdown(review),
    JSON.stringify(reviewDocument(review)),
    JSON.stringify(printSarif(review, { version: "1" })),
    reviewPage(review),
  ];
}

const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });

describe("a review of the same change", () => {
  it("has the same bytes in every format, in whatever order the engine worked", () => {
    const preview = (steps: readonly Step[], diagnostics: readonly object[]) =>
      JSON.stringify({ steps, diagnostics, changeSummary: { same: 1 } });
    const expected = reports(preview(STEPS, DIAGNOSTICS));
    expect(expected[0]).toContain("custom-2");
    fc.assert(
      fc.property(shuffled(STEPS), shuffled(DIAGNOSTICS), (steps, diagnostics) => {
        expect(reports(preview(steps, diagnostics))).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it("has the same bytes for every order of the events of a log", () => {
    const events = [
      ...STEPS.map(({ op, urn, oldState, newState }) => ({
        resourcePreEvent: { metadata: { op, urn, old: oldState, new: newState } },
      })),
      ...STEPS.slice(0, 1).map(({ urn, newState }) => ({
        resOutputsEvent: { metadata: { urn, new: { ...newState, outputs: { third: TOKEN } } } },
      })),
      ...DIAGNOSTICS.map((diagnostic) => ({ diagnosticEvent: diagnostic })),
      { summaryEvent: { isPreview: true } },
    ];
    const log = (all: readonly object[]) =>
      all.map((event, sequence) => JSON.stringify({ sequence, ...event })).join("\n");
    const expected = reports(log(events));
    expect(expected[1]).toContain("third");
    fc.assert(
      fc.property(shuffled(events), (all) => {
        expect(reports(log(all))).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });
});
