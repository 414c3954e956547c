import fs from "node:fs";
import path from "node:path";
import { policySettings } from "../../../../review/changes/find-policy-findings";
import type { PolicyFinding } from "../../../../review/changes/review";
import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";
import { requireOwasp } from "../../../../review/policies/owasp";
import { configurable } from "../../../../review/policies";
import { entryLines, entryPage } from "../../../../review/explain/entry-page";
import { entries, findEntry } from "../../../../review/registry/registry";
import { printSarif } from "../../../../review/print/print-sarif";
import type { RuleState } from "../../../../provider/rulesets";
import { edgeResource, entrypoint, ZONE_ID } from "../../../support/reviewed";
import { ROOT } from "../../../../scripts/prepare";

interface Rule {
  readonly id: string;
  readonly help?: { readonly text: string; readonly markdown: string };
}

interface Log {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly Rule[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly object[];
      readonly partialFingerprints: object;
      readonly properties?: object;
    }[];
  }[];
}

const TOOL = { version: "1.2.3" };

function helpOf(id: string) {
  const entry = findEntry(entries(), id);
  return entry && { text: entryLines(entry).join("\n"), markdown: entryPage(entry) };
}

function findingOf(enforcementLevel: PolicyFinding["enforcementLevel"]): PolicyFinding {
  return {
    policy: "require-owasp",
    displayName: "OWASP",
    severity: "high",
    enforcementLevel,
    urn: "urn",
    path: "",
    message: "m",
    remediationSteps: "r",
    isUnjudged: false,
    isNew: true,
    position: null,
  };
}

