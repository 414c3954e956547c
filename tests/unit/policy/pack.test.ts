import fs from "node:fs";
import path from "node:path";
import { edgePolicies } from "../../../policy/index";

const ROOT = path.resolve(__dirname, "../../..");

describe("the policy pack", () => {
  it("has unique names, and is mandatory except for warnings", () => {
    expect(edgePolicies.map(({ name, enforcementLevel }) => [name, enforcementLevel])).toEqual([
      ["require-owasp", "mandatory"],
      ["limit-token-makers", "mandatory"],
      ["no-filter-warnings", "disabled"],
      ["no-hazards", "disabled"],
    ]);
  });

  it("has the version of the package and the path of the compiled entry in its package.json", () => {
    const inFolder: unknown = JSON.parse(fs.readFileSync(path.join(ROOT, "policy/package.json"), "utf8"));
    const ofPackage: unknown = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
    expect(inFolder).toMatchObject({ main: "../dist/policy/pack.js" });
    expect(ofPackage).toMatchObject({ version: (inFolder as { version: string }).version });
  });
});
