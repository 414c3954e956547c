// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { privatePulumiEnv } = require("../engine-env");
const { endEngineProcesses } = require("../engine-processes");
const { runStep } = require("../processes");
const { PROGRAM } = require("./program");

/**
 * The bench's program in a folder of its own, below the repository so that it finds the package, with a private Pulumi.
 * @param {{ cli: import("../pulumi-cli").PulumiCli, directory: string, ready: import("../demo/platform-process").Ready }} options
 */
function createBenchStack({ cli, directory, ready }) {
  const program = path.join(directory, "program");
  fs.mkdirSync(program, { recursive: true });
  for (const [name, text] of Object.entries(PROGRAM)) fs.writeFileSync(path.join(program, name), text);
  const env = {
    ...privatePulumiEnv({ cli, directory }),
    EDGE_BASE_URL: ready.baseUrl,
    EDGE_GATEWAY_URL: ready.gatewayUrl,
    EDGE_API_TOKEN: ready.token,
    // The type check of a user's program is TypeScript's cost, the same whatever the package does.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };

  /** @param {string[]} args @returns {Promise<string>} its stdout; throws with all it said where it fails */
  async function pulumi(...args) {
    const { code, stdout, stderr } = await runStep(
      cli.bin,
      ["--non-interactive", "--color", "never", ...args],
      { cwd: program, env },
    );
    if (code !== 0)
      throw new Error(`pulumi ${args.join(" ")} ended with exit code ${code}:\n${stdout}${stderr}`);
    return stdout;
  }

  return {
    pulumi,
    /** @param {string} key @param {string} value */
    async setConfig(key, value) {
      await pulumi("config", "set", key, "--", value);
    },
    /** Ends what still runs of it. */
    stop: () => endEngineProcesses(directory),
  };
}

module.exports = { createBenchStack };
