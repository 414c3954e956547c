// @ts-check
"use strict";

// For the Node processes that Pulumi starts in engine tests, `node -r` this file: half the CPU of each process.
const fs = require("node:fs");
const Module = require("node:module");
const { loadedLater, membersLoadedLater, TRACING } = require("./loaded-later.cjs");
const { useArchive } = require("./module-archive.cjs");

/**
 * Modules that every process loads and hardly any uses, by the end of the path of the file that requires them. Here they are loaded at
 * the first use.
 * @type {readonly (readonly [string, readonly string[]])[]}
 */
const RARELY_USED = [
  ["@pulumi/pulumi/index.js", ["./automation"]],
  ["@pulumi/pulumi/typescript-shim.js", ["typescript"]],
  ["@pulumi/pulumi/runtime/manifest.js", ["js-yaml"]],
  ["@pulumi/pulumi/cmd/run/instrumentation.js", ["@opentelemetry/api"]],
  ["@pulumi/pulumi/runtime/settings.js", ["@opentelemetry/api"]],
  // Versions are compared only for programs in TypeScript, packages, and Node.
  ["@pulumi/pulumi/runtime/rpc.js", ["semver"]],
  ["@pulumi/pulumi/cmd/run/run.js", ["semver"]],
  // The SDK finds with these packages what a closure uses; our stub is no closure.
  ["@pulumi/pulumi/runtime/closure/codePaths.js", ["@npmcli/arborist", "fdir", "normalize-package-data"]],
  // Every program runs with V8's debugger, for the same purpose. The source maps are those of the SDK: ts-node has its own.
  ["@pulumi/pulumi/cmd/run/index.js", ["../../runtime/closure/v8Hooks", "source-map-support/register"]],
  [
    "@pulumi/pulumi/cmd/run-policy-pack/index.js",
    ["../../runtime/closure/v8Hooks", "source-map-support/register"],
  ],
  ["@pulumi/pulumi/cmd/dynamic-provider/index.js", ["source-map-support/register"]],
  ["zod/v4/core/index.cjs", ["../locales/index.cjs"]],
  ["zod/v4/classic/external.cjs", ["../locales/index.cjs"]],
];

/** The same for modules of which the requiring file takes functions and classes at once. @type {typeof RARELY_USED} */
const TAKEN_APART = [
  ["@pulumi/pulumi/cmd/run/tracing.js", TRACING],
  ["@pulumi/pulumi/runtime/index.js", ["./closure/serializeClosure", "./closure/codePaths"]],
  // The client follows no redirects, sends no forms, and tests have no proxies.
  ["axios/dist/node/axios.cjs", ["form-data", "https-proxy-agent", "follow-redirects"]],
];

/** Exports that need no module. This one starts the debugger; what needs it later starts it too. */
const KNOWN = { isInitializedAsync: () => Promise.resolve() };

/** @typedef {(name: string, parent: { filename?: string } | undefined, ...rest: unknown[]) => string} Resolve */

// The types of `Module` do not know the hook; Node documents it as deprecated, not as gone. Unlike `_load`, it is not among the
// callers of a program, which the state contains.
const hooked = /** @type {{ _resolveFilename: Resolve }} */ (/** @type {unknown} */ (Module));
const resolve = hooked._resolveFilename;
/** @type {Resolve} */
const resolveLater = (name, parent, ...rest) => {
  const file = resolve(name, parent, ...rest);
  const from = parent?.filename;
  if (from === undefined) return file;
  const load = () => require(file);
  const exports = isIn(RARELY_USED, name, from)
    ? loadedLater(load, KNOWN)
    : isIn(TAKEN_APART, name, from)
      ? membersLoadedLater(load)
      : undefined;
  if (exports === undefined) return file;
  const late = `${file}?late`;
  require.cache[late] ??= /** @type {NodeJS.Module} */ ({
    id: late,
    loaded: true,
    exports,
  });
  return late;
};
hooked._resolveFilename = resolveLater;

const archive = process.env["EDGE_TEST_MODULES"];
if (archive !== undefined) useArchive(archive);

/**
 * @param {typeof RARELY_USED} modules
 * @param {string} name
 * @param {string} from
 */
function isIn(modules, name, from) {
  return modules.some(([end, names]) => names.includes(name) && from.endsWith(end));
}

// As with `options: { typescript: false }` in Pulumi.yaml, which the Node language host of the Go build ignores. A program with a
// tsconfig.json runs with the compiler, as by default. If its types are not checked, a faster one compiles it, unless a test compares
// the lines of the program in the state.
const { PULUMI_NODEJS_TRANSPILE_ONLY: unchecked, EDGE_TEST_COMPILER: compiler } = process.env;
const hasTypes = fs.readdirSync(".").some((name) => /\.ts$|^tsconfig\.json$/.test(name));
const isQuick = hasTypes && unchecked === "true" && compiler !== "ts-node";
if (!hasTypes || isQuick) process.env["PULUMI_NODEJS_TYPESCRIPT"] = "false";
if (isQuick) require("./run-typescript.cjs");
