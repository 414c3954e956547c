// @ts-check
"use strict";

const path = require("node:path");
const { runJest } = require("./jest");
const { ensureBuilt, ROOT } = require("./prepare");
const { runInForeground } = require("./processes");
const { toStderr } = require("./progress");
const { runInstalled } = require("./run-main");

// `npm run test:faults [-- OPTIONS]` and `npm run soak [-- OPTIONS]`. They load the sources; only `--real` needs the compiled package.
runInstalled(async () => {
  const [what = "main", ...args] = process.argv.slice(2);
  if (args.includes("--engine")) return killEngine();
  if (args.includes("--real")) await ensureBuilt(toStderr);
  const compile = path.join(ROOT, "tests", "support", "run-typescript.cjs");
  const program = path.join(ROOT, "tests", "faults", `${what}.ts`);
  // A cell creates many short-lived objects. The soak measures memory after a garbage collection.
  const node = ["--max-semi-space-size=64", "--expose-gc", "-r", compile];
  return runInForeground(process.execPath, [...node, program, ...args], { cwd: ROOT });
});

/** Kills the real CLI at each request of each story. */
function killEngine() {
  return runJest(["tests/engine/killed-cli.test.ts"], { env: { EDGE_FAULTS_ENGINE: "all" } });
}
