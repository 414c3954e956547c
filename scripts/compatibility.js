// @ts-check
"use strict";

/**
 * `npm run compatibility [-- --cell NAME]…` installs the packed package with pinned releases of Node, the SDK, TypeScript and package
 * managers, runs it, and writes docs/compatibility.md. With `--cell`, it plays only the named cells and prints their rows. It exits
 * with 1 if a cell fails in a way that the table of cells does not know, or no longer fails.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { parseArgs } = require("node:util");
const { MANAGER_CELLS, MATRIX, TYPES_CELLS, TYPESCRIPT_CELLS } = require("./compatibility/cells");
const { installerIn, projectKey, run, StepFailure } = require("./compatibility/install");
const { compatibilityPage, rowText } = require("./compatibility/page");
const { playStack, STEPS } = require("./compatibility/play-stack");
const { playTypes } = require("./compatibility/play-types");
const { ROOT } = require("./prepare");
const { endAtSignals, toStderr } = require("./processes");
const { findPulumi } = require("./pulumi-cli");
const { isBuilt } = require("./pulumi-cli/cache");
const { runBuilt } = require("./run-main");

const PAGE = path.join(ROOT, "docs", "compatibility.md");
const LAST_LINES = 15;
/** A cell waits for processes and downloads for half of its time. */
const AT_ONCE = 2;

/** @typedef {import("./compatibility/cells").StackCell | import("./compatibility/cells").TypesCell} Cell */
/**
 * @typedef {object} Row
 * @property {Cell} cell
 * @property {string[]} done steps that worked
 * @property {string} [problem] what failed, in one sentence, and what to do
 * @property {boolean} expected whether the cell ended as the table of cells says
 */

runBuilt(async () => {
  const { values } = parseArgs({ options: { cell: { type: "string", multiple: true } } });
  const all = [...MATRIX, ...TYPESCRIPT_CELLS, ...MANAGER_CELLS, ...TYPES_CELLS];
  const cells = all.filter(({ name }) => values.cell?.includes(name) ?? true);
  const unknown = values.cell?.find((name) => all.every((cell) => cell.name !== name));
  if (unknown !== undefined)
    throw new Error(
      `--cell ${unknown}: there is no such cell; the cells are ${all.map(({ name }) => name).join(", ")}.`,
    );

  const cli = await findPulumi();
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "edge-compatibility-")));
  const cleanUp = endAtSignals();
  cleanUp(() => fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const installer = installerIn(folder);
  /** @type {Row[]} */
  const played = [];
  /** Cells of one project use the same files, so they wait for each other. @param {readonly Cell[]} group */
  const playGroup = async (group) => {
    for (const cell of group) {
      const start = performance.now();
      const directory = path.join(folder, "cells", cell.name);
      const row = await playCell(cell, { installer, cli, directory, cleanUp });
      played.push(row);
      toStderr(`${cell.name}: ${rowText(row)} (${((performance.now() - start) / 1000).toFixed(0)} s)`);
    }
  };
  const keys = [...new Set(cells.map(projectKey))];
  const groups = keys.map((key) => cells.filter((cell) => projectKey(cell) === key));
  try {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let group = groups.shift(); group !== undefined; group = groups.shift()) await playGroup(group);
      }),
    );
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  const rows = cells.flatMap((cell) => played.filter((row) => row.cell === cell));
  if (values.cell === undefined) await writePage(rows, isBuilt(cli));
  else for (const row of rows) console.log(`${row.cell.name}: ${rowText(row)}`);
  return rows.every(({ expected }) => expected) ? 0 : 1;
});

/** @param {readonly Row[]} rows @param {boolean} ownHost */
async function writePage(rows, ownHost) {
  const prettier = await import("prettier");
  const npm = (await run("npm", ["--version"], { cwd: ROOT })).trim();
  const text = compatibilityPage(rows, { date: new Date(), ownHost, npm });
  const options = await prettier.resolveConfig(PAGE);
  fs.writeFileSync(PAGE, await prettier.format(text, { ...options, parser: "markdown" }));
}

/**
 * @param {Cell} cell
 * @param {Omit<Parameters<typeof playStack>[1], "done">} context
 * @returns {Promise<Row>}
 */
async function playCell(cell, context) {
  /** @type {string[]} */
  const done = [];
  const known = "known" in cell ? cell.known : undefined;
  try {
    if ("doors" in cell) await playStack(cell, { ...context, done: (step) => void done.push(step) });
    else await playTypes(cell, context);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const output = error instanceof StepFailure ? error.output : "";
    if (known?.says.test(output) && STEPS[done.length] === known.step)
      return { cell, done, problem: `${known.reason}. ${known.advice}`, expected: true };
    const lines = output.trim().split("\n").slice(-LAST_LINES);
    toStderr([`${cell.name}: ${error.message}`, ...lines].join("\n  "));
    return { cell, done, problem: `${error.message}.`, expected: false };
  }
  if (known !== undefined) toStderr(`${cell.name} works: remove what the table of cells says about it.`);
  return { cell, done, expected: known === undefined };
}
