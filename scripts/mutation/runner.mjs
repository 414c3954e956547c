// @ts-check
import { performance } from "node:perf_hooks";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { loadTests } from "./load-tests.js";

/** @typedef {import("@stryker-mutator/api/core").InstrumenterContext} Context the data that mutated code reads and counts */
/** @typedef {import("@stryker-mutator/api/test-runner").TestRunner} TestRunner */

/**
 * Runs the tests in Stryker's process. Stryker's runner for Jest takes ten times as long: Jest starts again for each mutant, and
 * continues after the first failed test.
 * @implements {TestRunner}
 */
class FilterTestRunner {
  /** Durations by the name of the test. Fast tests run first, because most mutants need no other. @type {Map<string, number>} */
  #milliseconds = new Map();

  capabilities() {
    return { reloadEnvironment: false };
  }

  /** @returns {Promise<import("@stryker-mutator/api/test-runner").CompleteDryRunResult>} */
  async dryRun() {
    /** @type {Context} */
    const context = {};
    const tests = [];
    for (const test of loadWith(context)) {
      context.currentTestId = test.name;
      tests.push(await resultOf(test));
      delete context.currentTestId;
    }
    const { mutantCoverage } = context;
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage && { mutantCoverage }) };
  }

  /** @param {import("@stryker-mutator/api/test-runner").MutantRunOptions} options */
  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    /** @type {Context} */
    const context = hitLimit === undefined ? {} : { hitLimit, hitCount: 0 };
    const loaded = loadWith(context);
    context.activeMutant = activeMutant.id;
    const tests = [];
    for (const test of this.#quickFirst(loaded.filter(({ name }) => testFilter?.includes(name) ?? true))) {
      const result = await resultOf(test);
      this.#milliseconds.set(test.name, result.timeSpentMs);
      tests.push(result);
      if (result.status === TestStatus.Failed) break;
    }
    const timeout = determineHitLimitReached(context.hitCount, hitLimit);
    return toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests });
  }

  /** @param {readonly import("./load-tests.js").Test[]} tests */
  #quickFirst(tests) {
    const spent = this.#milliseconds;
    return tests.toSorted((a, b) => (spent.get(a.name) ?? 0) - (spent.get(b.name) ?? 0));
  }
}

/** @param {Context} context */
function loadWith(context) {
  Reflect.set(globalThis, "__stryker__", context);
  return loadTests(process.cwd());
}

/**
 * @param {import("./load-tests.js").Test} test
 * @returns {Promise<import("@stryker-mutator/api/test-runner").TestResult>}
 */
async function resultOf({ name, file, run }) {
  const start = performance.now();
  const base = () => ({ id: name, name, fileName: file, timeSpentMs: performance.now() - start });
  try {
    await run();
    return { ...base(), status: TestStatus.Success };
  } catch (problem) {
    return { ...base(), status: TestStatus.Failed, failureMessage: String(problem) };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "filter", FilterTestRunner)];
