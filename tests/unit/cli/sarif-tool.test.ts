import { sarifTool } from "../../../cli/review/reports";
import { packageVersion } from "../../../plugin/package-version";

describe("the program that SARIF names", () => {
  it("has the version of the package", () => {
    expect(sarifTool().version).toBe(packageVersion());
  });

  it.each([
    ["https://git.example/edge", "https://git.example/edge"],
    [{ url: "git+https://git.example/edge.git" }, "https://git.example/edge"],
    [{ url: "git@git.example:edge.git" }, undefined],
    [undefined, undefined],
  ])("has the address of the repository %j that a browser can open", (repository, address) => {
    expect(sarifTool({ version: "1.2.3", ...(repository && { repository }) }).repository).toBe(address);
  });
});
