// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { runInForeground } = require("./processes");
const { toStderr } = require("./progress");
const { findPulumi } = require("./pulumi-cli");
const { runMain } = require("./run-main");
const { parseJestReport, summarize } = require("./test-summary");

// `npm test [-- ARGS of jest]`: unit, contract and engine tests on whatever checkout. The last line on stdout, and the
// only one, is `N passed, N failed`.
runMain(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-test-report-"));
  const report = path.join(folder, "report.json");
  let code = 1;
  try {
    code = await runTests(report, process.argv.slice(2));
  } finally {
    const { line, ok } = summarize(parseJestReport(report));
    console.log(line);
    if (!ok && code === 0) code = 1;
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return code;
});

/**
 * @param {string} report the file that jest is to write
 * @param {readonly string[]} args more arguments for jest
 */
async function runTests(report, args) {
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  const cli = await findPulumi();
  toStderr(`testing with Pulumi ${cli.version} (${cli.bin})`);
  const jest = path.join(ROOT, "node_modules", "jest", "bin", "jest.js");
  return runInForeground(process.execPath, [jest, "--json", `--outputFile=${report}`, ...args], {
    cwd: ROOT,
    env: { ...process.env, EDGE_TEST_PULUMI: JSON.stringify(cli) },
    // jest says on stdout where its report went.
    stdout: 2,
  });
}
