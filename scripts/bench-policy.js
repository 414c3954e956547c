// @ts-check
"use strict";

/**
 * `npm run bench:policy [ZONES…]` measures what the policy pack adds to a preview: CPU seconds of a preview without a pack, with one
 * that has no policies, with the pack's defaults, and with all policies on; and how many of them the pack's own process takes, the
 * rest being the engine's. It sets no limits. Default: 100 and 300 zones.
 */
const fs = require("node:fs");
const path = require("node:path");
const { costOf, cpuSecondsOf } = require("./bench/costs");
const { withStack } = require("./bench/stacks");
const { enginePids } = require("./engine-processes");
const { ROOT } = require("./prepare");
const { endAtSignals } = require("./processes");
const { findPulumi } = require("./pulumi-cli");
const { runBuilt } = require("./run-main");

const FOLDER = path.join(ROOT, ".platform", "bench-policy");
const SAMPLE_MS = 50;
const ALL_ON = JSON.stringify({ all: "advisory", "hide-secrets": "remediate" });

runBuilt(async () => {
  const counts = process.argv.slice(2).map(Number);
  const cleanUp = endAtSignals();
  const cli = await findPulumi();
  for (const zones of counts.length > 0 ? counts : [100, 300])
    console.log(await measure({ zones, folder: path.join(FOLDER, String(zones)), cli, cleanUp }));
  fs.rmSync(FOLDER, { recursive: true, force: true });
  return 0;
});

/**
 * @param {import("./bench/stacks").StackOptions} options
 * @returns {Promise<string>}
 */
function measure(options) {
  const { zones, folder: directory } = options;
  return withStack(options, async ({ stack }) => {
    const pack = ["--policy-pack", path.join(ROOT, "policy")];
    const empty = ["--policy-pack", writeEmptyPack(directory)];
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
  });
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
