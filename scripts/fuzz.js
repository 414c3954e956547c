// @ts-check
"use strict";

/**
 * `npm run fuzz`: the local platform against its own OpenAPI document, by schemathesis from PyPI. The same calls at every
 * run. Exit code 1 for an answer that the document does not describe: a status, a content type, a body, a 500. Where Python
 * or PyPI is not to be had it says so, with 0.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { startPlatform } = require("./demo/platform-process");
const { prepareData } = require("./fuzz/data");
const { ensureBuilt, ensureInstalled } = require("./prepare");
const { runInForeground } = require("./processes");
const { toStderr } = require("./progress");
const { ensurePythonPackages } = require("./python-packages");
const { runMain } = require("./run-main");

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "negative_data_rejection",
  "unsupported_method",
];
/** Of each operation and phase. */
const EXAMPLES = 5;

runMain(async () => {
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  const python = await ensurePythonPackages("fuzz", toStderr);
  if (python === undefined) {
    console.log("fuzz: skipped, since schemathesis cannot be installed (python3 and PyPI are needed)");
    return 0;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-fuzz-"));
  try {
    const { ready, stop } = await startPlatform(path.join(folder, "data"));
    try {
      return await fuzz(python, folder, ready);
    } finally {
      await stop();
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * @param {string} python
 * @param {string} folder for what schemathesis writes
 * @param {import("./demo/platform-process").Ready} ready
 */
async function fuzz(python, folder, ready) {
  const control = `${new URL(ready.baseUrl).origin}/_platform`;
  const environment = path.join(folder, "environment.json");
  fs.writeFileSync(environment, JSON.stringify(await prepareData(ready, control)));
  const args = ["-m", "schemathesis.cli", "run", `${control}/openapi.json`, "--url", ready.baseUrl];
  const options = [
    ...["--header", `Authorization: Bearer ${ready.token}`, "--checks", CHECKS.join()],
    ...["--phases", "coverage,fuzzing", "--max-examples", String(EXAMPLES), "--seed", "1"],
    ...["--generation-database", "none", "--warnings", "off", "--no-color"],
  ];
  return runInForeground(python, [...args, ...options], {
    cwd: folder,
    env: {
      ...process.env,
      EDGE_FUZZ: environment,
      PYTHONPATH: path.join(__dirname, "fuzz"),
      SCHEMATHESIS_HOOKS: "hooks",
    },
  });
}
