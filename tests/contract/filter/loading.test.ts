import { spawnSync } from "node:child_process";
import { join, relative } from "node:path";
import { ensureBuilt, ROOT } from "../../../scripts/prepare";

jest.setTimeout(120_000);
beforeAll(() => ensureBuilt(() => undefined));

const PROVIDER = join(ROOT, "dist", "provider");
const FILTER = join(PROVIDER, "filter");
const DEFERRED =
  /^(filter\/diagnostics\/(?!parse-filter)|filter\/print\/(?!print-literal)|regex\/(?!index)|filter\/lint\/(?!filter-warning)|filter\/limits\/(?!place)|filter\/parse\/value-expression|filter\/decide\/|filter\/evaluate\/)/;

/** Returns for each step of a program the files that the step loads first. */
function loadedBySteps(...steps: string[]): string[][] {
  const program = `const filter = require(${JSON.stringify(join(FILTER, "index.js"))});
    const steps = [${steps.map((step) => `() => { ${step} }`).join(", ")}];
    const seen = steps.map((step) => { step(); return Object.keys(require.cache); });
    console.log(JSON.stringify(seen));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  // The program above prints an array of paths for each step.
  const seen = JSON.parse(stdout) as string[][];
  return seen.map((files, step) =>
    files
      .filter((file) => file.startsWith(PROVIDER) && !seen[step - 1]?.includes(file))
      .map((file) => relative(PROVIDER, file).replaceAll("\\", "/").replace(/\.js$/, "")),
  );
}

describe("loading the filter language", () => {
  it("loads the regex engine, diagnostics, printers, linter and evaluator at their first use", () => {
    const [valid, regex, value, place, error, codeFrame, warning, evaluation, request, lists] = loadedBySteps(
      `filter.parseFilter('ip.src in {10.0.0.0/8} and lower(http.host) == "a"')`,
      `filter.parseFilter('http.host matches "a+"')`,
      `filter.parseValueExpression("http.host", "text")`,
      `filter.checkPlace(filter.parseFilter("ssl").ast, "ssl", { phase: "ddos_l7" })`,
      `filter.parseFilter('http.hots == "a"')`,
      `filter.printForPeople("sll", filter.parseFilter("sll").diagnostics)`,
      `filter.lintFilter(filter.parseFilter("ssl").ast, "ssl")`,
      `filter.compileFilter(filter.parseFilter("ssl").ast)`,
      `filter.readRequestFields({})`,
      `filter.readFilterLists({ ports: { type: "Int", items: [] } })`,
    );
    expect(valid).toContain("filter/parse/parser");
    expect(valid?.filter((file) => DEFERRED.test(file))).toEqual([]);
    expect(regex).toContain("regex/compile/check-regex");
    expect(value).toContain("filter/parse/value-expression");
    expect(place).toContain("filter/limits/find-refusals");
    expect(error).toContain("filter/diagnostics/diagnostic");
    expect(codeFrame).toContain("filter/diagnostics/print");
    expect(warning).toContain("filter/lint/lint-filter");
    expect(evaluation).toContain("filter/evaluate/compile-filter");
    expect(request).toContain("filter/evaluate/read-fields");
    expect(lists).toContain("filter/evaluate/compile-set");
  });
});
