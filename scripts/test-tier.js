// @ts-check
"use strict";

const { prepareEngineTests, runJest } = require("./jest");
const { ensureInstalled } = require("./prepare");
const { toStderr } = require("./progress");
const { runMain } = require("./run-main");

// `npm run test:unit`, `test:contract` and `test:engine` [-- ARGS of jest]. Only engine tests need the compiled package and Pulumi.
runMain(async () => {
  const [tier = "unit", ...args] = process.argv.slice(2);
  await ensureInstalled(toStderr);
  const env = tier === "engine" ? await prepareEngineTests() : {};
  // Jest takes every argument after --selectProjects as the name of a project, so this option comes last.
  return runJest([...args, "--selectProjects", tier], { env });
});
