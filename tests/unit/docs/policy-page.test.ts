import { readFileSync } from "node:fs";
import path from "node:path";
import { describePolicies } from "../../../review/policies/describe-policies";
import { withPolicyTables } from "../../../scripts/pages/policy";

const page = readFileSync(path.join(__dirname, "../../../docs/policy.md"), "utf8");

describe("docs/policy.md", () => {
  it("has the tables that `npm run policy-page` generates", () => {
    expect(page).toBe(withPolicyTables(page, describePolicies()));
  });

  it.each(describePolicies().map(({ name }) => name))("has a section about %s", (name) => {
    expect(page).toContain(`\n### ${name}\n`);
  });
});
