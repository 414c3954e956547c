// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { startScriptsOf, withRunnablePacks } = require("./engine-env");
const { runInForeground } = require("./processes");
const { findPulumi } = require("./pulumi-cli");
const { callersDirectory, runInstalled } = require("./run-main");

// `npm run --silent pulumi -- ARGS`: runs the Pulumi CLI of demo and tests with the caller's environment.
runInstalled(async () => {
  const cli = await findPulumi();
  const cwd = callersDirectory("pulumi");
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "edge-pulumi-"));
  try {
    const args = withRunnablePacks({ cli, directory, args: process.argv.slice(2), cwd });
    const searchPath = [cli.binDir, startScriptsOf(directory), process.env["PATH"] ?? ""].join(
      path.delimiter,
    );
    return await runInForeground(cli.bin, args, { cwd, env: { ...process.env, PATH: searchPath } });
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
});
