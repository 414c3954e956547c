import { sarifTool } from "../../../cli/review/reports";
import { packageVersion } from "../../../plugin/package-version";

describe("the program that SARIF names", () => {
  it("has the version of the package", () => {
    expect(sarifTool(undefined).version).toBe(packageVersion());
  });
});
