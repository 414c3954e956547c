// @ts-check
"use strict";

/**
 * `npm run bench:doors [ZONES…]` runs the same stack by the dynamic provider and by the native plugin, and prints CPU seconds, peak
 * memory, requests and the size of the state side by side. It sets no limits. Default: 1, 10, 100 and 300 zones.
 */
const fs = require("node:fs");
const path = require("node:path");
const { programOfDoor } = require("./bench/program");
const { measureStack } = require("./bench/stacks");
const { ROOT } = require("./prepare");
const { endAtSignals } = require("./processes");
const { findPulumi } = require("./pulumi-cli");
const { runBuilt } = require("./run-main");

const FOLDER = path.join(ROOT, ".platform", "bench-doors");

runBuilt(async () => {
  const counts = process.argv.slice(2).map(Number);
  const cleanUp = endAtSignals();
  const cli = await findPulumi();
  for (const zones of counts.length > 0 ? counts : [1, 10, 100, 300])
    for (const door of /** @type {const} */ (["dynamic", "native"])) {
      const files = programOfDoor(door, path.join(ROOT, "plugin"));
      const folder = path.join(FOLDER, `${door}-${zones}`);
      const { steps, state } = await measureStack({ zones, latencyMs: 0, folder, cli, cleanUp, files });
      for (const { step, cpuSeconds, peakMegabytes, reads, writes } of steps)
        console.log(
          `${zones} zones, ${door}, ${step}: ${(cpuSeconds ?? Number.NaN).toFixed(1)} CPU s, ${(peakMegabytes ?? Number.NaN).toFixed(0)} MB, ` +
            `${reads} reads, ${writes} writes`,
        );
      const each = (/** @type {number} */ total) => (total / state.resources).toFixed(0);
      const beside = state.bytes - state.inputBytes - state.outputBytes;
      console.log(
        `${zones} zones, ${door}, state: ${each(state.bytes)} bytes a resource, ${each(beside)} beside inputs and outputs`,
      );
    }
  fs.rmSync(FOLDER, { recursive: true, force: true });
  return 0;
});
