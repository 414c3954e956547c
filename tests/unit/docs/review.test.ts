import fs from "node:fs";
import path from "node:path";
import { policySettings } from "../../../review/changes/find-policy-findings";
import { reviewChange } from "../../../review/changes/review-change";
import { readDocument } from "../../../review/documents/read-document";
import { EDGE_POLICIES } from "../../../review/policies";
import { printMarkdown } from "../../../review/print/print-markdown";
import { REASONS } from "../../../review/registry/reasons";

const ROOT = path.resolve(__dirname, "../../..");
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");
const page = read("docs/review.md");

describe("docs/review.md", () => {
  it("shows the review of tests/data/reviews/shop.preview.json", () => {
    const change = readDocument(read("tests/data/reviews/shop.preview.json"));
    const now = new Date("2026-11-22T00:00:00Z");
    const printed = printMarkdown(reviewChange(change, { policies: policySettings(EDGE_POLICIES, {}), now }));
    expect(/^```text\n(.*?)^```$/ms.exec(page)?.[1]).toBe(printed);
  });

  it("lists every reason of the registry", () => {
    expect(Object.keys(REASONS).filter((id) => !page.includes(`\`${id}\``))).toEqual([]);
  });
});
