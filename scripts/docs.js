// @ts-check
"use strict";

const path = require("node:path");
const { ROOT } = require("./prepare");
const { runInForeground } = require("./processes");
const { runInstalled } = require("./run-main");

// `npm run docs`: generates the reference of the public API in docs/api, and fails on a warning. Settings: typedoc.json.
runInstalled(() => {
  return runInForeground(process.execPath, [path.join(ROOT, "node_modules", "typedoc", "bin", "typedoc")], {
    cwd: ROOT,
  });
});
