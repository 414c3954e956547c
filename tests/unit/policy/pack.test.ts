import fs from "node:fs";
import path from "node:path";
import { edgePolicies } from "../../../policy/index";

const ROOT = path.resolve(__dirname, "../../..");

describe("the policy pack", () => {
  it("is mandatory but for warnings, which are asked for; each policy has a name of its own", () => {
    expect(edgePolicies.map(({ name, enforcementLevel }) => [name, enforcementLevel])).toEqual([
      ["require-owasp", "mandatory"],
      ["limit-token-makers", "mandatory"],
      ["no-filter-warnings", "disabled"],
    ]);
  });

  it("says in its folder the version of the package, and where its compiled entry is", () => {
    const inFolder: unknown = JSON.parse(fs.readFileSync(path.join(ROOT, "policy/package.json"), "utf8"));
    const ofPackage: unknown = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
    expect(inFolder).toMatchObject({ main: "../dist/policy/pack.js" });
    expect(ofPackage).toMatchObject({ version: (inFolder as { version: string }).version });
  });
});
