// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../prepare");

const FILE = path.join(ROOT, "docs", "performance.md");
const BEGIN = "<!-- npm run bench -- --write -->";
const END = "<!-- end of the generated block -->";

/** Replaces the generated block of docs/performance.md. @param {string} block */
function writePerformancePage(block) {
  fs.writeFileSync(FILE, replaceBlock(fs.readFileSync(FILE, "utf8"), block));
}

/**
 * Returns the page with another text between its two markers.
 * @param {string} page
 * @param {string} block
 * @throws {Error} if a marker is missing
 */
function replaceBlock(page, block) {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new Error(`docs/performance.md has no place for the table: add the lines ${BEGIN} and ${END}.`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${block}\n\n${page.slice(end)}`;
}

module.exports = { replaceBlock, writePerformancePage };
