// @ts-check
"use strict";

const path = require("node:path");
const { isExecutable } = require("../pulumi-cli/bin-folder");
const { findPulumi } = require("../pulumi-cli");
const { ensureGoProgram } = require("./go-programs");

/**
 * Finds the language host beside the CLI, or builds one.
 * @param {"go" | "java" | "nodejs" | "python" | "yaml"} language
 * @param {import("../progress").Progress} progress
 * @returns {Promise<string>} the folder of the host, for PATH
 */
async function ensureLanguageHost(language, progress) {
  const name = `pulumi-language-${language}`;
  const { binDir } = await findPulumi({ progress });
  const beside = path.join(binDir, process.platform === "win32" ? `${name}.exe` : name);
  return isExecutable(beside) ? binDir : path.dirname(await ensureGoProgram(name, progress));
}

module.exports = { ensureLanguageHost };
