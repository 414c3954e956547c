import { spawnSync } from "node:child_process";
import { join, relative } from "node:path";

const ROOT = join(__dirname, "../../..");
const FILTER = join(ROOT, "provider/filter");
const DEFERRED =
  /^(diagnostic|display-width|print-(?!literal)|to-json|suggest|regex\/|lint\/(?!warning)|evaluate\/(?!request-field-error|unsupported-function))/;

/** The files of the language that a program loads, for each of its steps those that no step before it loaded. */
function loadedBySteps(...steps: string[]): string[][] {
  const program = `const filter = require(${JSON.stringify(join(FILTER, "index.ts"))});
    const steps = [${steps.map((step) => `() => { ${step} }`).join(", ")}];
    const seen = steps.map((step) => { step(); return Object.keys(require.cache); });
    console.log(JSON.stringify(seen));`;
  const register = join(ROOT, "tests/support/run-typescript.cjs");
  const { stdout, stderr } = spawnSync(process.execPath, ["-r", register, "-e", program], {
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  // Our own program printed an array of paths for each step.
  const seen = JSON.parse(stdout) as string[][];
  return seen.map((files, step) =>
    files
      .filter((file) => file.startsWith(FILTER) && !seen[step - 1]?.includes(file))
      .map((file) => relative(FILTER, file).replaceAll("\\", "/").replace(/\.ts$/, "")),
  );
}

describe("the filter language, loaded by a program", () => {
  it("loads regular expressions, diagnosis and its picture, printers, linter and evaluator when they are first used", () => {
    const [valid, regex, fault, picture, warning, evaluation, request, lists] = loadedBySteps(
      `filter.parseFilter('ip.src in {10.0.0.0/8} and lower(http.host) == "a"')`,
      `filter.parseFilter('http.host matches "a+"')`,
      `filter.parseFilter('http.hots == "a"')`,
      `filter.printForPeople("sll", filter.parseFilter("sll").diagnostics)`,
      `filter.lintFilter(filter.parseFilter("ssl").ast, "ssl")`,
      `filter.compileFilter(filter.parseFilter("ssl").ast)`,
      `filter.readRequestFields({})`,
      `filter.readFilterLists({})`,
    );
    expect(valid).toContain("parse-comparison");
    expect(valid?.filter((file) => DEFERRED.test(file))).toEqual([]);
    expect(regex).toContain("regex/check");
    expect(fault).toContain("diagnostic");
    expect(picture).toContain("print-for-people");
    expect(warning).toContain("lint/lint");
    expect(evaluation).toContain("evaluate/compile");
    expect(request).toContain("evaluate/read-fields");
    expect(lists).toContain("evaluate/read-lists");
  });
});
