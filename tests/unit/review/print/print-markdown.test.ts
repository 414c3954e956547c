import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";
import { fitSections } from "../../../../review/print/fit-sections";
import { markdownSegments, markdownText } from "../../../../review/print/markdown-text";
import { MAX_MARKDOWN, markdownMarker, printMarkdown } from "../../../../review/print/print-markdown";
import { ROOT } from "../../../../scripts/prepare";
import { largePreview } from "../../../support/large-preview";
import { entrypoint } from "../../../support/reviewed";

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
    const large = printMarkdown(reviewOf(largePreview()));
    expect(large.length).toBeLessThan(MAX_MARKDOWN);
    expect(large.length).toBeGreaterThan(MAX_MARKDOWN / 2);
    const shown = large.match(/\*\*: update ZoneEntrypointRuleset/g)?.length ?? 0;
    const [, left] = /\*(\d+) more rulesets did not fit; the JSON document has all\.\*/.exec(large) ?? [];
    expect(shown + Number(left)).toBe(300);
    expect(large.match(/<details>/g)?.length).toBe(large.match(/<\/details>/g)?.length);
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
