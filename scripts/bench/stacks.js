// @ts-check
"use strict";

const path = require("node:path");
const { platformApi } = require("../demo/platform-api");
const { startPlatform } = require("../demo/platform-process");
const { createBenchStack } = require("./bench-stack");
const { costOf } = require("./process-cost");
const { createZones } = require("./stand-in-zones");

const UP = ["up", "--yes", "--skip-preview"];

/** @typedef {{ step: string, reads: number, writes: number } & import("./process-cost").Cost} StepFigures reads, writes: requests */
/**
 * @typedef {object} StackFigures
 * @property {number} zones
 * @property {number} resources
 * @property {number} stateBytes of `pulumi stack export` before `destroy`
 * @property {StepFigures[]} steps in the order in which they were run
 */

/**
 * One stack of so many zones, from its first `up` to its `destroy`, on a platform of its own.
 * @param {{ zones: number, folder: string, cli: import("../pulumi-cli").PulumiCli, cleanUp: (end: () => Promise<void>) => void }}
 *   options `cleanUp` is told what has to end when the bench is stopped
 * @returns {Promise<StackFigures>}
 * @throws {Error} with the engine's own words where a step fails; with what is left where `destroy` leaves something
 */
async function measureStack({ zones, folder, cli, cleanUp }) {
  const directory = path.join(folder, `zones-${zones}`);
  const platform = await startPlatform(path.join(directory, "data"));
  cleanUp(platform.stop);
  try {
    const { ready } = platform;
    const api = platformApi(ready);
    const stack = createBenchStack({ cli, directory, ready });
    cleanUp(stack.stop);
    await stack.pulumi("stack", "init", "bench");
    await stack.setConfig("zoneIds", JSON.stringify(await createZones(api, ready.accountId, zones)));
    await stack.setConfig("adminPath", "/admin");

    /** @param {string} step @param {string[]} args @returns {Promise<StepFigures>} */
    const measure = async (step, args) => {
      const { value, requests, writes } = await api.watch(() =>
        costOf(directory, () => stack.pulumi(...args)),
      );
      return { step, reads: requests.length - writes.length, writes: writes.length, ...value.cost };
    };
    const steps = [
      await measure("first up", UP),
      await measure("unchanged up", UP),
      await measure("refresh", ["refresh", "--yes", "--skip-preview"]),
    ];
    await stack.setConfig("adminPath", "/wp-admin");
    steps.push(await measure("one rule changed", UP));
    const state = await stack.pulumi("stack", "export");
    steps.push(await measure("destroy", ["destroy", "--yes", "--skip-preview"]));
    const left = await api.leftovers();
    if (left.length > 0) throw new Error(`after destroy the platform still holds ${left.join(", ")}`);
    return {
      zones,
      resources: countResources(state),
      stateBytes: Buffer.byteLength(state),
      steps,
    };
  } finally {
    await platform.stop();
  }
}

/** @param {string} state as `pulumi stack export` prints it @returns {number} resources but the stack and its provider */
function countResources(state) {
  /** @type {unknown} */
  const exported = JSON.parse(state);
  // The engine's own format.
  const { deployment } = /** @type {{ deployment: { resources: { type: string }[] } }} */ (exported);
  return deployment.resources.filter(({ type }) => !type.startsWith("pulumi:")).length;
}

module.exports = { measureStack };
