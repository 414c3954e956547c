import { readFileSync } from "node:fs";
import path from "node:path";
import { checkRules } from "../../support/check-rules";
import { ALLOWED_BY_TYPES } from "../../support/allowed-by-types";

const DOCS = path.join(__dirname, "../../../docs/rulesets.md");

describe("a rule that the types allow", () => {
  it.each(ALLOWED_BY_TYPES)("is rejected by the preview at $path: $what", ({ phase, rule, path: member }) => {
    const at = ["rules[0].actionParameters", member].filter(Boolean).join(".");
    expect(checkRules([rule], { phase, kind: "zone" }).map((problem) => problem.path)).toEqual([at]);
  });
});

describe("docs/rulesets.md", () => {
  it("lists exactly these rules", () => {
    const [, section = ""] = readFileSync(DOCS, "utf8").split(
      "### What the types allow and the checks refuse\n",
    );
    const [table = ""] = section.split("\n#");
    const rows = [...table.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, action, what]) => [
      action,
      what,
    ]);
    expect(rows).toEqual(ALLOWED_BY_TYPES.map(({ rule, what }) => [rule.action, what]));
  });
});
