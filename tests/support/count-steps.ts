import { type Profiler, Session } from "node:inspector";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";

const COUNTED = ["filter", "regex", "rulebook", "rulesets", "lifecycle", "claims"].map(
  (room) => pathToFileURL(join(__dirname, "../../provider", room) + sep).href,
);

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
// Otherwise V8 counts in all later test files of the worker, too.
afterAll(() => session.disconnect());

/**
 * Returns how many blocks of code of the rooms that judge expressions and rules run for some work, as V8 counts them for coverage. The number is the same on every machine. It excludes native functions and, since the work runs once before, lazy
 * loading.
 *
 * Import this file before what is counted: V8 counts only modules that are loaded later.
 */
export function countSteps(work: () => unknown): number {
  work();
  takeCounts();
  // V8 can lose counts when it recompiles code. It never counts too much.
  const counts = Array.from({ length: 3 }, () => {
    work();
    return takeCounts();
  });
  return Math.max(...counts);
}

/** Returns the counts since the last call. */
function takeCounts(): number {
  let scripts: readonly Profiler.ScriptCoverage[] = [];
  // The session is in this thread, so the callback runs before the call returns.
  session.post("Profiler.takePreciseCoverage", (error, answer) => {
    if (error !== null) throw error;
    scripts = answer.result;
  });
  return scripts
    .filter(({ url }) => COUNTED.some((room) => url.startsWith(room)))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}
