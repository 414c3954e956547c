// @ts-check
"use strict";

const path = require("node:path");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { runInForeground } = require("./processes");
const { toStderr } = require("./progress");
const { runMain } = require("./run-main");

// `npm run test:faults [-- OPTIONS]` and `npm run soak [-- OPTIONS]`: the sources as they are, but for real processes.
runMain(async () => {
  await ensureInstalled(toStderr);
  const [what = "main", ...args] = process.argv.slice(2);
  if (args.includes("--engine")) return killEngine();
  if (args.includes("--real")) await ensureBuilt(toStderr);
  const compile = path.join(ROOT, "tests", "support", "run-typescript.cjs");
  const program = path.join(ROOT, "tests", "faults", `${what}.ts`);
  // A cell makes much that lives for milliseconds. What the soak says of memory is measured after a collection.
  const node = ["--max-semi-space-size=64", "--expose-gc", "-r", compile];
  return runInForeground(process.execPath, [...node, program, ...args], { cwd: ROOT });
});

/** The real CLI, killed at each request of each story. */
function killEngine() {
  const jest = path.join(ROOT, "node_modules", "jest", "bin", "jest.js");
  return runInForeground(process.execPath, [jest, "tests/engine/killed-cli.test.ts"], {
    cwd: ROOT,
    env: { ...process.env, EDGE_FAULTS_ENGINE: "all" },
  });
}
