import { checkRegex } from "../../../../provider/regex/compile/check-regex";
import { compileGroups } from "../../../../provider/regex/search/compile-groups";
import { compileRegex } from "../../../../provider/regex/search/compile-regex";
import { readRecords } from "../../../support/records";

/** The recorded answer of the regex crate: the span of each group, the whole match first. */
interface GroupsRecord {
  readonly pattern: string;
  readonly base64: string;
  readonly groups: readonly (readonly [start: number, end: number] | null)[] | null;
}

const records = readRecords<GroupsRecord>("regex-groups.jsonl");
const named = records.map((record) => [`${record.pattern} on ${record.base64}`, record] as const);

describe("compileGroups, compared with recorded answers of the regex crate", () => {
  it.each(named)("finds the groups of %s", (_, { pattern, base64, groups }) => {
    const found = compileGroups(pattern)(Buffer.from(base64, "base64"));
    // A group that can never take part, such as one repeated zero times, is absent.
    const places = groups?.map((_group, index) => {
      const span = found?.[index];
      return span === undefined ? null : [span.start, span.end];
    });
    expect(found && places).toEqual(groups ?? undefined);
  });

  it.each(named)("agrees that %s matches if it finds groups", (_, { pattern, base64, groups }) => {
    expect(compileRegex(pattern)(Buffer.from(base64, "base64"))).toBe(groups !== null);
  });

  it("has only patterns that are valid", () => {
    expect(records.filter(({ pattern }) => checkRegex(pattern) !== undefined)).toEqual([]);
  });
});
