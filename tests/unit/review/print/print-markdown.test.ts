import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { UNKNOWN } from "../../../../provider/api";
import { rulesToMap } from "../../../../provider/rulesets";
import { policySettings } from "../../../../review/changes/find-policy-findings";
import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";
import { EDGE_POLICIES } from "../../../../review/policies";
import { fitSections, markdownSegments, markdownText } from "../../../../review/print/markdown-text";
import { MAX_MARKDOWN, markdownMarker, printMarkdown } from "../../../../review/print/print-markdown";
import { ROOT } from "../../../../scripts/prepare";
import { largePreview } from "../../../../scripts/bench/large-preview";
import { edgeResource, entrypoint } from "../../../support/reviewed";

const NOW = new Date("2026-11-22T00:00:00Z");
const reviewOf = (text: string) => reviewChange(readDocument(text), { policies: [], now: NOW });
const sample = fs.readFileSync(path.join(ROOT, "tests/data/reviews/change.preview.json"), "utf8");

describe("a review in Markdown", () => {
  const text = printMarkdown(reviewOf(sample));

  it("starts with a hidden marker of the stack, by which a pipeline updates its comment", () => {
    expect(text.split("\n").slice(0, 2)).toEqual([
      "<!-- edge-platform review: engine%2Dtest/test -->",
      "## Edge review: engine-test/test",
    ]);
    expect(markdownMarker("a--><script>/dev")).toBe(
      "<!-- edge-platform review: a%2D%2D%3E%3Cscript%3E/dev -->",
    );
  });

  it("marks the difference inside an expression", () => {
    expect(text).toContain(
      "- `expression`: ".replace(/`(\w+)`/, "<code>$1</code>") +
        '<code>http.request.uri.path eq "/admin" and not ip.src in {192.0.2.0/24<ins> 198.51.100.7</ins>}</code>',
    );
  });

  it("shows hostile text as text, with bidirectional characters made visible", () => {
    expect(text).toContain("Admin &#60;script&#62;alert(1)&#60;/script&#62;");
    expect(text).toContain('contains "evil&#60;U+202E&#62;bot"');
    expect(text).not.toMatch(/<script|\u202e/);
  });

  it("is the same text for the same review", () => {
    expect(printMarkdown(reviewOf(sample))).toBe(text);
  });

  it("contains no secret", () => {
    expect(text).toContain("*secret*".slice(1, -1));
    expect(text).not.toContain("secret-host");
  });

  it("leaves out and counts what does not fit, and never cuts a block", () => {
    const large = printMarkdown(reviewOf(largePreview({ zones: 120, differs: true })));
    expect(large.length).toBeLessThan(MAX_MARKDOWN);
    expect(large.length).toBeGreaterThan(MAX_MARKDOWN / 2);
    const shown = large.match(/\*\*: update ZoneEntrypointRuleset/g)?.length ?? 0;
    const [, left] = /\*(\d+) more changes did not fit; the JSON document has more\.\*/.exec(large) ?? [];
    expect(shown + Number(left)).toBe(120);
    expect(large.match(/<details>/g)?.length).toBe(large.match(/<\/details>/g)?.length);
  });

  it("is shorter than the limit if the preview failed with long messages, and counts their lines", () => {
    const message = Array.from({ length: 6 }, () => "\u202e".repeat(400)).join("\n");
    const failed = {
      steps: [],
      diagnostics: Array.from({ length: 5 }, () => ({ severity: "error", message })),
    };
    const printed = printMarkdown(reviewOf(JSON.stringify(failed)));
    expect(printed.length).toBeLessThan(MAX_MARKDOWN);
    const shown = printed.match(/^> &#60;U\+202E&#62;.*<br>$/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(0);
    expect(printed).toContain(`\n> … and ${30 - shown} more lines\n`);
  });

  it("is shorter than the limit if a stack has a name that Pulumi would refuse", () => {
    const urn = `urn:pulumi:${"ü".repeat(30_000)}::p::pulumi:pulumi:Stack::p`;
    const step = { op: "same", urn, newState: { urn, type: "pulumi:pulumi:Stack" } };
    expect(printMarkdown(reviewOf(JSON.stringify({ changeSummary: {}, steps: [step] }))).length).toBeLessThan(
      MAX_MARKDOWN,
    );
  });

  it("shows changes that are equal in many zones once, with the zones folded", () => {
    const shared = printMarkdown(reviewOf(largePreview({ zones: 40 })));
    expect(shared.match(/Rule "new-rule" is added/g)).toHaveLength(2);
    expect(shared).toContain(
      '- **review**: ZoneEntrypointRuleset "custom-rules-0": Rule "new-rule" is added behind "rule-0". The same in 39 more resources.',
    );
    expect(shared).toContain(
      "**In 40 zones, <code>http&#95;request&#95;firewall&#95;custom</code>**: update",
    );
    expect(shared).toContain("<details><summary>40 zones</summary>");
    expect(shared).toContain(
      `- zone <code>${"0".repeat(30)}27</code>: ZoneEntrypointRuleset "custom-rules-39"`,
    );
    expect(shared.match(/Rules in order: 10 before, 10 after/g)).toHaveLength(1);
  });

  it("shows a hazard, and what cannot be judged, once for many resources", () => {
    const rule = { ref: "all", action: "block", expression: "true", description: "d" };
    const secret = { ref: "secret", action: "block", expression: UNKNOWN, description: "d" };
    const steps = ["a", "b", "c"].map((name) => {
      const zoneId = name.repeat(32);
      const inputs = { zoneId, phase: "http_request_firewall_custom", rules: rulesToMap([rule, secret]) };
      const after = edgeResource("ruleset", "ZoneEntrypointRuleset", name, inputs);
      return { operation: "create", after } as const;
    });
    const change = { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 } as const;
    const policies = policySettings(EDGE_POLICIES, {});
    const shared = printMarkdown(reviewChange(change, { policies, now: NOW }));
    expect(
      shared.match(/<code>blocks-everything<\/code>.*\. The same in 2 more resources\.$/gm),
    ).toHaveLength(1);
    const unjudged = shared.split("\n").filter((line) => line.startsWith("- **not judged yet**"));
    expect(unjudged.length).toBeGreaterThan(0);
    for (const line of unjudged) expect(line).toMatch(/"a": .* The same in 2 more resources\.$/);
  });

  it("shows some changes of a zone in which many long expressions are replaced, and counts the others", () => {
    const rules = (conditionOf: (name: string) => string) =>
      Array.from({ length: 60 }, (_, index) => {
        const names = Array.from({ length: 40 }, (_name, part) => `${index}-${part}`);
        return { ref: `r${index}`, action: "block", expression: names.map(conditionOf).join(" or ") };
      });
    const before = entrypoint(rules((name) => `any(http.request.headers["x-${name}"][*] contains "a")`));
    const after = entrypoint(rules((name) => `lower(http.user_agent) wildcard "*bot_${name}*"`));
    const steps = [{ operation: "update", before, after } as const];
    const change = { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 } as const;
    const printed = printMarkdown(reviewChange(change, { policies: [], now: NOW }));
    const shown = printed.match(/^- Rule "r\d+" changes expression\.$/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(1);
    expect(printed).toContain(`- … and ${60 - shown} more changed rules`);
    expect(printed).toContain("Rules in order: 60 before, 60 after");
  });

  it("counts the zones of an equal change that it does not list", () => {
    const shared = printMarkdown(reviewOf(largePreview({ zones: 300 })));
    expect(shared).toContain("**In 300 zones, ");
    expect(shared.match(/^- zone /gm)).toHaveLength(50);
    expect(shared).toContain("- … and 250 more resources");
  });

  it("shows an equal change once even if the rules around it differ", () => {
    const steps = ["a", "b"].map((name) => {
      const other = { ref: "other", action: "block", expression: `http.host eq "${name}"` };
      const last = { ref: `last-${name}`, action: "block", expression: "ssl" };
      const added = { ref: "new", action: "log", expression: "not ssl" };
      return {
        operation: "update",
        before: entrypoint([other, last]),
        after: entrypoint([other, added, last], { zoneId: name.repeat(32) }),
      } as const;
    });
    const same = steps.map((step) => ({ ...step, before: { ...step.before, place: step.after.place } }));
    const review = reviewChange(
      { source: "pulumi-preview", stack: "shop/dev", steps: same, others: 0 },
      { policies: [], now: NOW },
    );
    const shared = printMarkdown(review);
    expect(shared.match(/^\*\*In 2 zones, /gm)).toHaveLength(1);
    expect(shared).toContain("The order of all rules differs between them; the JSON document has it.");
    expect(shared).not.toContain("Rules in order");
  });

  it("shortens a description of ten megabytes, and counts the rest", () => {
    const rule = (description: string) => ({ ref: "a", action: "block", expression: "true", description });
    const step = {
      operation: "update",
      before: entrypoint([rule("short")]),
      after: entrypoint([rule("x".repeat(10_000_000))]),
    } as const;
    const review = reviewChange(
      { source: "pulumi-preview", stack: "shop/dev", steps: [step], others: 0 },
      { policies: [], now: NOW },
    );
    const printed = printMarkdown(review);
    expect(printed).toContain("x… (9,999,400 more characters)");
    expect(printed.length).toBeLessThan(10_000);
  });
});

describe("the text of a review in Markdown", () => {
  const hostile = fc.array(
    fc.constantFrom(
      "<b>",
      "|",
      "`",
      "*",
      "_",
      "[x](y)",
      "@team",
      "#1",
      "http://x",
      "\n",
      "\u202e",
      "\ud800",
      "&",
      "~~",
      "\\",
      "-->",
      "a",
    ),
    { maxLength: 30 },
  );

  it("never contains markup, a line end or a hidden character, whatever it is made from", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          hostile.map((parts) => parts.join("")),
        ),
        (text) => {
          const printed = markdownText(text);
          expect(printed.replace(/&#\d+;/g, "")).not.toMatch(/[<>`*_[\]\\|~#@&$\p{Cc}\u202e]|:\/\//u);
        },
      ),
    );
  });

  it("shortens a text only if the rest is longer than the note about it", () => {
    expect(markdownText("x".repeat(140), 100)).toBe("x".repeat(140));
    expect(markdownText("x".repeat(141), 100)).toBe(`${"x".repeat(100)}… (41 more characters)`);
  });

  it("shows removed parts struck through and added parts underlined, in one piece of code", () => {
    expect(
      markdownSegments([
        { kind: "same", text: "a\n  eq " },
        { kind: "removed", text: "1" },
        { kind: "added", text: "<2>" },
      ]),
    ).toBe("<code>a eq <del>1</del><ins>&#60;2&#62;</ins></code>");
  });
});

describe("sections that share a limit", () => {
  const section = fc.record({
    title: fc.constantFrom("### A", "### B"),
    noun: fc.constant("block"),
    blocks: fc.array(
      fc.integer({ min: 1, max: 900 }).map((length) => "b".repeat(length)),
      { maxLength: 30 },
    ),
  });

  it("never exceed it, and show or count every block", () => {
    fc.assert(
      fc.property(
        fc.array(section, { maxLength: 5 }),
        fc.integer({ min: 1500, max: 9000 }),
        (sections, limit) => {
          const text = fitSections("head", sections, limit);
          expect(text.length).toBeLessThanOrEqual(limit);
          const shown = text.split("\n").filter((line) => /^b+$/.test(line)).length;
          const counts = [...text.matchAll(/\*([\d,]+) more blocks? did not fit/g)];
          const left = counts.reduce((sum, [, count]) => sum + Number(count), 0);
          expect(shown + left).toBe(sections.flatMap(({ blocks }) => blocks).length);
        },
      ),
    );
  });
});
