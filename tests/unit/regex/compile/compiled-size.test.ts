import { checkRegex } from "../../../../provider/regex/compile/check-regex";
import { readRecords } from "../../../support/records";

/** The largest repetition count, in place of `#`, for which the regex crate accepts the pattern. */
interface SizeRecord {
  readonly pattern: string;
  readonly most: number;
}

const TOO_BIG = { kind: "size", limit: 10 * 2 ** 20 };
const records = readRecords<SizeRecord>("regex-sizes.jsonl");

describe("the size of a compiled pattern, compared with recorded limits of the regex crate", () => {
  it.each(records.map(({ pattern, most }) => [pattern, most] as const))(
    "exceeds the limit within one percent of the recorded repetition count: %s from %i on",
    (pattern, most) => {
      const repeated = (count: number) => checkRegex(pattern.replace("#", String(count)));
      expect(repeated(Math.floor(most * 0.99))).toBeUndefined();
      expect(repeated(Math.ceil(most * 1.01))).toEqual(TOO_BIG);
    },
  );
});
