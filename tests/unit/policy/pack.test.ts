import fs from "node:fs";
import path from "node:path";
import {
  edgePolicies,
  hideSecrets,
  limitTokenMakers,
  noFilterWarnings,
  noHazards,
  owaspInEveryZone,
  reportUnjudged,
} from "../../../policy/index";
import { EDGE_POLICIES } from "../../../review/policies";

const ROOT = path.resolve(__dirname, "../../..");

describe("the policy pack", () => {
  it("has the policies of the list, with what they note first and what they leave open last", () => {
    const names = edgePolicies.map(({ name }) => name);
    expect(names).toEqual(["hide-secrets", ...EDGE_POLICIES.map(({ name }) => name), "report-unjudged"]);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    ["require-owasp", "mandatory", owaspInEveryZone],
    ["limit-token-makers", "mandatory", limitTokenMakers],
    ["no-filter-warnings", "disabled", noFilterWarnings],
    ["no-hazards", "disabled", noHazards],
    ["report-unjudged", "advisory", reportUnjudged],
    ["hide-secrets", "remediate", hideSecrets],
  ])("exports %s, which is %s by default", (name, enforcementLevel, policy) => {
    expect(policy).toMatchObject({ name, enforcementLevel });
    expect(edgePolicies.find((one) => one.name === name)).toMatchObject({ enforcementLevel });
  });

  it("has the version of the package and the path of the compiled entry in its package.json", () => {
    const inFolder: unknown = JSON.parse(fs.readFileSync(path.join(ROOT, "policy/package.json"), "utf8"));
    const ofPackage: unknown = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
    expect(inFolder).toMatchObject({ main: "../dist/policy/pack.js" });
    expect(ofPackage).toMatchObject({ version: (inFolder as { version: string }).version });
  });
});
