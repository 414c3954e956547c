// @ts-check
"use strict";

/**
 * `npm run bench`: what the package costs, measured on this machine. Three groups: stacks of several sizes with the real
 * Pulumi engine on the local platform, the filter language, and the local platform itself. Nothing is asserted about times.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseOptions } = require("./bench/options");
const { formatJson, formatReport } = require("./bench/report");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { longStep, toStderr } = require("./progress");
const { findPulumi } = require("./pulumi-cli");
const { runMain } = require("./run-main");

const FOLDER = path.join(ROOT, ".platform", "bench");

runMain(async () => {
  const { json, zones, groups } = parseOptions(process.argv.slice(2));
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  const cleanUp = endAtSignals();

  /** @type {import("./bench/report").Figures} */
  const figures = { machine: machine() };
  if (groups.includes("stacks")) {
    const cli = await findPulumi({ progress: toStderr });
    figures.machine.pulumi = cli.version;
    figures.stacks = await measureStacks(zones, { folder: FOLDER, cli, cleanUp });
  }
  if (groups.includes("filter")) {
    const { measureFilter } = require("./bench/filter-speed");
    figures.filter = await longStep(toStderr, "the filter language", () => Promise.resolve(measureFilter()));
  }
  if (groups.includes("platform")) {
    const { measurePlatform } = require("./bench/platform-speed");
    figures.platform = await longStep(toStderr, "the local platform", () =>
      measurePlatform({ folder: FOLDER, cleanUp }),
    );
  }
  console.log(json ? formatJson(figures) : formatReport(figures));
  fs.rmSync(FOLDER, { recursive: true, force: true });
  return 0;
});

/**
 * @param {number[]} zones of each stack
 * @param {Omit<Parameters<typeof import("./bench/stacks").measureStack>[0], "zones">} options
 */
async function measureStacks(zones, options) {
  const { measureStack } = require("./bench/stacks");
  const stacks = [];
  for (const count of zones) {
    const label = `a stack of ${count} ${count === 1 ? "zone" : "zones"}`;
    stacks.push(await longStep(toStderr, label, () => measureStack({ ...options, zones: count })));
  }
  return stacks;
}

function machine() {
  return {
    cpu: os.cpus()[0]?.model ?? "unknown processor",
    cores: os.availableParallelism(),
    os: `${os.type()} ${os.arch()}`,
    node: process.versions.node,
  };
}

/** @returns {(end: () => Promise<void>) => void} takes what has to end before this process does, when a signal stops it */
function endAtSignals() {
  /** @type {(() => Promise<void>)[]} */
  const ends = [];
  let stopping = false;
  // Not `once`: the step that runs ends its own command and raises the signal again.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      toStderr(`${signal}: stopping`);
      void Promise.allSettled(ends.map((end) => end())).then(() => process.exit(130));
    });
  }
  return (end) => ends.push(end);
}
