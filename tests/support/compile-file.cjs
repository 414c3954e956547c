// @ts-check
"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const ROOT = path.resolve(__dirname, "..", "..");
/** Compiled files by their paths, each with the hash of its source at the end. Git ignores the folder. */
const CACHE = path.join(ROOT, ".platform", "compiled");

/** The compiler itself is loaded only if a file has changed. */
const { version: COMPILER } = require("@swc/core/package.json");

/** @typedef {{ sourceMaps?: "inline", lazy?: boolean }} Options `lazy`: as in the built package, imports load at their first use */

/**
 * Compiles a TypeScript file to a CommonJS module, or returns what another process compiled: a process loads hundreds of files.
 * @param {string} file
 * @param {Options} [options]
 * @returns {string} the code
 */
function compileFile(file, { lazy = false, ...options } = {}) {
  const source = fs.readFileSync(file, "utf8");
  const hash = createHash("sha1").update(COMPILER).update(source).digest("hex");
  const end = `\n// ${hash}\n`;
  const inRoot = path.relative(ROOT, file);
  // A copy of an example is compiled once, wherever it is.
  const place = inRoot.startsWith("..") ? path.join("elsewhere", hash) : inRoot;
  const kept = path.join(CACHE, `${options.sourceMaps ?? "plain"}${lazy ? "-lazy" : ""}`, `${place}.js`);
  const compiled = readIfThere(kept);
  if (compiled?.endsWith(end) === true) return compiled;
  /** @type {typeof import("@swc/core")} */
  const swc = require("@swc/core");
  const { code } = swc.transformFileSync(file, {
    jsc: { target: "es2022", parser: { syntax: "typescript" } },
    module: {
      type: "commonjs",
      lazy: lazy ? [...source.matchAll(/ from "([^"]+)";/g)].flatMap(([, name]) => name ?? []) : false,
    },
    ...options,
  });
  fs.mkdirSync(path.dirname(kept), { recursive: true });
  // Other processes read the file meanwhile.
  const unfinished = `${kept}.${process.pid}`;
  fs.writeFileSync(unfinished, code + end);
  fs.renameSync(unfinished, kept);
  return code;
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

module.exports = { compileFile };
