// @ts-check
"use strict";

const path = require("node:path");
const { ensureInstalled, ROOT } = require("./prepare");
const { runInForeground } = require("./processes");
const { toStderr } = require("./progress");
const { runMain } = require("./run-main");

// `npm run test:faults [-- OPTIONS]` and `npm run soak [-- OPTIONS]`: the sources as they are, without a build.
runMain(async () => {
  await ensureInstalled(toStderr);
  const [what = "main", ...args] = process.argv.slice(2);
  const compile = path.join(ROOT, "tests", "support", "run-typescript.cjs");
  const program = path.join(ROOT, "tests", "faults", `${what}.ts`);
  // A cell makes much that lives for milliseconds. What the soak says of memory is measured after a collection.
  const node = ["--max-semi-space-size=64", "--expose-gc", "-r", compile];
  return runInForeground(process.execPath, [...node, program, ...args], { cwd: ROOT });
});
