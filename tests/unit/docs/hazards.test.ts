import fs from "node:fs";
import path from "node:path";
import { findHazards } from "../../../provider/rulebook/hazards/find-hazards";
import { HAZARD_IDS } from "../../../provider/rulebook/hazards/hazard";

const PAGE = fs.readFileSync(path.resolve(__dirname, "../../../docs/hazards.md"), "utf8");

describe("docs/hazards.md", () => {
  it("explains each hazard once", () => {
    const explained = [...PAGE.matchAll(/^\| `([a-z-]+)`/gm)].map(([, id]) => id);
    expect(explained.sort()).toEqual([...HAZARD_IDS]);
  });

  it("has examples of conditions that the code reports", () => {
    const [, section = ""] = /^## Conditions\n(.*?)^## /ms.exec(PAGE) ?? [];
    const examples = [...section.matchAll(/^\| `([a-z-]+)` *\| `([^`]+)`/gm)].map(([, id, text]) => [
      id,
      text,
    ]);
    const reported = examples.map(([, expression]) => {
      const rules = [{ path: "rule", rule: { action: "log", expression } }];
      const context = { phase: undefined, kind: "zone", nameOf: (name: string) => name } as const;
      return [findHazards(rules, context)[0]?.id, expression];
    });
    expect(reported).toEqual(examples);
    expect(reported).toHaveLength(4);
  });
});
