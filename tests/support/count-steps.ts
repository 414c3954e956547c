import { type Profiler, Session } from "node:inspector";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";

const COUNTED = ["filter", "regex"].map(
  (room) => pathToFileURL(join(__dirname, "../../provider", room) + sep).href,
);

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/**
 * How many steps the filter language takes for some work: how often each block of its code ran, all added up, as V8 counts
 * for coverage. The same work takes the same steps on every machine. What Node does natively is not in it, and not in what
 * is loaded or made once: the work is done a first time before it is counted, and then three times.
 *
 * Blocks are counted in what is loaded after this file: it has to be imported before the language.
 */
export function countSteps(work: () => unknown): number {
  work();
  takeCounts();
  // Now and then V8 loses counts of what it compiles anew meanwhile. It never has too many.
  const counts = Array.from({ length: 3 }, () => {
    work();
    return takeCounts();
  });
  return Math.max(...counts);
}

/** Since the last time. */
function takeCounts(): number {
  let scripts: readonly Profiler.ScriptCoverage[] = [];
  // Within one thread the answer is there when the call returns.
  session.post("Profiler.takePreciseCoverage", (error, answer) => {
    if (error !== null) throw error;
    scripts = answer.result;
  });
  return scripts
    .filter(({ url }) => COUNTED.some((room) => url.startsWith(room)))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}
