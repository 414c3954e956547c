// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { platformApi } = require("../demo/platform-api");
const { startPlatform } = require("../demo/platform-process");
const { privatePulumi } = require("../engine-env");
const { endEngineProcesses } = require("../engine-processes");
const { costOf } = require("./costs");
const { IDLE_PROGRAM, PROGRAM } = require("./program");

// The engine's own format.
/** @type {(text: string) => { deployment: { resources: { type: string, inputs?: object, outputs?: object }[] } }} */
const parseState = JSON.parse;

const UP = ["up", "--yes", "--skip-preview"];

/** @typedef {import("./costs").Cost} Cost */
/** @typedef {{ step: string, reads: number, writes: number } & Cost} StepFigures `reads` and `writes` are numbers of requests */
/**
 * @typedef {object} StackFigures
 * @property {number} zones
 * @property {number} latencyMs delay of the platform before each answer
 * @property {StateSize} state size before `destroy`
 * @property {StepFigures[]} steps in the order of their runs
 */
/** @typedef {{ zones: number, steps: ({ step: string } & Cost)[] }} IdleFigures the same stack with resources that do nothing */
/**
 * @typedef {object} StackOptions
 * @property {number} zones
 * @property {string} folder inside the repository, so that the program finds the package
 * @property {import("../pulumi-cli").PulumiCli} cli
 * @property {(end: () => Promise<void>) => void} cleanUp registers what must end if the bench is stopped
 * @property {Record<string, string>} [files] of the program, by name. Default: `PROGRAM`
 */
/** @typedef {Awaited<ReturnType<typeof createStack>>} BenchStack */
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
function measureStack({ latencyMs, ...options }) {
  const { zones } = options;
  return withStack(options, async ({ stack, api, ready }) => {
    await delayAnswers(ready, latencyMs);
    /** @type {Measure<StepFigures>} */
    const measure = async (step, run) => {
      const { value, requests, writes } = await api.watch(() => costOf(stack.directory, run));
      return { step, reads: requests.length - writes.length, writes: writes.length, ...value.cost };
    };
    const { steps, state } = await runSteps(stack, measure);
    await delayAnswers(ready, 0);
    const left = await api.leftovers();
    if (left.length > 0) throw new Error(`after destroy, the platform still has ${left.join(", ")}`);
    return { zones, latencyMs, state: stateSize(state), steps };
  });
}

/** @param {StackOptions} options @returns {Promise<IdleFigures>} */
async function measureIdleStack({ zones, ...options }) {
  const zoneIds = Array.from({ length: zones }, (_, index) => index.toString(16).padStart(32, "0"));
  const stack = await createStack({ ...options, files: IDLE_PROGRAM }, zoneIds, {});
  /** @type {Measure<{ step: string } & Cost>} */
  const measure = async (step, run) => ({ step, ...(await costOf(stack.directory, run)).cost });
  return { zones, steps: (await runSteps(stack, measure)).steps };
}

/**
 * Runs `work` with a stack on a new platform that has its zones.
 * @template T
 * @param {StackOptions} options
 * @param {(made: { stack: BenchStack, api: ReturnType<typeof platformApi>, ready: import("../demo/platform-process").Ready }) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withStack({ zones, ...options }, work) {
  fs.rmSync(options.folder, { recursive: true, force: true });
  const platform = await startPlatform(path.join(options.folder, "data"));
  options.cleanUp(platform.stop);
  try {
    const { ready } = platform;
    const api = platformApi(ready);
    const zoneIds = await createZones(api, ready.accountId, zones);
    const stack = await createStack(options, zoneIds, {
      EDGE_BASE_URL: ready.baseUrl,
      EDGE_GATEWAY_URL: ready.gatewayUrl,
      EDGE_API_TOKEN: ready.token,
    });
    return await work({ stack, api, ready });
  } finally {
    await platform.stop();
  }
}

/**
 * Creates a stack with its own folder and a private Pulumi.
 * @param {Omit<StackOptions, "zones">} options
 * @param {string[]} zoneIds
 * @param {Record<string, string>} connection environment variables
 */
async function createStack({ cli, folder: directory, cleanUp, files = PROGRAM }, zoneIds, connection) {
  const program = path.join(directory, "program");
  fs.mkdirSync(program, { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(program, name), text);
  // TypeScript's type check costs the same whatever the package does, so it is not measured.
  const env = { ...connection, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
  const run = privatePulumi({ cli, directory, program, env });

  /** @param {string[]} args @returns {Promise<string>} its stdout; throws with its whole output if it fails */
  const pulumi = async (...args) => {
    const { code, stdout, output } = await run(...args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with exit code ${code}:\n${output}`);
    return stdout;
  };
  /** @param {string} key @param {string} value */
  const setConfig = (key, value) => pulumi("config", "set", key, "--", value);

  cleanUp(() => endEngineProcesses(directory));
  await pulumi("stack", "init", "bench");
  await setConfig("zoneIds", JSON.stringify(zoneIds));
  await setConfig("adminPath", "/admin");
  return { directory, pulumi, setConfig };
}

/**
 * @template T
 * @param {BenchStack} stack
 * @param {Measure<T>} measure
 * @returns {Promise<{ steps: T[], state: string }>} `state` is the output of `pulumi stack export` before `destroy`
 */
async function runSteps(stack, measure) {
  /** @param {string} step @param {string[]} args */
  const run = (step, args) => measure(step, () => stack.pulumi(...args));
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

/**
 * Creates zones on the platform.
 * @param {ReturnType<typeof platformApi>} api
 * @param {string} accountId
 * @param {number} count
 * @returns {Promise<string[]>} their ids
 */
async function createZones(api, accountId, count) {
  const ids = [];
  for (let index = 0; index < count; index += 1) {
    const body = { name: `zone-${index}.example`, account: { id: accountId } };
    const { status, result } = await api.call("POST", "/zones", { body });
    if (status !== 200) throw new Error(`the platform did not create zone ${body.name}: status ${status}`);
    // The platform answers a zone.
    ids.push(/** @type {{ id: string }} */ (result).id);
  }
  return ids;
}

/**
 * @typedef {object} StateSize
 * @property {number} resources number of resources, without the stack and its provider
 * @property {number} bytes size of the whole state as JSON without white space
 * @property {number} inputBytes size of the resources' inputs, measured the same way
 * @property {number} outputBytes size of the resources' outputs, measured the same way
 */

/**
 * Measures a state and the inputs in it.
 * @param {string} exported output of `pulumi stack export`
 * @returns {StateSize}
 */
function stateSize(exported) {
  const state = parseState(exported);
  const resources = state.deployment.resources.filter(({ type }) => !type.startsWith("pulumi:"));
  const inputBytes = resources.reduce((sum, { inputs }) => sum + jsonBytes(inputs ?? {}), 0);
  const outputBytes = resources.reduce((sum, { outputs }) => sum + jsonBytes(outputs ?? {}), 0);
  return { resources: resources.length, bytes: jsonBytes(state), inputBytes, outputBytes };
}

/** @param {unknown} value */
function jsonBytes(value) {
  return Buffer.byteLength(JSON.stringify(value));
}

module.exports = { createZones, measureIdleStack, measureStack, stateSize, withStack };
