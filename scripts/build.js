// @ts-check
"use strict";

const { toStderr } = require("./progress");
const { runBuilt } = require("./run-main");

// `npm run build`: compiles the package into dist/.
runBuilt(() => {
  toStderr("dist/ is up to date");
  return 0;
});
