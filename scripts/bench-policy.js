// @ts-check
"use strict";

/**
 * `npm run bench:policy [ZONES…]` measures what the policy pack adds to a preview: CPU seconds of a preview without a pack, with one
 * that has no policies, with the pack's defaults, and with all policies on. It sets no limits. Default: 100 and 300 zones.
 */
const fs = require("node:fs");
const path = require("node:path");
const { createBenchStack } = require("./bench/bench-stack");
const { costOf } = require("./bench/process-cost");
const { PROGRAM } = require("./bench/program");
const { createZones } = require("./bench/stand-in-zones");
const { platformApi } = require("./demo/platform-api");
const { startPlatform } = require("./demo/platform-process");
const { preparePolicyPack } = require("./engine-env");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { toStderr } = require("./progress");
const { findPulumi } = require("./pulumi-cli");
const { runMain } = require("./run-main");

const FOLDER = path.join(ROOT, ".platform", "bench-policy");
const ALL_ON = JSON.stringify({ all: "advisory", "hide-secrets": "remediate" });

runMain(async () => {
  const zones = process.argv.slice(2).map(Number);
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  const cli = await findPulumi({ progress: toStderr });
  for (const count of zones.length > 0 ? zones : [100, 300]) console.log(await measure(count, cli));
  fs.rmSync(FOLDER, { recursive: true, force: true });
  return 0;
});

/**
 * @param {number} zones
 * @param {import("./pulumi-cli").PulumiCli} cli
 * @returns {Promise<string>}
 */
async function measure(zones, cli) {
  const directory = path.join(FOLDER, String(zones));
  fs.rmSync(directory, { recursive: true, force: true });
  const platform = await startPlatform(path.join(directory, "data"));
  try {
    const { ready } = platform;
    const env = { EDGE_BASE_URL: ready.baseUrl, EDGE_API_TOKEN: ready.token };
    const stack = await createBenchStack({ cli, directory, files: PROGRAM, env });
    const zoneIds = await createZones(platformApi(ready), ready.accountId, zones);
    await stack.setConfig("zoneIds", JSON.stringify(zoneIds));
    await stack.setConfig("adminPath", "/admin");
    /** @param {string} pack */
    const packArgs = (pack) => ["--policy-pack", preparePolicyPack({ cli, directory, pack })];
    const pack = packArgs(path.join(ROOT, "policy"));
    const empty = packArgs(writeEmptyPack(directory));
    const config = path.join(directory, "all-on.json");
    fs.writeFileSync(config, ALL_ON);
    /** @param {string[]} args */
    const seconds = async (...args) =>
      (await costOf(directory, () => stack.pulumi("preview", ...args))).cost.cpuSeconds ?? Number.NaN;
    await seconds();
    const without = await seconds();
    const withEmpty = await seconds(...empty);
    const byDefault = await seconds(...pack);
    const allOn = await seconds(...pack, "--policy-pack-config", config);
    /** @param {number} total */
    const more = (total) => (total - without).toFixed(1);
    return (
      `${zones} zones: preview ${without.toFixed(1)} CPU s; a pack without policies adds ${more(withEmpty)}, ` +
      `this pack ${more(byDefault)}, with all policies on ${more(allOn)}`
    );
  } finally {
    await platform.stop();
  }
}

/** @param {string} directory @returns {string} the folder of a pack without policies: what the engine and the SDK cost alone */
function writeEmptyPack(directory) {
  const folder = path.join(directory, "empty-pack");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "PulumiPolicy.yaml"), "runtime: nodejs\n");
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "empty", version: "0.0.1" }));
  const index = 'new (require("@pulumi/policy").PolicyPack)("empty", { policies: [] });\n';
  fs.writeFileSync(path.join(folder, "index.js"), index);
  return folder;
}
