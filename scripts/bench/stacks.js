// @ts-check
"use strict";

const path = require("node:path");
const { platformApi } = require("../demo/platform-api");
const { startPlatform } = require("../demo/platform-process");
const { createBenchStack } = require("./bench-stack");
const { costOf } = require("./process-cost");
const { IDLE_PROGRAM, PROGRAM } = require("./program");
const { createZones } = require("./stand-in-zones");
const { stateSize } = require("./state-size");

const UP = ["up", "--yes", "--skip-preview"];

/** @typedef {import("./process-cost").Cost} Cost */
/** @typedef {{ step: string, reads: number, writes: number } & Cost} StepFigures `reads` and `writes` are numbers of requests */
/**
 * @typedef {object} StackFigures
 * @property {number} zones
 * @property {number} latencyMs delay of the platform before each answer
 * @property {import("./state-size").StateSize} state size before `destroy`
 * @property {StepFigures[]} steps in the order of their runs
 */
/** @typedef {{ zones: number, steps: ({ step: string } & Cost)[] }} IdleFigures the same stack with resources that do nothing */
/**
 * @typedef {object} StackOptions
 * @property {number} zones
 * @property {string} folder
 * @property {import("../pulumi-cli").PulumiCli} cli
 * @property {(end: () => Promise<void>) => void} cleanUp registers what must end if the bench is stopped
 */
/** @typedef {Awaited<ReturnType<typeof createBenchStack>>} BenchStack */
/**
 * @template T
 * @typedef {(step: string, run: () => Promise<string>) => Promise<T>} Measure
 */

/**
 * Runs a stack from its first `up` to its `destroy` on a new platform.
 * @param {StackOptions & { latencyMs: number }} options
 * @returns {Promise<StackFigures>}
 * @throws {Error} with the engine's output if a step fails, or with the objects that `destroy` leaves
 */
async function measureStack({ zones, latencyMs, folder, cli, cleanUp }) {
  const directory = path.join(folder, `zones-${zones}-latency-${latencyMs}`);
  const platform = await startPlatform(path.join(directory, "data"));
  cleanUp(platform.stop);
  try {
    const { ready } = platform;
    const api = platformApi(ready);
    const env = {
      EDGE_BASE_URL: ready.baseUrl,
      EDGE_GATEWAY_URL: ready.gatewayUrl,
      EDGE_API_TOKEN: ready.token,
    };
    const stack = await createBenchStack({ cli, directory, files: PROGRAM, env });
    cleanUp(stack.stop);
    const zoneIds = await createZones(api, ready.accountId, zones);
    await delayAnswers(ready, latencyMs);
    /** @type {Measure<StepFigures>} */
    const measure = async (step, run) => {
      const { value, requests, writes } = await api.watch(() => costOf(directory, run));
      return { step, reads: requests.length - writes.length, writes: writes.length, ...value.cost };
    };
    const { steps, state } = await runSteps(stack, zoneIds, measure);
    await delayAnswers(ready, 0);
    const left = await api.leftovers();
    if (left.length > 0) throw new Error(`after destroy, the platform still has ${left.join(", ")}`);
    return { zones, latencyMs, state: stateSize(state), steps };
  } finally {
    await platform.stop();
  }
}

/** @param {StackOptions} options @returns {Promise<IdleFigures>} */
async function measureIdleStack({ zones, folder, cli, cleanUp }) {
  const directory = path.join(folder, `zones-${zones}-idle`);
  const stack = await createBenchStack({ cli, directory, files: IDLE_PROGRAM, env: {} });
  cleanUp(stack.stop);
  const zoneIds = Array.from({ length: zones }, (_, index) => index.toString(16).padStart(32, "0"));
  /** @type {Measure<{ step: string } & Cost>} */
  const measure = async (step, run) => ({ step, ...(await costOf(directory, run)).cost });
  const { steps } = await runSteps(stack, zoneIds, measure);
  return { zones, steps };
}

/**
 * @template T
 * @param {BenchStack} stack
 * @param {string[]} zoneIds
 * @param {Measure<T>} measure
 * @returns {Promise<{ steps: T[], state: string }>} `state` is the output of `pulumi stack export` before `destroy`
 */
async function runSteps(stack, zoneIds, measure) {
  /** @param {string} step @param {string[]} args */
  const run = (step, args) => measure(step, () => stack.pulumi(...args));
  await stack.setConfig("zoneIds", JSON.stringify(zoneIds));
  await stack.setConfig("adminPath", "/admin");
  const steps = [
    await run("first up", UP),
    await run("unchanged up", UP),
    await run("refresh", ["refresh", "--yes", "--skip-preview"]),
  ];
  await stack.setConfig("adminPath", "/wp-admin");
  steps.push(await run("one rule changed", UP));
  const state = await stack.pulumi("stack", "export");
  steps.push(await run("destroy", ["destroy", "--yes", "--skip-preview"]));
  return { steps, state };
}

/** @param {import("../demo/platform-process").Ready} ready @param {number} ms delay before each answer from now on */
async function delayAnswers({ baseUrl }, ms) {
  const response = await fetch(new URL("/_platform/faults", baseUrl), {
    method: "PUT",
    body: JSON.stringify(ms === 0 ? [] : [{ kind: "delay", ms }]),
  });
  if (!response.ok) throw new Error(`the platform rejected the delay: ${await response.text()}`);
}

module.exports = { measureIdleStack, measureStack };
