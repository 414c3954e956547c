// @ts-check
"use strict";

const { runJest } = require("./jest");
const { ensureInstalled } = require("./prepare");
const { toStderr } = require("./progress");
const { runMain } = require("./run-main");

// `npm run crash [-- ARGS of jest]`: kills the local platform 200 times under load, or EDGE_CRASH_KILLS times.
runMain(async () => {
  await ensureInstalled(toStderr);
  const kills = process.env["EDGE_CRASH_KILLS"] ?? "200";
  return runJest(["tests/contract/platform/crash.test.ts", ...process.argv.slice(2)], {
    env: { EDGE_CRASH_KILLS: kills },
  });
});
