// @ts-check
"use strict";

// For child processes of tests, `node -r` this file: they run the sources, so that no build has to come first.
const Module = require("node:module");
const { compileFile } = require("./compile-file.cjs");

/** @typedef {{ _compile(code: string, file: string): void }} Compiled */

// The types of `Module` do not know the hook; Node documents it as deprecated, not as gone.
const { _extensions } = /** @type {{ _extensions: Record<string, unknown> }} */ (
  /** @type {unknown} */ (Module)
);

/**
 * @param {Compiled} compiled
 * @param {string} file
 */
function load(compiled, file) {
  compiled._compile(compileFile(file, { sourceMaps: "inline", lazy: true }), file);
}

_extensions[".ts"] = load;
