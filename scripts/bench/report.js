// @ts-check
"use strict";

/**
 * Everything that a run of the bench found.
 * @typedef {object} Figures
 * @property {{ cpu: string, cores: number, os: string, node: string, pulumi: string }} machine
 * @property {import("./stacks").StackFigures[]} stacks
 * @property {import("./filter-speed").FilterFigures} filter
 * @property {import("./platform-speed").PlatformFigures} platform
 */

const HEADER = ["zones", "step", "reads", "writes", "CPU s", "wall s", "peak MB"];
const NOT_KNOWN = "–";

/** The figures for people. @param {Figures} figures @returns {string} */
function formatReport({ machine, stacks, filter, platform }) {
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.os}, Node ${machine.node}, Pulumi ${machine.pulumi}`,
    "",
    "Stacks: requests that read and that write, and what the Pulumi CLI and all that it starts take",
    table([HEADER, ...stacks.flatMap(stackRows)]),
    ...stacks.map(
      ({ zones, resources, stateBytes }) =>
        `State of ${zones} ${zones === 1 ? "zone" : "zones"} (${resources} resources): ${whole(stateBytes)} bytes`,
    ),
    "",
    `Filter language: ${whole(filter.perSecond)} expressions per second parsed and type-checked ` +
      `(${filter.expressions} different ones, ${Math.round(filter.characters / filter.expressions)} characters on average; ` +
      `median of ${filter.rounds.length} rounds)`,
    `Local platform: ready after ${whole(platform.readyMs)} ms; ${whole(platform.readsPerSecond)} reads of an entry point and ` +
      `${whole(platform.writesPerSecond)} writes of a rule per second over ${platform.connections} connections`,
  ].join("\n");
}

/** The figures for programs, with two decimals where they are not whole. @param {Figures} figures @returns {string} */
function formatJson(figures) {
  /** @param {string} _ @param {unknown} value */
  const rounded = (_, value) => (typeof value === "number" ? Math.round(value * 100) / 100 : value);
  return JSON.stringify(figures, rounded, 2);
}

/** @param {import("./stacks").StackFigures} stack @returns {string[][]} */
function stackRows({ zones, steps }) {
  return steps.map(({ step, reads, writes, cpuSeconds, wallSeconds, peakMegabytes }) => [
    String(zones),
    step,
    whole(reads),
    whole(writes),
    cpuSeconds?.toFixed(1) ?? NOT_KNOWN,
    wallSeconds.toFixed(1),
    peakMegabytes === null ? NOT_KNOWN : whole(peakMegabytes),
  ]);
}

/** Columns as wide as their widest cell; numbers to the right. @param {string[][]} rows */
function table(rows) {
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return HEADER[column] === "step" ? cell.padEnd(width) : cell.padStart(width);
        })
        .join("  "),
    )
    .join("\n");
}

/** @param {number} value */
function whole(value) {
  return Math.round(value).toLocaleString("en-US");
}

module.exports = { formatJson, formatReport };
