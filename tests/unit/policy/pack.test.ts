import fs from "node:fs";
import path from "node:path";
import { edgePolicies } from "../../../policy/index";

const ROOT = path.resolve(__dirname, "../../..");

describe("the policy pack", () => {
  it("is mandatory, policy by policy, each with a name of its own", () => {
    expect(edgePolicies.map(({ name, enforcementLevel }) => [name, enforcementLevel])).toEqual([
      ["require-owasp", "mandatory"],
      ["limit-token-makers", "mandatory"],
    ]);
  });

  it("says in its folder the version of the package, and where its compiled entry is", () => {
    const inFolder: unknown = JSON.parse(fs.readFileSync(path.join(ROOT, "policy/package.json"), "utf8"));
    const ofPackage: unknown = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
    expect(inFolder).toMatchObject({ main: "../dist/policy/pack.js" });
    expect(ofPackage).toMatchObject({ version: (inFolder as { version: string }).version });
  });
});
