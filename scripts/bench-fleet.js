// @ts-check
"use strict";

/**
 * `npm run bench:fleet -- [--zones 300] [--size 30] [--jobs 2] [--idle]` compares one stack with the same zones as shards of a fleet, with the real
 * Pulumi engine on the local platform: CPU seconds and peak memory of whole process trees.
 */
const fs = require("node:fs");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { costOf } = require("./bench/costs");
const { IDLE_PROGRAM, PROGRAM } = require("./bench/program");
const { createZones } = require("./bench/stacks");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { endAtSignals, runStep, toStderr } = require("./processes");
const { findPulumi } = require("./pulumi-cli");
const { runMain } = require("./run-main");

const FOLDER = path.join(ROOT, ".platform", "bench-fleet");

/** The zones of a program of `npm run bench` come from the lock file. @param {string} index */
const ofFleet = (index) =>
  index
    .replace(
      'const zoneIds = config.requireObject<string[]>("zoneIds");',
      `import { readFileSync } from "node:fs";
const { zones } = JSON.parse(readFileSync("fleet.lock.json", "utf8")) as {
  zones: { name: string; stack: string; config: { id: string } }[];
};
const zoneIds = zones.filter(({ stack }) => stack === pulumi.getStack()).map((zone) => zone.config.id);`,
    )
    .replace('config.require("adminPath")', '"/admin"');

runMain(async () => {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      zones: { type: "string", default: "300" },
      size: { type: "string", default: "30" },
      jobs: { type: "string", default: "2" },
      idle: { type: "boolean", default: false },
    },
  });
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  const cli = await findPulumi({ progress: toStderr });
  fs.rmSync(FOLDER, { recursive: true, force: true });
  const cleanUp = endAtSignals();
  const options = { cli, cleanUp, zones: Number(values.zones) };
  const whole = await measure({ ...options, size: options.zones, jobs: "1" });
  const size = Number(values.size);
  const shards = await measure({ ...options, size, jobs: values.jobs });
  // What the stacks cost with resources that do nothing is no cost of the package.
  const idle = values.idle
    ? await measure({ ...options, size, jobs: values.jobs, program: IDLE_PROGRAM })
    : {};
  console.log(`${options.zones} zones. CPU s, peak MB: of all processes; wall s`);
  for (const step of Object.keys(whole))
    console.log([step.padEnd(24), ...[whole, shards, idle].map((costs) => line(costs[step]))].join(" | "));
  const ratio = (shards["first up"]?.cpuSeconds ?? NaN) / (whole["first up"]?.cpuSeconds ?? NaN);
  console.log(`first up of the shards: ${(ratio * 100).toFixed(0)} % of the CPU of one stack`);
  fs.rmSync(FOLDER, { recursive: true, force: true });
  return 0;
});

/** @param {import("./bench/costs").Cost | undefined} cost */
function line(cost) {
  const { cpuSeconds, peakMegabytes, wallSeconds } = cost ?? {
    cpuSeconds: null,
    peakMegabytes: null,
    wallSeconds: 0,
  };
  return [cpuSeconds?.toFixed(1) ?? "–", peakMegabytes?.toFixed(0) ?? "–", wallSeconds.toFixed(1)]
    .map((text) => text.padStart(6))
    .join(" ");
}

/**
 * @param {{ cli: import("./pulumi-cli").PulumiCli, cleanUp: (end: () => Promise<void>) => void, zones: number, size: number, jobs: string, program?: typeof PROGRAM }} options
 * @returns {Promise<Record<string, import("./bench/costs").Cost>>} by step
 */
async function measure({ cli, cleanUp, zones, size, jobs, program: files = PROGRAM }) {
  const { platformApi } = require("./demo/platform-api");
  const { startPlatform } = require("./demo/platform-process");
  const { privatePulumiEnv } = require("./engine-env");
  const { endEngineProcesses } = require("./engine-processes");
  const directory = path.join(FOLDER, `size-${size}${files === PROGRAM ? "" : "-idle"}`);
  const program = path.join(directory, "program");
  fs.mkdirSync(program, { recursive: true });
  const platform = await startPlatform(path.join(directory, "data"));
  cleanUp(() => endEngineProcesses(directory).then(() => platform.stop()));
  try {
    const { ready } = platform;
    const ids = await createZones(platformApi(ready), ready.accountId, zones);
    const fleet = {
      stacks: { name: "edge-{number}", size },
      zones: ids.map((_, index) => `zone-${index}.example`),
      config: Object.fromEntries(ids.map((id, index) => [`zone-${index}.example`, { id }])),
    };
    const all = { ...files, "index.ts": ofFleet(files["index.ts"]), "fleet.yaml": JSON.stringify(fleet) };
    for (const [name, text] of Object.entries(all)) fs.writeFileSync(path.join(program, name), text);
    const env = {
      ...privatePulumiEnv({ cli, directory }),
      EDGE_BASE_URL: ready.baseUrl,
      EDGE_GATEWAY_URL: ready.gatewayUrl,
      EDGE_API_TOKEN: ready.token,
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };
    const run = async (/** @type {string[]} */ ...args) => {
      const main = path.join(ROOT, "dist/cli/main.js");
      const { code, stdout, stderr } = await runStep(process.execPath, [main, "fleet", ...args], {
        cwd: program,
        env,
      });
      if (code !== 0)
        throw new Error(`fleet ${args.join(" ")} ended with exit code ${code}:\n${stdout}${stderr}`);
    };
    await run("plan");
    await run("init");
    await run("plan");
    /** @type {Record<string, import("./bench/costs").Cost>} */
    const costs = {};
    for (const [step, args] of /** @type {[string, string[]][]} */ ([
      ["first up", ["up", "--yes", "--skip-preview", "--jobs", jobs]],
      ["preview, nothing changed", ["preview"]],
      ["preview of all", ["preview", "--all", "--jobs", jobs]],
    ])) {
      costs[step] = (await costOf(directory, () => run(...args))).cost;
      toStderr(`${zones} zones, ${size} in a stack: ${step}: ${line(costs[step])}`);
    }
    return costs;
  } finally {
    await platform.stop();
  }
}
