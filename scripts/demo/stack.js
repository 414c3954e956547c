// @ts-check
"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { preparePolicyPack, privatePulumiEnv, backendOf } = require("../engine-env");
const { endEngineProcesses } = require("../engine-processes");
const { ROOT } = require("../prepare");

/** @typedef {{ code: number, output: string }} Run */

/**
 * Copies the example to a folder where the demo can edit it, and runs Pulumi there without the user's login, backend, plugins and
 * passphrase.
 * @param {{ cli: import("../pulumi-cli").PulumiCli, directory: string, env: Record<string, string> }} options
 */
function demoStack({ cli, directory, env }) {
  const program = path.join(directory, "zone-baseline");
  fs.cpSync(path.join(ROOT, "examples/zone-baseline"), program, {
    recursive: true,
    filter: (file) => path.basename(file) !== "node_modules",
  });
  const source = path.join(program, "index.ts");
  const environment = { ...privatePulumiEnv({ cli, directory }), ...env };
  /** @type {Set<import("node:child_process").ChildProcess>} */
  const running = new Set();

  /** @param {string[]} args @returns {Promise<Run>} */
  function pulumi(...args) {
    return new Promise((resolve, reject) => {
      const child = spawn(cli.bin, ["--non-interactive", "--color", "never", ...args], {
        cwd: program,
        env: environment,
      });
      running.add(child);
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
      child.once("error", reject);
      child.once("close", (code) => {
        running.delete(child);
        resolve({ code: code ?? 1, output });
      });
    });
  }

  return {
    pulumi,
    /** Replaces a text in the program, and throws if the program does not contain it. @param {string} from @param {string} to */
    edit(from, to) {
      const text = fs.readFileSync(source, "utf8");
      if (!text.includes(from))
        throw new Error(`the example does not contain ${JSON.stringify(from)}: adapt scripts/demo/steps.js`);
      fs.writeFileSync(
        source,
        text.replace(from, () => to),
      );
    },
    /** @returns {string} the folder for --policy-pack */
    policyPack: () => preparePolicyPack({ cli, directory, pack: path.join(ROOT, "policy") }),
    /** Returns the files of the stack (state, history, backups, configuration) that contain a secret. @param {string[]} secrets */
    filesWith(secrets) {
      const folders = [backendOf(directory), program];
      const files = folders.flatMap((folder) =>
        fs
          .readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name)),
      );
      return files.filter((file) => secrets.some((secret) => fs.readFileSync(file, "utf8").includes(secret)));
    },
    /** Ends all processes that still run. The engine's children have their own process groups and would outlive it. */
    async stop() {
      for (const child of running) child.kill("SIGKILL");
      await endEngineProcesses(directory);
    },
  };
}

module.exports = { demoStack };
