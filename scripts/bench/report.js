// @ts-check
"use strict";

/**
 * Results of a run. A group that was not measured is left out.
 * @typedef {object} Figures
 * @property {{ cpu: string, cores: number, os: string, node: string, pulumi?: string }} machine `pulumi` only if stacks were measured
 * @property {import("./stacks").StackFigures[]} [stacks]
 * @property {import("./stacks").IdleFigures[]} [idle] one for each number of zones
 * @property {import("./preview-costs").PreviewFigures} [previews]
 * @property {import("./filter-speed").FilterFigures} [filter]
 * @property {import("./decision-costs").DecisionFigures[]} [decisions]
 * @property {import("./review-speed").ReviewFigures} [review]
 * @property {import("./platform-speed").PlatformFigures} [platform]
 */

const HEADER = ["zones", "delay ms", "step", "reads", "writes", "CPU s", "× idle", "wall s", "peak MB"];
/** The goal for a state: twice its inputs, and this many bytes for each resource. */
const STATE_ALLOWANCE = 700;
const NOT_KNOWN = "–";

/** Returns the figures as text for people. @param {Figures} figures @returns {string} */
function formatReport({ machine, stacks, idle = [], previews, filter, decisions, review, platform }) {
  return [
    machineLine(machine),
    ...(stacks ? ["", ...stackLines(stacks, idle)] : []),
    ...(previews || filter || decisions || review || platform ? [""] : []),
    ...(previews ? [previewsLine(previews)] : []),
    ...(filter ? filterLines(filter) : []),
    ...(decisions ? decisionLines(decisions) : []),
    ...(review ? [reviewLine(review)] : []),
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
    "Stacks. delay ms: before each answer of the platform; reads, writes: requests; CPU s, peak MB: of the Pulumi CLI and its",
    "child processes; × idle: CPU compared with a stack of resources that do nothing",
    table([HEADER, ...stacks.flatMap((stack) => stackRows(stack, idle))]),
    ...stacks.map(stateLine),
  ];
}

/** @param {import("./stacks").StackFigures} stack */
function stateLine({ zones, latencyMs, state: { resources, bytes, inputBytes } }) {
  const goal = 2 * inputBytes + STATE_ALLOWANCE * resources;
  return (
    `State of ${zones} ${zones === 1 ? "zone" : "zones"} at ${latencyMs} ms (${resources} resources): ${whole(bytes)} bytes; ` +
    `goal: ${whole(goal)} (twice the inputs and ${STATE_ALLOWANCE} bytes per resource)`
  );
}

/** @param {import("./preview-costs").PreviewFigures} previews */
function previewsLine({ zones, rules, unchanged, changed }) {
  /** @param {import("./preview-costs").Previews} one */
  const text = ({ cpuSeconds, runs }) =>
    `${cpuSeconds?.toFixed(1) ?? NOT_KNOWN} CPU s (median of ${runs.length} runs)`;
  return (
    `Previews of ${zones} different zones with ${whole(rules)} rules: unchanged ${text(unchanged)}; ` +
    `every rule changed ${text(changed)}`
  );
}

/** @param {import("./filter-speed").FilterFigures} filter @returns {string[]} */
function filterLines({ perSecond, expressions, characters, rounds, evaluation, loading }) {
  return [
    `Filter language: parses and type-checks ${whole(perSecond)} expressions per second ` +
      `(${expressions} expressions, ${Math.round(characters / expressions)} characters on average; ` +
      `median of ${rounds.length} rounds)`,
    `  evaluates ${whole(evaluation.perSecond)} rules per second on a request (${evaluation.rules} rules, compiled once; ` +
      `median of ${evaluation.rounds.length} rounds)`,
    `  loading adds ${loading.milliseconds.toFixed(1)} ms to a program's start, ${loading.cpuMilliseconds.toFixed(1)} ms of CPU ` +
      `(${loading.modules} modules; difference of the medians of ${loading.starts} starts)`,
  ];
}

/** @param {import("./decision-costs").DecisionFigures[]} decisions @returns {string[]} */
function decisionLines(decisions) {
  return [
    "Questions about all requests (each line in a process of its own, median of three runs)",
    ...decisions.map(
      ({ name, cpuSeconds, megabytes, questions, steps, undecided }) =>
        `  ${name}: ${cpuSeconds.toFixed(2)} CPU s, ${whole(megabytes)} MB, ${whole(questions)} questions ` +
        `(${undecided} undecided), ${whole(steps)} steps`,
    ),
  ];
}

/** @param {import("./review-speed").ReviewFigures} review */
function reviewLine({ zones, rules, cpuSeconds, runs, peakMegabytes }) {
  return (
    `Review: ${cpuSeconds.toFixed(1)} s of CPU, ${whole(peakMegabytes)} MB, for ${zones} zones with ${whole(rules)} rules, each changed ` +
    `in another way (median of ${runs.length} runs)`
  );
}

/** @param {import("./platform-speed").PlatformFigures} platform @returns {string[]} */
function platformLines({ readyMs, megabytes, connections, read, patch, replace }) {
  const memory = megabytes === null ? NOT_KNOWN : whole(megabytes);
  return [
    `Local platform: ready after ${whole(readyMs)} ms; ${memory} MB with 1,000 zones of 20 rules; over ${connections} connections`,
    `  ${rateText(read)} reads of an entry point of 20 rules`,
    `  ${rateText(patch)} changes of one rule of it`,
    `  ${rateText(replace)} replacements of all its rules`,
  ];
}

/** @param {import("./platform-speed").Rate} rate */
function rateText({ perSecond, cpuMs }) {
  return `${whole(perSecond)} per second (${cpuMs?.toFixed(2) ?? NOT_KNOWN} ms of CPU each):`;
}

/** Returns the figures as JSON, rounded to two decimals. @param {Figures} figures @returns {string} */
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

/** Pads columns to their widest cell and aligns numbers to the right. @param {string[][]} rows */
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
