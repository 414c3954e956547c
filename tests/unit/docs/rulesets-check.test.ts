import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkRulesFiles } from "../../../cli/rulesets/check-rules-file";

const PAGE = fs.readFileSync(path.resolve(__dirname, "../../../docs/rulesets.md"), "utf8");
const COMMAND = "$ edge-platform rulesets check rules.json --phase http_request_firewall_custom\n";

describe("docs/rulesets.md", () => {
  it("shows what `rulesets check` prints", () => {
    const [, shown = ""] = PAGE.split(COMMAND);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-docs-"));
    const file = path.join(folder, "rules.json");
    const rules = [
      { ref: "old-php", action: "block", expression: 'http.path eq "/old.php"' },
      { ref: "scanners", action: "block", expression: "cf.client.bot", logging: { enabled: true } },
    ];
    fs.writeFileSync(file, JSON.stringify(rules));
    const { lines } = checkRulesFiles([file], { phase: "http_request_firewall_custom" });
    fs.rmSync(folder, { recursive: true });
    expect(shown.slice(0, shown.indexOf("\n```"))).toBe(lines.join("\n"));
  });
});
