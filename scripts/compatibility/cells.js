// @ts-check
"use strict";

const { RELEASE } = require("../pulumi-cli/cache");

/** @typedef {"dynamic" | "native"} Door */
/** @typedef {"npm" | "pnpm" | "yarn" | "bun"} Manager */

/**
 * Why a cell does not work, and what its users do instead.
 * @typedef {object} KnownFailure
 * @property {import("./play-stack").Step} step in which it fails
 * @property {RegExp} says what the output of the step contains
 * @property {string} reason in one sentence
 * @property {string} advice in one sentence
 */

/**
 * A project that is installed and run.
 * @typedef {object} StackCell
 * @property {string} name
 * @property {keyof typeof NODES} node
 * @property {string} sdk
 * @property {string} typescript
 * @property {readonly Door[]} doors that its program uses, each for a zone
 * @property {Manager} manager that installs it
 * @property {"node-modules" | "pnp"} [linker] of Yarn
 * @property {"nodejs" | "bun"} [runtime] of Pulumi.yaml. Default: nodejs
 * @property {boolean} [compiled] whether TypeScript, under another name, compiles the program before
 * @property {KnownFailure} [known]
 */

/**
 * A project whose types are checked by a compiler that is installed apart, because npm refuses some beside the SDK.
 * @typedef {Pick<StackCell, "name" | "manager" | "sdk" | "typescript"> & { compiler: string }} TypesCell
 */

/** Newest releases of npm's `node-PLATFORM-ARCH`, which contain the binary. */
const NODES = { 20: "20.20.2", 22: "22.23.5", 24: "24.22.3", 26: "26.12.1" };

/**
 * `oldest` is the first one that `peerDependencies` allows. `node20` is the last one that declares Node 20, which npm takes on Node 20 if no
 * release is asked for.
 */
const SDKS = { oldest: "3.143.0", node20: "3.248.0", newest: RELEASE };

const TYPESCRIPTS = { 5: "5.9.3", 6: "6.0.3", 7: "7.0.2" };

/** Package managers from npm, in the releases that are run. npm itself is the one on PATH. */
const MANAGERS = {
  pnpm: { package: "pnpm", version: "12.21.0", bin: "pnpm" },
  yarn: { package: "@yarnpkg/cli-dist", version: "4.18.1", bin: "bin/yarn.js" },
  bun: { package: "bun", version: "1.4.5", bin: "bin/bun.exe" },
};

/** @type {readonly Door[]} */
const DOORS = ["dynamic", "native"];

/** What most cells have in common. */
const USUAL = /** @type {const} */ ({
  node: 24,
  sdk: SDKS.newest,
  typescript: TYPESCRIPTS[6],
  doors: DOORS,
  manager: "npm",
});

/** @type {readonly (keyof typeof NODES)[]} */
const ALL_NODES = [20, 22, 24, 26];

/** Node and SDK, by each door. The oldest SDK allows TypeScript up to 5.9. @type {StackCell[]} */
const MATRIX = Object.values(SDKS).flatMap((sdk) =>
  (sdk === SDKS.node20 ? ALL_NODES.slice(0, 1) : ALL_NODES).flatMap((node) =>
    DOORS.map((door) => ({
      ...USUAL,
      name: `node-${node}-sdk-${sdk}-${door}`,
      node,
      sdk,
      typescript: sdk === SDKS.oldest ? TYPESCRIPTS[5] : TYPESCRIPTS[6],
      doors: [door],
    })),
  ),
);

/** @type {StackCell[]} */
const TYPESCRIPT_CELLS = [
  { ...USUAL, name: "typescript-5.9", typescript: TYPESCRIPTS[5] },
  { ...USUAL, name: "typescript-6", typescript: TYPESCRIPTS[6] },
  {
    ...USUAL,
    name: "typescript-6-oldest-sdk",
    sdk: SDKS.oldest,
    known: {
      step: "install",
      says: /ERESOLVE/,
      reason: `npm refuses TypeScript 6 beside @pulumi/pulumi ${SDKS.oldest}, which allows versions below 6`,
      advice: "Update `@pulumi/pulumi`, or install TypeScript 5.9.",
    },
  },
  {
    ...USUAL,
    name: "typescript-7",
    typescript: TYPESCRIPTS[7],
    known: {
      step: "install",
      says: /ERESOLVE/,
      reason: `npm refuses TypeScript 7 beside @pulumi/pulumi ${SDKS.newest}, which allows versions below 7`,
      advice:
        'Install TypeScript 6, or compile the program before, by TypeScript 7 under another name: see "TypeScript 7" below.',
    },
  },
  { ...USUAL, name: "typescript-7-compiled", typescript: TYPESCRIPTS[7], compiled: true },
];

/** @type {StackCell[]} */
const MANAGER_CELLS = [
  { ...USUAL, name: "pnpm", manager: "pnpm" },
  { ...USUAL, name: "yarn-node-modules", manager: "yarn", linker: "node-modules" },
  {
    ...USUAL,
    name: "yarn-pnp",
    manager: "yarn",
    linker: "pnp",
    known: {
      step: "mocks",
      says: /MODULE_NOT_FOUND/,
      reason: "Plug'n'Play keeps packages where only `yarn node` finds them, and Pulumi starts `node`",
      advice: "Write `nodeLinker: node-modules` into .yarnrc.yml.",
    },
  },
  { ...USUAL, name: "bun", manager: "bun" },
  { ...USUAL, name: "bun-runtime", manager: "bun", runtime: "bun" },
];

/** @type {TypesCell[]} */
const TYPES_CELLS = Object.values(TYPESCRIPTS).map((compiler) => ({
  name: `types-${compiler}`,
  compiler,
  manager: USUAL.manager,
  sdk: USUAL.sdk,
  typescript: USUAL.typescript,
}));

module.exports = {
  MANAGERS,
  MANAGER_CELLS,
  MATRIX,
  NODES,
  SDKS,
  TYPES_CELLS,
  TYPESCRIPT_CELLS,
  TYPESCRIPTS,
};
