// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { backendOf, preparePolicyPack, privatePulumi } = require("../engine-env");
const { endEngineProcesses } = require("../engine-processes");
const { ROOT } = require("../prepare");

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
  return {
    pulumi: privatePulumi({ cli, directory, program, env }),
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
    /** Ends all processes that still run. */
    stop: () => endEngineProcesses(directory),
  };
}

module.exports = { demoStack };
