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
  const { json, zones } = parseOptions(process.argv.slice(2));
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  const cli = await findPulumi({ progress: toStderr });
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });

  const { measureStack } = require("./bench/stacks");
  const { measureFilter } = require("./bench/filter-speed");
  const { measurePlatform } = require("./bench/platform-speed");
  const cleanUp = endAtSignals();

  const stacks = [];
  for (const count of zones) {
    const label = `a stack of ${count} ${count === 1 ? "zone" : "zones"}`;
    stacks.push(
      await longStep(toStderr, label, () => measureStack({ zones: count, folder: FOLDER, cli, cleanUp })),
    );
  }
  const filter = await longStep(toStderr, "the filter language", () => Promise.resolve(measureFilter()));
  const platform = await longStep(toStderr, "the local platform", () =>
    measurePlatform({ folder: FOLDER, cleanUp }),
  );
  const figures = { machine: machine(cli), stacks, filter, platform };
  console.log(json ? formatJson(figures) : formatReport(figures));
  fs.rmSync(FOLDER, { recursive: true, force: true });
  return 0;
});

/** @param {import("./pulumi-cli").PulumiCli} cli */
function machine(cli) {
  return {
    cpu: os.cpus()[0]?.model ?? "unknown processor",
    cores: os.availableParallelism(),
    os: `${os.type()} ${os.arch()}`,
    node: process.versions.node,
    pulumi: cli.version,
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
