// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { prepareEngineTests, preparePageTests, runJest } = require("./jest");
const { ensureInstalled } = require("./prepare");
const { toStderr } = require("./progress");
const { runMain } = require("./run-main");
const { parseJestReport, summarize } = require("./test-summary");

/** The rest, `languages`, builds hosts and SDKs of other languages for minutes: `npm run test:languages`. */
const TIERS = ["unit", "slow", "contract", "pages", "engine"];

// `npm test [-- ARGS of jest]`: unit, contract, page and engine tests, from a fresh clone if need be. Stdout gets one line,
// `N passed, N failed`; everything else goes to stderr.
runMain(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-test-report-"));
  const report = path.join(folder, "report.json");
  let code = 1;
  try {
    await ensureInstalled(toStderr);
    const env = { ...(await prepareEngineTests()), ...(await preparePageTests()) };
    const args = ["--json", `--outputFile=${report}`, ...process.argv.slice(2), "--selectProjects", ...TIERS];
    // With --json, Jest prints on stdout where it wrote the report.
    code = await runJest(args, { env, stdout: 2 });
  } finally {
    const { line, ok } = summarize(parseJestReport(report));
    console.log(line);
    if (!ok && code === 0) code = 1;
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return code;
});
