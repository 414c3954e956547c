// @ts-check
"use strict";

/**
 * What a run of the bench found: only of the groups that it measured.
 * @typedef {object} Figures
 * @property {{ cpu: string, cores: number, os: string, node: string, pulumi?: string }} machine pulumi: where stacks were measured
 * @property {import("./stacks").StackFigures[]} [stacks]
 * @property {import("./stacks").IdleFigures[]} [idle] of each number of zones
 * @property {import("./filter-speed").FilterFigures} [filter]
 * @property {import("./platform-speed").PlatformFigures} [platform]
 */

const HEADER = ["zones", "ms", "step", "reads", "writes", "CPU s", "× idle", "wall s", "peak MB"];
/** That a state may take for each resource, beside twice its inputs. */
const STATE_ALLOWANCE = 700;
const NOT_KNOWN = "–";

/** The figures for people. @param {Figures} figures @returns {string} */
function formatReport({ machine, stacks, idle = [], filter, platform }) {
  return [
    machineLine(machine),
    ...(stacks ? ["", ...stackLines(stacks, idle)] : []),
    ...(filter || platform ? [""] : []),
    ...(filter ? filterLines(filter) : []),
    ...(platform ? platformLines(platform) : []),
  ].join("\n");
}

/** @param {Figures["machine"]} machine */
function machineLine({ cpu, cores, os, node, pulumi }) {
  const engine = pulumi === undefined ? "" : `, Pulumi ${pulumi}`;
  return `${cpu}, ${cores} cores, ${os}, Node ${node}${engine}`;
}

/**
 * @param {import("./stacks").StackFigures[]} stacks
 * @param {import("./stacks").IdleFigures[]} idle
 * @returns {string[]}
 */
function stackLines(stacks, idle) {
  return [
    "Stacks: ms before each answer of the platform, requests that read and that write, what the Pulumi CLI and all that it",
    "starts take, and how many times the CPU of the same stack of resources that do nothing",
    table([HEADER, ...stacks.flatMap((stack) => stackRows(stack, idle))]),
    ...stacks.map(({ zones, latencyMs, state: { resources, bytes, inputBytes } }) => {
      const allowed = 2 * inputBytes + STATE_ALLOWANCE * resources;
      return (
        `State of ${zones} ${zones === 1 ? "zone" : "zones"} at ${latencyMs} ms (${resources} resources): ${whole(bytes)} bytes; ` +
        `twice the inputs and ${STATE_ALLOWANCE} bytes a resource are ${whole(allowed)}`
      );
    }),
  ];
}

/** @param {import("./filter-speed").FilterFigures} filter @returns {string[]} */
function filterLines({ perSecond, expressions, characters, rounds, evaluation, loading }) {
  return [
    `Filter language: ${whole(perSecond)} expressions per second parsed and type-checked ` +
      `(${expressions} different ones, ${Math.round(characters / expressions)} characters on average; ` +
      `median of ${rounds.length} rounds)`,
    `  ${whole(evaluation.perSecond)} rules per second run on a request (${evaluation.rules} different ones, compiled once; ` +
      `median of ${evaluation.rounds.length} rounds)`,
    `  loading it adds ${loading.milliseconds.toFixed(1)} ms to a program's start, ${loading.cpuMilliseconds.toFixed(1)} ms of CPU ` +
      `(${loading.modules} modules; difference of the medians of ${loading.starts} starts)`,
  ];
}

/** @param {import("./platform-speed").PlatformFigures} platform @returns {string[]} */
function platformLines({ readyMs, megabytes, connections, read, patch, replace }) {
  const memory = megabytes === null ? NOT_KNOWN : whole(megabytes);
  return [
    `Local platform: ready after ${whole(readyMs)} ms; ${memory} MB with 1,000 zones of 20 rules; over ${connections} connections`,
    `  ${rateText(read)} reads of an entry point of 20 rules`,
    `  ${rateText(patch)} changes of one of its rules`,
    `  ${rateText(replace)} replacements of all of its rules`,
  ];
}

/** @param {import("./platform-speed").Rate} rate */
function rateText({ perSecond, cpuMs }) {
  return `${whole(perSecond)} per second (${cpuMs?.toFixed(2) ?? NOT_KNOWN} ms of CPU each):`;
}

/** The figures for programs, with two decimals where they are not whole. @param {Figures} figures @returns {string} */
function formatJson(figures) {
  /** @param {string} _ @param {unknown} value */
  const rounded = (_, value) => (typeof value === "number" ? Math.round(value * 100) / 100 : value);
  return JSON.stringify(figures, rounded, 2);
}

/**
 * @param {import("./stacks").StackFigures} stack
 * @param {import("./stacks").IdleFigures[]} idle
 * @returns {string[][]}
 */
function stackRows({ zones, latencyMs, steps }, idle) {
  const compared = idle.find((figures) => figures.zones === zones)?.steps ?? [];
  return steps.map(({ step, reads, writes, cpuSeconds, wallSeconds, peakMegabytes }) => [
    String(zones),
    String(latencyMs),
    step,
    whole(reads),
    whole(writes),
    cpuSeconds?.toFixed(1) ?? NOT_KNOWN,
    ratio(cpuSeconds, compared.find((other) => other.step === step)?.cpuSeconds),
    wallSeconds.toFixed(1),
    peakMegabytes === null ? NOT_KNOWN : whole(peakMegabytes),
  ]);
}

/** @param {number | null} value @param {number | null | undefined} base */
function ratio(value, base) {
  return value === null || !base ? NOT_KNOWN : (value / base).toFixed(2);
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
