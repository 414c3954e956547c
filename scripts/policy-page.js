// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare");
const { withPolicyTables } = require("./policy-page/tables");
const { runBuilt } = require("./run-main");

const PAGE = path.join(ROOT, "docs", "policy.md");

// `npm run policy-page`: writes the tables of docs/policy.md from the policies in review/policies.
runBuilt(() => {
  /** @type {unknown} */
  const built = require(path.join(ROOT, "dist", "review", "policies", "describe-policies"));
  // The build has just written this module.
  const { describePolicies } = /** @type {typeof import("../review/policies/describe-policies")} */ (built);
  fs.writeFileSync(PAGE, withPolicyTables(fs.readFileSync(PAGE, "utf8"), describePolicies()));
  return 0;
});
