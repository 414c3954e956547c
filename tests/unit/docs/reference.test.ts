import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sectionsOf } from "../../../cli/explain/sections";
import { entries } from "../../../review/registry/registry";
import { entryPage, indexPage } from "../../../scripts/pages/rule-book";

const DOCS = path.join(__dirname, "../../../docs");
const read = (file: string) => readFileSync(path.join(DOCS, file), "utf8");

describe("the reference of ids", () => {
  it("is the index that `npm run rule-book` generates", () => {
    expect(read("reference.md")).toBe(indexPage(entries()));
  });

  it("has the pages that `npm run rule-book` generates, one for each id", () => {
    const pages = entries().map((entry) => [`${entry.id}.md`, entryPage(entry, sectionsOf(entry))]);
    const files = readdirSync(path.join(DOCS, "reference")).map((file) => [file, read(`reference/${file}`)]);
    expect(Object.fromEntries(files)).toEqual(Object.fromEntries(pages));
  });
});
