import { readFileSync } from "node:fs";
import path from "node:path";
import { CONSTRAINTS } from "../../../provider/rulebook";
import { ruleBookPage } from "../../../scripts/pages/rule-book";

const page = readFileSync(path.join(__dirname, "../../../docs/rule-book.md"), "utf8");

describe("docs/rule-book.md", () => {
  it("is what `npm run rule-book` generates", () => {
    expect(page).toBe(ruleBookPage(CONSTRAINTS));
  });

  it("tells refusals from warnings", () => {
    const [, errors = "", without = "", inferred = ""] = page.split("\n## ");
    expect(errors).toContain(
      "- `skip-product` (documented, 20119): `products` lists `bic`, `hot`, `rateLimit`, `securityLevel`, `uaBlock`, `waf` or `zoneLockdown`, in this case. Source: developers docs,",
    );
    expect(without).toContain("- `override-ddos-disabled` (documented): ");
    expect(inferred).toContain("- `action-phase-doubtful` (inferred): ");
  });
});
