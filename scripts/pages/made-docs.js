// @ts-check
"use strict";

const fs = require("node:fs/promises");
const path = require("node:path");
const { withLock } = require("../lock");
const { ROOT } = require("../prepare");
const { toStderr } = require("../processes");
const { compiled } = require("../run-main");
const { referencePages } = require("./rule-book");

const DOCS = path.join(ROOT, "docs");
const REFERENCE = path.join(DOCS, "reference");
const LOCK = path.join(ROOT, ".platform", "locks", "docs");

/** Writes the docs that the package contains and git ignores. The package must be built. */
function writeMadeDocs() {
  // The build has just written this module.
  const { openApiDocument } = /** @type {typeof import("../../emulator/openapi")} */ (
    compiled("emulator/openapi")
  );
  return withLock(LOCK, toStderr, async () => {
    await replaceReference();
    await replaceFile(path.join(DOCS, "openapi.json"), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
  });
}

/** Writes docs/reference: a page for each id, and their index. The package must be built. */
function writeReference() {
  return withLock(LOCK, toStderr, replaceReference);
}

async function replaceReference() {
  // The build has just written these modules.
  const { entries } = /** @type {typeof import("../../review/registry/registry")} */ (
    compiled("review/registry/registry")
  );
  const { entryPage } = /** @type {typeof import("../../review/explain/entry-page")} */ (
    compiled("review/explain/entry-page")
  );
  const pages = referencePages(entries(), entryPage);
  await fs.mkdir(REFERENCE, { recursive: true });
  for (const name of await fs.readdir(REFERENCE))
    if (!pages.has(name)) await fs.rm(path.join(REFERENCE, name));
  for (const [name, text] of pages) await replaceFile(path.join(REFERENCE, name), text);
}

/**
 * Writes a file if its text changes. A process that packs the docs meanwhile reads the file whole.
 * @param {string} file
 * @param {string} text
 */
async function replaceFile(file, text) {
  const before = await fs.readFile(file, "utf8").catch(() => undefined);
  if (before === text) return;
  await fs.writeFile(`${file}.new`, text);
  await fs.rename(`${file}.new`, file);
}

module.exports = { writeMadeDocs, writeReference };
