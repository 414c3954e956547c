import fs from "node:fs";
import path from "node:path";
import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";
import { printText } from "../../../../review/print/print-text";
import { largePreview } from "../../../../scripts/bench/large-preview";
import { ROOT } from "../../../../scripts/prepare";
import { HOSTILE, poisoned } from "../../../support/hostile";
import { hostilePreview } from "../../../support/hostile-preview";
import { entrypoint } from "../../../support/reviewed";
import { sampleReview } from "../../../support/sample-review";

const NOW = new Date("2026-11-22T00:00:00Z");
const reviewOf = (text: string) => reviewChange(readDocument(text), { policies: [], now: NOW });
const sample = reviewOf(fs.readFileSync(path.join(ROOT, "tests/data/reviews/change.preview.json"), "utf8"));
const unwrapped = (text: string) => text.replace(/\n +/g, " ");
const strip = (text: string) => text.replace(/\u001B\[\d+m/g, "");

describe("a review as text", () => {
  it("fits into 80 columns, and cuts no word to do so", () => {
    const long = "https://www.example.com/".padEnd(120, "a");
    const text = printText({ ...sample, stack: `shop/${"x ".repeat(60)}`, failure: `see ${long} now` });
    const lines = text.split("\n");
    expect(lines).toContain(`  ${long}`);
    expect(lines.filter((line) => line.length > 80 && line.trim().includes(" "))).toEqual([]);
  });

  it("marks what goes and what comes inside of an expression", () => {
    expect(unwrapped(printText(sample))).toContain(
      '- expression: http.request.uri.path eq "/admin" and not ip.src in {192.0.2.0/24{+ 198.51.100.7+}}',
    );
  });

  it("shows the old and the new expression in full if the change contains brackets", () => {
    const before = entrypoint([{ ref: "a", action: "block", expression: 'ip.src.country ne "DE"' }]);
    const after = entrypoint([
      { ref: "a", action: "block", expression: 'not ip.src.country in {"DE" "FR"}' },
    ]);
    const steps = [{ operation: "update", before, after } as const];
    const review = reviewChange(
      { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 },
      { policies: [] },
    );
    expect(unwrapped(printText(review))).toContain(
      '- expression: ip.src.country ne "DE" → not ip.src.country in {"DE" "FR"}',
    );
  });

  it("shows hostile text as text: nothing moves the cursor, reverses a line or becomes an entity", () => {
    const text = printText(poisoned({ ...sampleReview(2, 4), failure: HOSTILE }));
    expect(unwrapped(text)).toContain("<script>window.ran = 1</script>");
    expect(text).toContain("<U+202E>evil<U+2066><U+200B>␀␛[31m<U+2028>");
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Cf}|\u2028/u);
    expect(printText(sample)).not.toMatch(/&(?:#\d+|[a-z]+);|<\/?(?:code|del|ins|br|details)/);
  });

  it("has the same words with colours, each line with its own", () => {
    const painted = printText(sample, { hasColours: true });
    expect(strip(painted)).toBe(printText(sample));
    expect(painted).toContain("\u001B[31m- dangerous: ");
    for (const line of painted.split("\n"))
      if (line.includes("\u001B")) expect(line).toMatch(/^\u001B\[\d+m[^\u001B]*\u001B\[0m$/);
    expect(printText(sample)).not.toContain("\u001B");
  });

  it("shows changes that are equal in many zones once, and names the zones", () => {
    const text = printText(reviewOf(largePreview({ zones: 40 })));
    expect(text.match(/- Rule "new-rule" is added/g)).toHaveLength(1);
    expect(text).toContain("In 40 zones, http_request_firewall_custom: update\n");
    expect(unwrapped(text)).toContain('ZoneEntrypointRuleset "custom-rules-39"');
  });

  it("counts what does not fit, however long names and lists are", () => {
    const text = printText(reviewOf(hostilePreview(300)));
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/… and 288 more reasons/);
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Cf}|\u2028/u);
    const many = printText(reviewOf(largePreview({ zones: 120, differs: true })));
    expect(many.length).toBeLessThan(65_536);
    expect(many).toMatch(/\d+ more changes did not fit; the JSON document has more\./);
  });
});
