import { checkRegex } from "../../../../provider/regex/compile/check-regex";
import { readRecords } from "../../../support/records";

/** How often, in the place of `#`, Rust's regex library takes a repetition before the compiled pattern is too big for it. */
interface SizeRecord {
  readonly pattern: string;
  readonly most: number;
}

const TOO_BIG = { kind: "size", limit: 10 * 2 ** 20 };
const records = readRecords<SizeRecord>("regex-sizes.jsonl");

describe("the size of a compiled pattern, compared with the recorded limits of Rust's library", () => {
  it.each(records.map(({ pattern, most }) => [pattern, most] as const))(
    "is too big within one in a hundred of where that is too big: %s from %i on",
    (pattern, most) => {
      const repeated = (count: number) => checkRegex(pattern.replace("#", String(count)));
      expect(repeated(Math.floor(most * 0.99))).toBeUndefined();
      expect(repeated(Math.ceil(most * 1.01))).toEqual(TOO_BIG);
    },
  );
});
