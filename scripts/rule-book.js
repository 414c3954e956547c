// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { toStderr } = require("./progress");
const { ruleBookPage } = require("./rule-book/page");
const { runMain } = require("./run-main");

// `npm run rule-book`: generates docs/rule-book.md from the constraints in provider/rulebook.
runMain(async () => {
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  /** @type {unknown} */
  const built = require(path.join(ROOT, "dist", "provider", "rulebook"));
  // The build has just written this module.
  const { CONSTRAINTS } = /** @type {{ CONSTRAINTS: readonly import("./rule-book/page").Constraint[] }} */ (
    built
  );
  fs.writeFileSync(path.join(ROOT, "docs", "rule-book.md"), ruleBookPage(CONSTRAINTS));
  return 0;
});
