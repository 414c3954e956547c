// @ts-check
"use strict";

const { lastLine, longStep, runStep } = require("./processes");

/**
 * Installs a package of Debian and what it needs, where this user may.
 * @param {string} name
 * @param {string} label what people see, for example "installing Chromium (apt-get)"
 * @param {{ env: NodeJS.ProcessEnv, isRoot: boolean, progress: import("./processes").Progress }} machine
 * @returns {Promise<string | undefined>} the reason why it is not installed, if there is one
 */
async function installWithApt(name, label, { env, isRoot, progress }) {
  if (!isRoot) return "only root can install";
  const aptEnv = { ...env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (/** @type {string[]} */ ...args) => runStep("apt-get", args, { env: aptEnv });
  const { code, stderr } = await longStep(progress, label, async () => {
    // Lists of packages may be missing or old.
    await apt("update", "-qq");
    return apt("install", "-y", "-qq", "--no-install-recommends", name);
  });
  return code === 0 ? undefined : `apt-get failed: ${lastLine(stderr)}`;
}

module.exports = { installWithApt };
