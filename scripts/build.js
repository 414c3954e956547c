// @ts-check
"use strict";

const { ensureBuilt, ensureInstalled } = require("./prepare");
const { toStderr } = require("./progress");
const { runMain } = require("./run-main");

// `npm run build`: compiles the package into dist/.
runMain(async () => {
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  toStderr("dist/ is up to date");
  return 0;
});
