// @ts-check
"use strict";

/**
 * `npm run fuzz`: tests the local platform against its OpenAPI document with schemathesis, from PyPI. Every run sends the same
 * requests. Exits with 1 if a response does not match the document or is a server error. Without Python or PyPI, prints that it was
 * skipped and exits with 0.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { startPlatform } = require("./demo/platform-process");
const bodies = require("./fuzz/bodies.json");
const seed = require("./fuzz/seed.json");
const { runInForeground, toStderr } = require("./processes");
const { ensurePythonPackages } = require("./python-packages");
const { runBuilt } = require("./run-main");

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "negative_data_rejection",
  "unsupported_method",
];
/** The number of examples of each operation and phase. */
const EXAMPLES = 5;

runBuilt(async () => {
  const python = await ensurePythonPackages("fuzz", toStderr);
  if (python === undefined) {
    console.log("fuzz: skipped, because schemathesis cannot be installed (it needs python3 and PyPI)");
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
 * @param {string} folder for files of schemathesis
 * @param {import("./demo/platform-process").Ready} ready
 */
async function fuzz(python, folder, ready) {
  const control = `${new URL(ready.baseUrl).origin}/_platform`;
  const environment = path.join(folder, "environment.json");
  fs.writeFileSync(environment, JSON.stringify(await prepareData(ready, control)));
  const args = ["-m", "schemathesis.cli", "run", `${control}/openapi.json`, "--url", ready.baseUrl];
  const options = [
    "--header",
    `Authorization: Bearer ${ready.token}`,
    "--checks",
    CHECKS.join(),
    "--phases",
    "coverage,fuzzing",
    "--max-examples",
    String(EXAMPLES),
    "--seed",
    "1",
    "--generation-database",
    "none",
    "--warnings",
    "off",
    "--no-color",
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

/** @typedef {{ id: string }} Made */

/**
 * Seeds the platform, and returns what exists there for the hooks.
 * @param {import("./demo/platform-process").Ready} ready
 * @param {string} control base URL of the control plane
 * @returns {Promise<object>} the settings that `hooks.py` reads
 */
async function prepareData(ready, control) {
  // The platform answers with what the seed asks for.
  const seeded = /** @type {{ zones: Made[], tokens: Made[], rulesets: Made[] }} */ (
    await json(`${control}/seed`, { method: "POST", body: JSON.stringify(seed) })
  );
  const [zone] = seeded.zones;
  const [ofUser, ofAccount] = seeded.tokens;
  const [ofZone, shared] = seeded.rulesets;
  const rule = {
    zones: await firstRule(`zones/${zone?.id}`, ofZone),
    accounts: await firstRule(`accounts/${ready.accountId}`, shared),
  };
  const snapshotUrl = `${control}/snapshot`;
  return {
    bodies,
    snapshotUrl,
    snapshot: await json(snapshotUrl),
    known: {
      user: { token_id: ofUser?.id },
      zones: { zone_id: zone?.id, ruleset_id: ofZone?.id, rule_id: rule.zones },
      accounts: {
        account_id: ready.accountId,
        token_id: ofAccount?.id,
        ruleset_id: shared?.id,
        rule_id: rule.accounts,
      },
    },
  };

  /** @param {string} scope @param {Made | undefined} ruleset */
  async function firstRule(scope, ruleset) {
    const headers = { Authorization: `Bearer ${ready.token}` };
    const { result } = /** @type {{ result: { rules: Made[] } }} */ (
      await json(`${ready.baseUrl}/${scope}/rulesets/${ruleset?.id}`, { headers })
    );
    return result.rules[0]?.id;
  }
}

/** @param {string} url @param {RequestInit} [init] @returns {Promise<unknown>} */
async function json(url, init) {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
