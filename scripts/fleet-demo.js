// @ts-check
"use strict";

/**
 * `npm run demo:fleet`: examples/fleet, sixty zones in six stacks, on a local platform with the real Pulumi engine. Works on a fresh clone,
 * and changes nothing outside its folder. Exits with a non-zero code at the first command that fails.
 */
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { endAtSignals, toStderr } = require("./processes");
const { findPulumi } = require("./pulumi-cli");

const FOLDER = path.join(ROOT, ".platform", "fleet-demo");
const EXAMPLE = path.join(ROOT, "examples", "fleet");

async function main() {
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  const cli = await findPulumi({ progress: toStderr });
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });

  // Required only now: the installation above may have brought what these modules load.
  const { startPlatform } = require("./demo/platform-process");
  const { platformApi } = require("./demo/platform-api");
  const { privatePulumiEnv } = require("./engine-env");
  const { endEngineProcesses } = require("./engine-processes");

  const program = path.join(FOLDER, "program");
  fs.cpSync(EXAMPLE, program, { recursive: true });
  const platform = await startPlatform(path.join(FOLDER, "data"));
  endAtSignals((signal) => `\n${signal}: stopping the platform.`)(() =>
    endEngineProcesses(FOLDER).then(() => platform.stop()),
  );
  const { ready } = platform;
  const api = platformApi(ready);
  const env = {
    ...privatePulumiEnv({ cli, directory: FOLDER }),
    EDGE_BASE_URL: ready.baseUrl,
    EDGE_GATEWAY_URL: ready.gatewayUrl,
    EDGE_API_TOKEN: ready.token,
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };
  const fleet = (/** @type {string[]} */ ...args) => run(["fleet", ...args], { cwd: program, env });
  try {
    console.log(`The local platform answers at ${ready.baseUrl}`);
    await createZones(api, ready.accountId, path.join(program, "zones.txt"));
    await fleet("plan");
    await fleet("init");
    await fleet("list");
    await fleet("up", "--yes");
    await fleet("preview");
    await fleet("drift");
    await fleet("destroy", "--all", "--yes");
    const left = await api.leftovers();
    if (left.length > 0) throw new Error(`after destroy, the platform still has ${left.join(", ")}`);
  } finally {
    await platform.stop();
  }
}

/**
 * @param {ReturnType<typeof import("./demo/platform-api").platformApi>} api
 * @param {string} accountId
 * @param {string} list a file with a name in each line
 */
async function createZones(api, accountId, list) {
  const names = fs
    .readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => /^[^#]/.test(line));
  for (const name of names) await api.call("POST", "/zones", { body: { name, account: { id: accountId } } });
}

/**
 * Runs a command of the package and shows what it prints.
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<void>}
 */
async function run(args, options) {
  console.log(`\n$ edge-platform ${args.join(" ")}`);
  const child = spawn(process.execPath, [path.join(ROOT, "dist/cli/main.js"), ...args], {
    ...options,
    stdio: "inherit",
  });
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject).once("exit", (status) => resolve(status));
  });
  if (code !== 0) throw new Error(`edge-platform ${args.join(" ")} ended with exit code ${code}`);
}

main().catch((/** @type {unknown} */ error) => {
  console.error(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
