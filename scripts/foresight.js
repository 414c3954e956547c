// @ts-check
"use strict";

const path = require("node:path");
const { runJest } = require("./jest");
const { ROOT } = require("./prepare");
const { runInForeground } = require("./processes");
const { runInstalled } = require("./run-main");

// `npm run foresight [-- OPTIONS]`: previews programs with a known fault, and programs without one. It loads the sources;
// `--engine CLASS` previews the programs of a class with the real Pulumi CLI and the compiled package.
runInstalled(() => {
  const [option, name = ""] = process.argv.slice(2);
  if (option === "--engine")
    return runJest(["tests/engine/foresight.test.ts"], { env: { EDGE_FORESIGHT_CLASS: name } });
  const compile = path.join(ROOT, "tests", "support", "run-typescript.cjs");
  const program = path.join(ROOT, "tests", "foresight", "main.ts");
  // A program creates many short-lived objects.
  const node = ["--max-semi-space-size=64", "-r", compile, program];
  return runInForeground(process.execPath, [...node, ...process.argv.slice(2)], { cwd: ROOT });
});
