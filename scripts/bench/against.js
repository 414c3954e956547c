// @ts-check
"use strict";

const path = require("node:path");
const { installedVersion, installerIn } = require("../compatibility/install");
const { CHANGING_PROGRAM } = require("./changing-program");
const { costOf, median } = require("./costs");
const { programOfDoor } = require("./program");
const { withStack } = require("./stacks");

/** @typedef {import("./costs").Cost} Cost */
/** @typedef {import("./stacks").BenchStack} BenchStack */
/** @typedef {"this" | "other"} Side */
/** @typedef {{ this: Cost, other: Cost }} Pair one step, run by both sides one right after the other */
/**
 * @typedef {object} Comparison
 * @property {string} program
 * @property {number} zones
 * @property {string} step
 * @property {Pair[]} pairs
 */
/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} args of the CLI
 * @property {readonly [key: string, value: string]} [setting] of the stack, set before
 * @property {number} [repeats] runs within one round. Default: 1
 */
/**
 * @typedef {object} Program
 * @property {string} name
 * @property {(plugin: string) => Record<string, string>} filesFor by name, for the folder of the plugin
 * @property {Record<string, string>} settings
 * @property {Step[]} steps
 * @property {number} rounds with a new stack each
 */

const PAIRS = 5;
const WITHOUT_PREVIEW = ["--yes", "--skip-preview"];
/** @type {Step} */
const FIRST_UP = { name: "first up", args: ["up", ...WITHOUT_PREVIEW] };
/** @type {Step} */
const UNCHANGED = { name: "unchanged preview", args: ["preview"] };
/** @type {Step} */
const REFRESH = { name: "refresh", args: ["refresh", ...WITHOUT_PREVIEW] };
/** @type {Step} */
const DESTROY = { name: "destroy", args: ["destroy", ...WITHOUT_PREVIEW] };

/** @type {Readonly<Record<import("./options").ComparedGroup, Program[]>>} */
const PROGRAMS = {
  stacks: /** @type {const} */ (["dynamic", "native"]).map((door) => ({
    name: door,
    filesFor: (plugin) => programOfDoor(door, plugin),
    settings: {},
    steps: [FIRST_UP, UNCHANGED, REFRESH, DESTROY],
    rounds: PAIRS,
  })),
  previews: [
    {
      name: "every rule changes",
      filesFor: () => CHANGING_PROGRAM,
      settings: { version: "1" },
      steps: [
        FIRST_UP,
        { ...UNCHANGED, repeats: PAIRS },
        { name: "changed preview", args: ["preview"], setting: ["version", "2"], repeats: PAIRS },
        DESTROY,
      ],
      rounds: 1,
    },
  ],
};

/**
 * Installs the packed packages of this repository and of another folder of it, and runs the same stacks with both. The CLI, the language
 * host, the SDK, Node and the local platform are those of this repository.
 * @param {object} options
 * @param {string} options.other a checkout that is built
 * @param {readonly number[]} options.zones
 * @param {readonly import("./options").ComparedGroup[]} options.groups
 * @param {string} options.folder a new one
 * @param {import("../pulumi-cli").PulumiCli} options.cli
 * @param {(end: () => Promise<void>) => void} options.cleanUp
 * @param {(line: string) => void} options.progress
 * @returns {Promise<Comparison[]>}
 * @throws {Error} if a package cannot be packed or installed, or with the engine's output if a step fails
 */
