// @ts-check
const os = require("node:os");
const { LONG_TESTS, NIGHTLY_PARTS, NIGHTLY_TESTS, SLOW_TESTS } = require("./tests/slow-tests");

// Otherwise tests would use the connection of the caller's shell, which the README tells people to export.
for (const name of Object.keys(process.env))
  if (/^(CLOUDFLARE_|EDGE_(?!(CONTRACT|CRASH|FAULTS|FORESIGHT|TEST)_))/.test(name))
    Reflect.deleteProperty(process.env, name);

const slowFiles = Object.keys(SLOW_TESTS);
const longFiles = Object.keys(LONG_TESTS);
const nightlyFiles = Object.keys(NIGHTLY_TESTS);
/** @param {string} file */
const pathEndsWith = (file) => `/${file.replaceAll(".", "\\.")}$`;
/** Tests run in a context in which each use of a global is a call. Modules get these as parameters. No test replaces them. */
const GLOBALS =
  "Array BigInt Boolean Buffer Error Int32Array JSON Map Math Number Object Proxy Reflect RegExp Set String Symbol Uint8Array WeakMap WeakSet".split(
    " ",
  );
const shared = {
  sandboxInjectedGlobals: GLOBALS,
  setupFiles: ["<rootDir>/tests/support/load-later.ts"],
  testEnvironment: "<rootDir>/scripts/test-environment.js",
  // Compiled copies and the demo's folders hold modules of the same names as the sources.
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.platform/"],
  transform: {
    "^.+\\.[jt]s$": /** @type {[string, Record<string, unknown>]} */ ([
      "@swc/jest",
      { jsc: { target: "es2022", parser: { syntax: "typescript" } } },
    ]),
  },
};

const startingProcesses = { ...shared, setupFilesAfterEnv: ["<rootDir>/tests/support/start-processes.ts"] };
/** @param {string} name */
const inFolder = (name) => ({
  displayName: name,
  testMatch: [`<rootDir>/tests/${name}/**/*.test.ts`],
  testPathIgnorePatterns: [...longFiles, ...nightlyFiles].map(pathEndsWith),
});

/** @type {import("jest").Config} */
module.exports = {
  // Tests start processes on machines with two cores: a limit is there to end a hang, not to measure.
  testTimeout: 60_000,
  // Two more than there are cores: engine tests wait for the processes that they started. Jest takes no percentage over 100.
  maxWorkers: os.availableParallelism() + 2,
  // Jest keeps parts of the modules of each file, which makes later files slower: above this, it starts a new worker.
  workerIdleMemoryLimit: "600MB",
  testSequencer: "<rootDir>/scripts/test-sequencer.js",
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["<rootDir>/tests/unit/**/*.test.ts"],
      testPathIgnorePatterns: slowFiles.map(pathEndsWith),
    },
    {
      ...shared,
      displayName: "slow",
      testMatch: slowFiles.map((name) => `<rootDir>/tests/unit/**/${name}`),
    },
    { ...shared, ...inFolder("contract") },
    ...["pages", "engine", "languages", "repository", "golden", "stores"].map((name) => ({
      ...startingProcesses,
      ...inFolder(name),
    })),
    ...Object.entries({ long: longFiles, nightly: [...nightlyFiles, ...Object.keys(NIGHTLY_PARTS)] }).map(
      ([displayName, files]) => ({
        ...startingProcesses,
        displayName,
        testMatch: files.map((file) => `<rootDir>/tests/${file}`),
      }),
    ),
  ],
};
