// @ts-check
"use strict";

const { prepareEngineTests, preparePageTests, runJest } = require("./jest");
const { runInstalled } = require("./run-main");

/** @type {Record<string, (() => Promise<NodeJS.ProcessEnv>) | undefined>} */
const PREPARATIONS = { engine: prepareEngineTests, languages: prepareEngineTests, pages: preparePageTests };

// `npm run test:unit`, `test:contract`, `test:pages`, `test:engine` and `test:languages` [-- ARGS of jest]. Only the last two need the
// compiled package and Pulumi, and only tests of pages a browser.
runInstalled(async () => {
  const [tier = "unit", ...args] = process.argv.slice(2);
  const env = await PREPARATIONS[tier]?.();
  // Jest takes every argument after --selectProjects as the name of a project, so this option comes last.
  return runJest([...args, "--selectProjects", tier], env === undefined ? {} : { env });
});