async function measureAgainst({ other, zones, groups, folder, cli, cleanUp, progress }) {
  const projects = {
    this: await installed(path.join(folder, "this"), undefined),
    other: await installed(path.join(folder, "other"), other),
  };
  /** @type {Comparison[]} */
  const comparisons = [];
  for (const count of zones)
    for (const { name, filesFor, settings, rounds, steps } of groups.flatMap((group) => PROGRAMS[group])) {
      const compared = steps.map((step) => ({ program: name, zones: count, step: step.name, pairs: [] }));
      comparisons.push(...compared);
      /** @param {Side} side @param {(stack: BenchStack) => Promise<void>} work */
      const withSide = async (side, work) => {
        const plugin = path.join(projects[side], "node_modules/pulumi-edge-platform/plugin");
        const own = { folder: path.join(projects[side], "stack"), files: filesFor(plugin) };
        const options = { ...own, zones: count, cli, cleanUp };
        await withStack(options, async ({ stack }) => {
          for (const [key, value] of Object.entries(settings)) await stack.setConfig(key, value);
          await work(stack);
        });
      };
      for (let round = 1; round <= rounds; round += 1) {
        await withSide("this", (mine) =>
          withSide("other", (theirs) => runPairs({ this: mine, other: theirs }, steps, compared)),
        );
        progress(`${count} zones, ${name}: round ${round} of ${rounds}`);
      }
    }
  return comparisons;
}

/**
 * Runs the steps by both sides in pairs, of which each second one begins with the other side.
 * @param {Readonly<Record<Side, BenchStack>>} stacks
 * @param {readonly Step[]} steps
 * @param {readonly Comparison[]} compared gets the pairs of each step
 */
async function runPairs(stacks, steps, compared) {
  for (const [index, step] of steps.entries())
    for (let run = 0; run < (step.repeats ?? 1); run += 1) {
      const pairs = compared[index]?.pairs ?? [];
      if (pairs.length % 2 === 0) {
        const mine = await costOfStep(stacks.this, step);
        pairs.push({ this: mine, other: await costOfStep(stacks.other, step) });
      } else {
        const theirs = await costOfStep(stacks.other, step);
        pairs.push({ this: await costOfStep(stacks.this, step), other: theirs });
      }
    }
}

/** @param {string} folder @param {string | undefined} source @returns {Promise<string>} the folder of the project */
async function installed(folder, source) {
  const sdk = installedVersion("@pulumi/pulumi");
  const typescript = installedVersion("typescript");
  const installer = installerIn(folder, source);
  return installer.project({ manager: "npm", sdk, typescript }, { env: process.env });
}

/** @param {BenchStack} stack @param {Step} step @returns {Promise<Cost>} */
async function costOfStep(stack, { args, setting }) {
  if (setting !== undefined) await stack.setConfig(...setting);
  return (await costOf(stack.directory, () => stack.pulumi(...args))).cost;
}

/**
 * Returns a table of the comparisons: medians of both sides, their ratio, and the least and the greatest ratio of a pair.
 * @param {readonly Comparison[]} comparisons
 */
function formatComparisons(comparisons) {
  return comparisons.map(({ program, zones, step, pairs }) => {
    const [cpu, memory] = [ratiosOf(pairs, "cpuSeconds"), ratiosOf(pairs, "peakMegabytes")];
    return (
      `${zones} ${zones === 1 ? "zone" : "zones"}, ${program}, ${step}: ` +
      `${cpu.this.toFixed(2)} against ${cpu.other.toFixed(2)} CPU s, ${cpu.ratio} x (pairs ${cpu.spread}); ` +
      `${memory.this.toFixed(0)} against ${memory.other.toFixed(0)} MB, ${memory.ratio} x`
    );
  });
}

/** @param {readonly Pair[]} pairs @param {"cpuSeconds" | "peakMegabytes"} what NaN where /proc is missing */
function ratiosOf(pairs, what) {
  /** @param {Side} side */
  const of = (side) => pairs.map((pair) => pair[side][what] ?? Number.NaN);
  const [mine, theirs] = [median(of("this")), median(of("other"))];
  const each = pairs.map((pair) => (pair.this[what] ?? Number.NaN) / (pair.other[what] ?? Number.NaN));
  const spread = `${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)}, median ${median(each).toFixed(3)}`;
  return { this: mine, other: theirs, ratio: (mine / theirs).toFixed(3), spread };
}

module.exports = { formatComparisons, measureAgainst };
