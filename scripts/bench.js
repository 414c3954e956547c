// @ts-check
"use strict";

/**
 * `npm run bench` measures the package on this machine, in six groups: stacks of several sizes with the real Pulumi engine on
 * the local platform, previews of many zones in which every rule changes, the filter language, questions about all requests, reviews, and
 * the local platform itself. It sets no time limits.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseOptions } = require("./bench/options");
const { formatJson, formatReport } = require("./bench/report");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { endAtSignals, longStep, toStderr } = require("./processes");
const { findPulumi } = require("./pulumi-cli");
const { runMain } = require("./run-main");

const FOLDER = path.join(ROOT, ".platform", "bench");

runMain(async () => {
  const { json, zones, latencies, groups, against } = parseOptions(process.argv.slice(2));
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  const cleanUp = endAtSignals();
  if (against !== undefined) {
    const { formatComparisons, measureAgainst } = require("./bench/against");
    // Outside of the repository, so that no project finds the packages of another.
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "edge-bench-")));
    cleanUp(() => fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    const cli = await findPulumi({ progress: toStderr });
    const other = path.resolve(against.checkout);
    const options = { other, zones, groups: against.groups, folder, cli, cleanUp };
    const comparisons = await measureAgainst({ ...options, progress: toStderr });
    for (const line of json ? [JSON.stringify(comparisons)] : formatComparisons(comparisons))
      console.log(line);
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    return 0;
  }

  /** @type {import("./bench/report").Figures} */
  const figures = { machine: machine() };
  if (groups.includes("stacks") || groups.includes("previews")) {
    const cli = await findPulumi({ progress: toStderr });
    figures.machine.pulumi = cli.version;
    if (groups.includes("stacks"))
      Object.assign(figures, await measureStacks({ zones, latencies }, { cli, cleanUp }));
    if (groups.includes("previews")) {
      const { measurePreviews } = require("./bench/preview-costs");
      const folder = path.join(FOLDER, "previews");
      const measure = () => measurePreviews({ cli, cleanUp, folder });
      figures.previews = await longStep(toStderr, "previews in which every rule changes", measure);
    }
  }
  if (groups.includes("filter")) {
    const { measureFilter } = require("./bench/filter-speed");
    figures.filter = await longStep(toStderr, "the filter language", () => Promise.resolve(measureFilter()));
  }
  if (groups.includes("decisions")) {
    const { measureDecisions } = require("./bench/decision-costs");
    figures.decisions = await longStep(toStderr, "questions about all requests", () =>
      Promise.resolve(measureDecisions()),
    );
  }
  if (groups.includes("review")) {
    const { measureReview } = require("./bench/review-speed");
    const measure = () => Promise.resolve(measureReview({ folder: FOLDER }));
    figures.review = await longStep(toStderr, "a review of many zones", measure);
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
 * @param {{ zones: number[], latencies: number[] }} sizes
 * @param {Omit<import("./bench/stacks").StackOptions, "zones" | "folder">} options
 */
async function measureStacks({ zones: counts, latencies }, options) {
  const { measureIdleStack, measureStack } = require("./bench/stacks");
  /** @type {Required<Pick<import("./bench/report").Figures, "stacks" | "idle">>} */
  const { stacks, idle } = { stacks: [], idle: [] };
  for (const zones of counts) {
    const label = `a stack of ${zones} ${zones === 1 ? "zone" : "zones"}`;
    const of = (/** @type {string} */ name) => ({
      ...options,
      zones,
      folder: path.join(FOLDER, `zones-${zones}-${name}`),
    });
    idle.push(await longStep(toStderr, `${label} that does nothing`, () => measureIdleStack(of("idle"))));
    for (const latencyMs of latencies) {
      const measure = () => measureStack({ ...of(`latency-${latencyMs}`), latencyMs });
      stacks.push(await longStep(toStderr, `${label}, ${latencyMs} ms before each answer`, measure));
    }
  }
  return { stacks, idle };
}

function machine() {
  return {
    cpu: os.cpus()[0]?.model ?? "unknown processor",
    cores: os.availableParallelism(),
    os: `${os.type()} ${os.arch()}`,
    node: process.versions.node,
  };
}
