// @ts-check
"use strict";

// For the Node processes that Pulumi starts in engine tests, `node -r` this file: a third less CPU for each `pulumi up`.
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

/** Finds the packages that a closure uses. The SDK always loads it, with 400 modules; our stub is no closure. */
const RARELY_USED = "@npmcli/arborist";
const LATE_TYPESCRIPT = path.join(__dirname, "late-typescript.cjs");

/** @typedef {(name: string, parent: { filename?: string } | undefined, ...rest: unknown[]) => string} Resolve */

// The types of `Module` do not know the hook; Node documents it as deprecated, not as gone. Unlike `_load`, it is not among the
// callers of a program, which the state contains.
const hooked = /** @type {{ _resolveFilename: Resolve }} */ (/** @type {unknown} */ (Module));
const resolve = hooked._resolveFilename;
/** @type {Resolve} */
const resolveLater = (name, parent, ...rest) => {
  if (name === RARELY_USED && parent?.filename !== __filename) return __filename;
  if (name === "typescript" && parent?.filename?.endsWith("typescript-shim.js") === true)
    return LATE_TYPESCRIPT;
  return resolve(name, parent, ...rest);
};
hooked._resolveFilename = resolveLater;

// The package's main export is a class. This one loads the package when it is constructed.
module.exports = new Proxy(class {}, {
  construct: (_, /** @type {unknown[]} */ values) =>
    Reflect.construct(/** @type {new (...values: unknown[]) => object} */ (require(RARELY_USED)), values),
});

// As with `options: { typescript: false }` in Pulumi.yaml, which the Node language host of the Go build ignores. A program with a
// tsconfig.json runs with the compiler, as by default.
if (!fs.readdirSync(".").some((name) => /\.ts$|^tsconfig\.json$/.test(name)))
  process.env["PULUMI_NODEJS_TYPESCRIPT"] = "false";
