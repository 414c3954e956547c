// @ts-check
"use strict";

// The compiler, loaded at the first use. The SDK needs it for closures, and loads it in every process: half of what loading the SDK takes.
module.exports = new Proxy(
  {},
  {
    /** @param {string} name */
    get: (_, name) => {
      // The SDK then copies no members.
      if (name === "__esModule") return true;
      const typescript = /** @type {Record<string, unknown>} */ (
        /** @type {unknown} */ (require("typescript"))
      );
      return typescript[name];
    },
  },
);
