// @ts-check
"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { withLock } = require("./lock");
const { ROOT } = require("./prepare");
const { longStep, runStep } = require("./processes");

/** Git ignores this folder, and later runs reuse it. */
const KEPT = path.join(ROOT, ".platform", "python");
const BINARIES = process.platform === "win32" ? "Scripts" : "bin";

/**
 * Installs the pinned packages of `scripts/<name>/requirements.txt` into a virtual environment.
 * @param {string} name
 * @param {import("./processes").Progress} progress
 * @returns {Promise<string | undefined>} the path of its Python, or nothing if Python or PyPI is not available
 */
async function ensurePythonPackages(name, progress) {
  const requirements = path.join(__dirname, name, "requirements.txt");
  const hash = createHash("sha256").update(fs.readFileSync(requirements)).digest("hex").slice(0, 12);
  const folder = path.join(KEPT, `${name}-${hash}`);
  const python = path.join(folder, BINARIES, "python");
  const stamp = path.join(folder, "complete");
  await withLock(`${folder}.lock`, progress, async () => {
    if (fs.existsSync(stamp)) return;
    await longStep(progress, `installing the Python packages of ${name}`, async () => {
      fs.rmSync(folder, { recursive: true, force: true });
      if (await install(folder, python, requirements)) fs.writeFileSync(stamp, "");
    });
  });
  return fs.existsSync(stamp) ? python : undefined;
}

/**
 * @param {string} folder
 * @param {string} python
 * @param {string} requirements
 */
async function install(folder, python, requirements) {
  if ((await runStep("python3", ["-m", "venv", folder])).code !== 0) return false;
  const pip = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--retries", "1"];
  return (await runStep(python, [...pip, "--requirement", requirements])).code === 0;
}

module.exports = { ensurePythonPackages };
