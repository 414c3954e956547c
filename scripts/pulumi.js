// @ts-check
"use strict";

const path = require("node:path");
const { ensureInstalled } = require("./prepare");
const { runInForeground } = require("./processes");
const { toStderr } = require("./progress");
const { findPulumi } = require("./pulumi-cli");
const { callersDirectory, runMain } = require("./run-main");

// `npm run --silent pulumi -- ARGS`: runs the Pulumi CLI of demo and tests with the caller's environment.
runMain(async () => {
  await ensureInstalled(toStderr);
  const cli = await findPulumi();
  const searchPath = [cli.binDir, process.env["PATH"] ?? ""].join(path.delimiter);
  return runInForeground(cli.bin, process.argv.slice(2), {
    cwd: callersDirectory("pulumi"),
    env: { ...process.env, PATH: searchPath },
  });
});
