// @ts-check
"use strict";

const { runJest } = require("./jest");
const { runInstalled } = require("./run-main");

// `npm run crash [-- ARGS of jest]`: kills the local platform 200 times under load, or EDGE_CRASH_KILLS times.
runInstalled(() => {
  const kills = process.env["EDGE_CRASH_KILLS"] ?? "200";
  return runJest(["tests/contract/platform/crash.test.ts", ...process.argv.slice(2)], {
    env: { EDGE_CRASH_KILLS: kills },
  });
});