describe("a review as SARIF", () => {
  const text = fs.readFileSync(path.join(ROOT, "tests/data/reviews/change.preview.json"), "utf8");
  const policies = policySettings([configurable(requireOwasp)], { "require-owasp": "advisory" });
  // The shape is what this test checks.
  const log = printSarif(reviewChange(readDocument(text), { policies }), TOOL) as Log;
  const results = log.runs.flatMap((run) => run.results);

  it("names the rule of each result", () => {
    expect(log.version).toBe("2.1.0");
    const rules = log.runs[0]?.tool.driver.rules ?? [];
    expect(results.map(({ ruleIndex }) => rules[ruleIndex]?.id)).toEqual(results.map(({ ruleId }) => ruleId));
    expect(new Set(results.map(({ ruleId }) => ruleId))).toEqual(
      new Set([
        "require-owasp",
        "owasp-weaker",
        "requests-open",
        "ruleset-deleted",
        "token-deleted",
        "token-can-make-tokens",
        "token-reaches-all-accounts-or-zones",
      ]),
    );
  });

  const rulesOf = (tool: Parameters<typeof printSarif>[1]) => {
    const blocking = edgeResource("ruleset", "ZoneEntrypointRuleset", "waf", {
      zoneId: ZONE_ID,
      phase: "http_request_firewall_custom",
      rules: [{ ref: "a", action: "block", expression: "true" }],
    });
    const change = { source: "pulumi-preview", stack: "shop/dev", others: 0 } as const;
    const steps = [{ operation: "create", after: blocking } as const];
    const [run] = (printSarif(reviewChange({ ...change, steps }, { policies }), tool) as Log).runs;
    return run?.tool.driver;
  };

  it("describes each rule with what the registry of ids says, and names the version", () => {
    expect(rulesOf(TOOL)).toEqual({
      name: "edge-platform review",
      version: "1.2.3",
      semanticVersion: "1.2.3",
      rules: [
        {
          id: "hazard-blocks-everything",
          shortDescription: { text: "A rule blocks every request, or every request of an address family." },
          fullDescription: { text: "A rule blocks every request, or every request of an address family." },
          help: helpOf("blocks-everything"),
          defaultConfiguration: { level: "warning" },
        },
        {
          id: "require-owasp",
          shortDescription: { text: "OWASP in every zone" },
          fullDescription: { text: requireOwasp.description },
          help: helpOf("require-owasp"),
          defaultConfiguration: { level: "error" },
        },
      ],
    });
  });

  it("has the page of each rule as its help, with a bad and a good example", () => {
    const help = rulesOf(TOOL)?.rules[0]?.help;
    expect(help?.markdown).toContain("\n## Good\n\nThe expression of a rule that blocks");
    expect(help?.markdown).toContain('\n```text\nhttp.host eq "old.example"\n```\n');
    expect(help?.text).toContain("\nWhat to do: Narrow the expression.");
  });

  it("has the addresses of the pages if it knows where the docs are published", () => {
    const rules = rulesOf({ ...TOOL, docsUrl: "https://docs.example/edge" })?.rules;
    expect(rules).toMatchObject([
      { helpUri: "https://docs.example/edge/reference/blocks-everything.md" },
      { helpUri: "https://docs.example/edge/reference/require-owasp.md" },
    ]);
  });

  it("contains no link that a name in the program makes", () => {
    const name = "[a](https://example.com)";
    const blocking = edgeResource("ruleset", "ZoneEntrypointRuleset", name, {
      zoneId: ZONE_ID,
      phase: "http_request_firewall_custom",
      rules: { [name]: { action: "block", expression: "true" } },
    });
    const change = { source: "pulumi-preview", stack: "shop/dev", others: 0 } as const;
    const steps = [{ operation: "create", after: blocking } as const];
    const hostile = printSarif(reviewChange({ ...change, steps }, { policies: [] }), TOOL) as Log;
    const texts = hostile.runs.flatMap((run) => run.results.map(({ message }) => message.text));
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("[a] (https://example.com)");
    expect(texts[0]).not.toContain("](");
  });

  const ofFindings = (findings: readonly Partial<PolicyFinding>[]) =>
    printSarif(
      {
        ...reviewChange(readDocument(text), { policies: [] }),
        findings: findings.map((one) => ({ ...findingOf("advisory"), ...one })),
        hazards: [],
        reasons: [],
      },
      TOOL,
    ) as Log;

  it("has what the configuration allows as a suppressed result with its reason", () => {
    const review = reviewChange(readDocument(text), { policies: [] });
    const finding = findingOf("mandatory");
    const allowed = [
      { ...finding, reason: "CHG-4: a trial", until: "2030-12-31", by: "configuration" } as const,
    ];
    const log = printSarif({ ...review, findings: [], allowed, hazards: [], reasons: [] }, TOOL) as Log;
    expect(log.runs[0]?.results).toEqual([
      expect.objectContaining({
        ruleId: finding.policy,
        level: "note",
        suppressions: [
          { kind: "external", status: "accepted", justification: "CHG-4: a trial (until 2030-12-31)" },
        ],
      }),
    ]);
  });

  it("says by how many characters a message is cut, and tells results with equal starts apart", () => {
    const urn = `urn:${"x".repeat(3000)}`;
    const [first, second] = ofFindings([
      { message: "m".repeat(5000), urn: `${urn}1` },
      { message: "short", urn: `${urn}2` },
    ]).runs.flatMap((run) => run.results);
    expect(first?.message.text).toBe(`${"m".repeat(1000)}… (4,000 more characters)`);
    expect(JSON.stringify(first?.locations)).toContain("… (2,005 more characters)");
    expect(first?.partialFingerprints).not.toEqual(second?.partialFingerprints);
    expect(JSON.stringify(second).length).toBeLessThan(4000);
  });

  it("has at most the 5,000 results that code scanning includes: the most severe ones, and a count of the others", () => {
    const advisory = Array.from({ length: 5001 }, (_, index) => ({ path: `rules[${index}]` }));
    const large = ofFindings([...advisory, findingOf("mandatory")]).runs.flatMap((run) => run.results);
    expect(large).toHaveLength(5000);
    expect(large[0]?.level).toBe("error");
    expect(large.at(-1)).toMatchObject({
      ruleId: "results-left-out",
      message: { text: expect.stringMatching(/^3 more results did not fit/) as string },
    });
  });

  it("takes less than the 10 MB that code scanning accepts, whatever the results contain", () => {
    const message = "\u202e".repeat(1000);
    const large = ofFindings(Array.from({ length: 3000 }, () => ({ message })));
    expect(Buffer.byteLength(JSON.stringify(large, undefined, 2))).toBeLessThan(10e6);
    const results = large.runs.flatMap((run) => run.results);
    const [, left = ""] = /^([\d,]+) more results/.exec(results.at(-1)?.message.text ?? "") ?? [];
    expect(results.length - 1 + Number(left.replace(",", ""))).toBe(3000);
  });

  it("keeps room for the help of every rule", () => {
    const message = "\u20ac".repeat(1000);
    const ids = entries().map(({ id }) => ({ policy: id, message }));
    const large = ofFindings([...ids, ...Array.from({ length: 3000 }, () => ({ message }))]);
    expect(large.runs.flatMap(({ tool }) => tool.driver.rules).length).toBeGreaterThan(300);
    expect(Buffer.byteLength(JSON.stringify(large))).toBeLessThan(8.6e6);
  });

  it("has every result if all fit, in the order of the review", () => {
    const both = ofFindings([findingOf("advisory"), findingOf("mandatory")]).runs.flatMap(
      (run) => run.results,
    );
    expect(both.map(({ level }) => level)).toEqual(["warning", "error"]);
  });

  it("has a result for each pair of rules that lets requests pass, at the rule, with a request and what is assumed", () => {
    const block = (ref: string, path: string) => ({
      ref,
      action: "block",
      expression: `http.request.uri.path eq "${path}"`,
    });
    const version = (rules: readonly RuleState[]) => entrypoint(rules, { ownership: "exclusive" });
    const skip: RuleState = {
      ref: "office",
      action: "skip",
      expression: "ip.src in {192.0.2.0/24}",
      actionParameters: { ruleset: "current" },
    };
    const blocks = [block("a", "/a"), block("b", "/b")];
    const steps = [
      {
        operation: "update" as const,
        before: version(blocks),
        after: version([skip, ...blocks.slice(0, 1)]),
      },
    ];
    const change = { source: "pulumi-preview", stack: "shop/dev", others: 0, steps } as const;
    const made = printSarif(reviewChange(change, { policies: [] }), TOOL) as Log;
    const opening = made.runs
      .flatMap((run) => run.results)
      .filter(({ ruleId }) => ruleId === "requests-open");
    const texts = opening.map(({ message }) => message.text);
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^ZoneEntrypointRuleset "custom": requests change from "block by b" to "passes", for example GET https:.*\/b/,
        ),
        expect.stringMatching(
          /from "block by a" to "passes, later rules are skipped \(office\)".*192\.0\.2\./,
        ),
      ]),
    );
    const places = opening.map(({ locations }) => JSON.stringify(locations));
    expect(places.join()).toContain('rules[\\\"office\\\"]');
    expect(places.join()).toContain('rules[\\\"b\\\"]');
    expect(new Set(opening.map((one) => JSON.stringify(one.partialFingerprints))).size).toBe(opening.length);
    for (const one of opening)
      expect(one.properties).toEqual({ assumptions: expect.any(Array) as unknown, limits: [] });
  });

  it("points to the line of the program that declares the resource", () => {
    const weaker = results.find(({ ruleId }) => ruleId === "owasp-weaker");
    expect(weaker).toMatchObject({
      level: "warning",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "index.js", uriBaseId: "%SRCROOT%" },
            region: { startLine: 15 },
          },
          logicalLocations: [
            {
              fullyQualifiedName:
                "urn:pulumi:test::engine-test::pulumi-nodejs:dynamic/edge:OwaspConfig::owasp",
            },
          ],
        },
      ],
    });
  });

  it("reports an advisory finding as a warning", () => {
    const finding = results.find(({ ruleId }) => ruleId === "require-owasp");
    expect(finding).toMatchObject({ level: "warning" });
    expect(finding?.message.text).toMatch(/^OwaspConfig "owasp": paranoiaLevel is 1, at least 2 is required/);
  });
});
