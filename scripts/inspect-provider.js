// @ts-check
"use strict";

/**
 * Makes the dynamic provider's process wait for a debugger on port 9229. For NODE_OPTIONS="--require …/inspect-provider.js" of a
 * `pulumi` command: the engine starts that process itself and has no option for it. Other processes of Node run as usual.
 */
const inspector = require("node:inspector");

if (/[\\/]dynamic-provider\b/.test(process.argv[1] ?? "")) {
  inspector.open(9229, "127.0.0.1", true);
}
