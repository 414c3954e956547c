// @ts-check
"use strict";

/**
 * `npm run bench:policy [ZONES…]` measures what the policy pack adds to a preview: CPU seconds of a preview without a pack, with one
 * that has no policies, with the pack's defaults, and with all policies on; and how many of them the pack's own process takes, the
 * rest being the engine's. It sets no limits. Default: 100 and 300 zones.
 */
const fs = require("node:fs");
const path = require("node:path");
const { createBenchStack } = require("./bench/bench-stack");
const { costOf, cpuSecondsOf } = require("./bench/process-cost");
const { PROGRAM } = require("./bench/program");
const { createZones } = require("./bench/stand-in-zones");
const { platformApi } = require("./demo/platform-api");
const { startPlatform } = require("./demo/platform-process");
const { preparePolicyPack } = require("./engine-env");
const { enginePids } = require("./engine-processes");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { toStderr } = require("./progress");
const { findPulumi } = require("./pulumi-cli");
const { runMain } = require("./run-main");

const FOLDER = path.join(ROOT, ".platform", "bench-policy");
const SAMPLE_MS = 50;
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
    const preview = async (...args) => {
      let inPack = 0;
      const timer = setInterval(() => (inPack = Math.max(inPack, cpuSecondsOfPack(directory))), SAMPLE_MS);
      try {
        const { cost } = await costOf(directory, () => stack.pulumi("preview", ...args));
        return { total: cost.cpuSeconds ?? Number.NaN, inPack };
      } finally {
        clearInterval(timer);
      }
    };
    await preview();
    const without = await preview();
    const withEmpty = await preview(...empty);
    const byDefault = await preview(...pack);
    const allOn = await preview(...pack, "--policy-pack-config", config);
    /** @param {{ total: number, inPack: number }} cost */
    const more = ({ total, inPack }) =>
      `${(total - without.total).toFixed(1)} (${inPack.toFixed(1)} in its process)`;
    return (
      `${zones} zones: preview ${without.total.toFixed(1)} CPU s; a pack without policies adds ${more(withEmpty)}, ` +
      `this pack ${more(byDefault)}, with all policies on ${more(allOn)}`
    );
  } finally {
    await platform.stop();
  }
}

/** @param {string} directory @returns {number} of the running process of a pack; 0 without one */
function cpuSecondsOfPack(directory) {
  const isPack = (/** @type {number} */ pid) => commandOf(pid).includes("run-policy-pack");
  return enginePids(directory)
    .filter(isPack)
    .reduce((sum, pid) => sum + (cpuSecondsOf(pid) ?? 0), 0);
}

/** @param {number} pid @returns {string} empty without /proc, or if the process has ended */
function commandOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
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
