import { judgeExpression } from "../../../provider/rulebook";
import { lintFilter, parseFilter } from "../../../provider/filter";
import { HAZARD_IDS } from "../../../provider/rulebook/hazards/hazard";
import { CUSTOM, type RuleExample } from "../../../provider/rulebook/registry/example";
import { LINTS } from "../../../provider/rulebook/registry/lints";
import { PARSE_ERRORS } from "../../../provider/rulebook/registry/parse-errors";
import { entries } from "../../../review/registry/registry";
import { findingsOf } from "../../../review/explain/sections";

const all = entries();
const judged = all.flatMap((entry) =>
  entry.rules ? [[entry.kind, entry.id, entry, entry.rules] as const] : [],
);

describe("the example of each id about rules", () => {
  it.each(judged)(
    "of the %s %s is reported under this id if bad, and not reported if good",
    (_kind, _id, entry, example) => {
      const { at = CUSTOM, goodAt = at, bad, good, previewId: reported = entry.id } = example;
      const found = findingsOf(bad, at);
      expect([...new Set(found.map(({ id }) => id))]).toEqual(reported === null ? [] : [reported]);
      if (reported === entry.id && reported !== "length")
        expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set([entry.level]));
      expect(findingsOf(good, goodAt)).toEqual([]);
    },
  );

  it.each(Object.entries(PARSE_ERRORS))("of the parse error %s has this cause", (id, { bad }) => {
    const faults = judgeExpression(bad, { ...CUSTOM, purpose: "filter" });
    expect(faults?.diagnostics.map(({ causeClass }) => causeClass)).toEqual([id]);
  });

  const lints = Object.entries<RuleExample>(LINTS).flatMap(([id, { bad, at = CUSTOM }]) =>
    typeof bad === "string" ? [[id, bad, at] as const] : [],
  );
  it.each(lints)("of the lint %s is linted under this id alone", (id, bad, at) => {
    const parsed = parseFilter(bad, at);
    const found = parsed.valid ? lintFilter(parsed.ast, bad, at) : [];
    expect([...new Set(found.map(({ rule }) => rule))]).toEqual([id]);
  });
});

describe("the registry of ids", () => {
  it("has each id once, whatever its case: pages are files", () => {
    const ids = all.map(({ id }) => id.toLowerCase());
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const aliases = HAZARD_IDS.map((id) => `hazard-${id}`);
    expect(aliases.filter((id) => ids.includes(id))).toEqual([]);
  });

  it("says what each id means and what to do, in sentences", () => {
    const texts = all.flatMap(({ id, meaning, todo }) => [meaning, todo].map((text) => `${id}: ${text}`));
    expect(texts.filter((text) => !/\.$/.test(text))).toEqual([]);
  });
});
