// @ts-check
"use strict";

/**
 * `npm run bench:doors [ZONES…]` runs the same stack by the dynamic provider and by the native plugin, and prints CPU seconds, peak
 * memory, requests and the size of the state side by side. It sets no limits. Default: 1, 10, 100 and 300 zones.
 */
const fs = require("node:fs");
const path = require("node:path");
const { createBenchStack } = require("./bench/bench-stack");
const { costOf } = require("./bench/process-cost");
const { PROGRAM } = require("./bench/program");
const { stateSize } = require("./bench/state-size");
const { createZones } = require("./bench/stand-in-zones");
const { platformApi } = require("./demo/platform-api");
const { startPlatform } = require("./demo/platform-process");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { toStderr } = require("./progress");
const { findPulumi } = require("./pulumi-cli");
const { runMain } = require("./run-main");

const FOLDER = path.join(ROOT, ".platform", "bench-doors");
const STEPS = /** @type {const} */ ({
  "first up": ["up", "--yes", "--skip-preview"],
  "unchanged up": ["up", "--yes", "--skip-preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
});

/** The program of each door. */
const DOORS = {
  dynamic: PROGRAM,
  native: {
    ...PROGRAM,
    "index.ts": PROGRAM["index.ts"].replace('"pulumi-edge-platform"', '"pulumi-edge-platform/native"'),
    "Pulumi.yaml": `${PROGRAM["Pulumi.yaml"]}plugins:\n  providers:\n    - name: edge\n      path: ${path.join(ROOT, "plugin")}\n`,
  },
};

runMain(async () => {
  const zones = process.argv.slice(2).map(Number);
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  const cli = await findPulumi({ progress: toStderr });
  for (const count of zones.length > 0 ? zones : [1, 10, 100, 300])
    for (const door of /** @type {const} */ (["dynamic", "native"]))
      for (const line of await measure(count, door, cli)) console.log(line);
  fs.rmSync(FOLDER, { recursive: true, force: true });
  return 0;
});

/**
 * @param {number} zones
 * @param {keyof typeof DOORS} door
 * @param {import("./pulumi-cli").PulumiCli} cli
 * @returns {Promise<string[]>}
 */
async function measure(zones, door, cli) {
  const directory = path.join(FOLDER, `${door}-${zones}`);
  fs.rmSync(directory, { recursive: true, force: true });
  const platform = await startPlatform(path.join(directory, "data"));
  try {
    const { ready } = platform;
    const api = platformApi(ready);
    const env = { EDGE_BASE_URL: ready.baseUrl, EDGE_API_TOKEN: ready.token };
    const stack = await createBenchStack({ cli, directory, files: DOORS[door], env });
    const zoneIds = await createZones(api, ready.accountId, zones);
    await stack.setConfig("zoneIds", JSON.stringify(zoneIds));
    await stack.setConfig("adminPath", "/admin");
    const lines = [];
    for (const [name, args] of Object.entries(STEPS)) {
      const { value, requests } = await api.watch(() => costOf(directory, () => stack.pulumi(...args)));
      const { cpuSeconds, peakMegabytes } = value.cost;
      const counted = requests.map(({ method }) => (method === "GET" ? "reads" : "writes"));
      const reads = counted.filter((kind) => kind === "reads").length;
      lines.push(
        `${zones} zones, ${door}, ${name}: ${(cpuSeconds ?? Number.NaN).toFixed(1)} CPU s, ${(peakMegabytes ?? Number.NaN).toFixed(0)} MB, ` +
          `${reads} reads, ${counted.length - reads} writes`,
      );
      if (name === "refresh") lines.push(stateLine(zones, door, await stack.pulumi("stack", "export")));
    }
    return lines;
  } finally {
    await platform.stop();
  }
}

/** @param {number} zones @param {string} door @param {string} exported */
function stateLine(zones, door, exported) {
  const { resources, bytes, inputBytes, outputBytes } = stateSize(exported);
  const each = (/** @type {number} */ total) => (total / resources).toFixed(0);
  return `${zones} zones, ${door}, state: ${each(bytes)} bytes a resource, ${each(bytes - inputBytes - outputBytes)} beside inputs and outputs`;
}
