// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseJestReport, runJest, summarize } = require("./jest");
const { ensureInstalled } = require("./prepare");
const { prepareTests } = require("./prepare-tests");
const { toStderr } = require("./processes");
const { runMain } = require("./run-main");

/**
 * The tiers of `npm test`. More take minutes: `long` and `nightly` have the files that `tests/slow-tests.js` names, `languages` builds
 * hosts and SDKs of other languages, `repository` installs and runs a repository of 39 zones, `golden` runs programs of forty zones, `stores` keeps states in
 * S3 and PostgreSQL.
 */
const TIERS = ["unit", "slow", "contract", "pages", "engine"];
// `npm test [-- ARGS of jest]`, from a fresh clone if need be, and `npm run test:TIER [-- ARGS of jest]`.
runMain(async () => {
  const [tier, ...args] = process.argv.slice(2);
  if (tier === "all") return testAll(args);
  await ensureInstalled(toStderr);
  // Jest takes every argument after --selectProjects as the name of a project, so this option comes last.
  return runJest([...args, "--selectProjects", tier ?? "unit"], {
    env: await prepareTests(tier === undefined ? [] : [tier]),
  });
});

/** Stdout gets one line, `N passed, N failed`; everything else goes to stderr. @param {string[]} args */
async function testAll(args) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-test-report-"));
  const report = path.join(folder, "report.json");
  let code = 1;
  try {
    await ensureInstalled(toStderr);
    const env = await prepareTests(TIERS);
    const all = ["--json", `--outputFile=${report}`, ...args, "--selectProjects", ...TIERS];
    // With --json, Jest prints on stdout where it wrote the report.
    code = await runJest(all, { env, stdout: 2 });
  } finally {
    const { line, ok } = summarize(parseJestReport(report));
    console.log(line);
    if (!ok && code === 0) code = 1;
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return code;
}
