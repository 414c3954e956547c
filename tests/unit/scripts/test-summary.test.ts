import fs from "node:fs";
import path from "node:path";

import { parseJestReport, summarize } from "../../../scripts/jest";
import { temporaryFolder, writeFiles } from "../../support/fake-commands";

describe("summarize", () => {
  const report = { numPassedTests: 12, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };

  it("passes if tests ran and none failed", () => {
    expect(summarize(report)).toEqual({ line: "12 passed, 0 failed", ok: true });
  });

  it("counts failed tests", () => {
    expect(summarize({ ...report, numFailedTests: 2 })).toEqual({ line: "12 passed, 2 failed", ok: false });
  });

  it("counts a file that could not run as a failed test", () => {
    expect(summarize({ ...report, numRuntimeErrorTestSuites: 1 })).toEqual({
      line: "12 passed, 1 failed",
      ok: false,
    });
  });

  it("fails if no test ran", () => {
    expect(summarize({ ...report, numPassedTests: 0 })).toEqual({ line: "0 passed, 0 failed", ok: false });
  });

  it("fails if there is no report", () => {
    expect(summarize(undefined)).toEqual({ line: "0 passed, 1 failed", ok: false });
  });
});

describe("parseJestReport", () => {
  it("returns undefined for a file that is missing or not a report", () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "other.json": '{"numPassedTests":"12"}' });

    expect(parseJestReport(path.join(folder, "none.json"))).toBeUndefined();
    expect(parseJestReport(path.join(folder, "other.json"))).toBeUndefined();
    fs.rmSync(folder, { recursive: true });
  });
});
