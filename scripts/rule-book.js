// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare");
const { ruleBookPage } = require("./rule-book/page");
const { entryPage, indexPage } = require("./rule-book/reference");
const { runBuilt } = require("./run-main");

const DOCS = path.join(ROOT, "docs");
const PAGES = path.join(DOCS, "reference");

// `npm run rule-book`: generates docs/rule-book.md from the constraints in provider/rulebook, docs/reference.md from the registry of
// ids in review/registry, and a page for each id.
runBuilt(() => {
  // The build has just written these modules.
  const { CONSTRAINTS } = /** @type {typeof import("../provider/rulebook")} */ (built("provider/rulebook"));
  const { entries } = /** @type {typeof import("../review/registry/registry")} */ (
    built("review/registry/registry")
  );
  const { sectionsOf } = /** @type {typeof import("../cli/explain/sections")} */ (
    built("cli/explain/sections")
  );
  fs.writeFileSync(path.join(DOCS, "rule-book.md"), ruleBookPage(CONSTRAINTS));
  fs.writeFileSync(path.join(DOCS, "reference.md"), indexPage(entries()));
  fs.rmSync(PAGES, { recursive: true, force: true });
  fs.mkdirSync(PAGES);
  for (const entry of entries())
    fs.writeFileSync(path.join(PAGES, `${entry.id}.md`), entryPage(entry, sectionsOf(entry)));
  return 0;
});

/**
 * @param {string} file
 * @returns {unknown}
 */
function built(file) {
  return require(path.join(ROOT, "dist", file));
}
