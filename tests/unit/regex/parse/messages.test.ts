import { checkRegex } from "../../../../provider/regex/compile/check-regex";
import { readRecords } from "../../../support/records";

/** The recorded answer of the regex crate: the whole error message, or null if the pattern is valid. */
interface FaultRecord {
  readonly pattern: string;
  readonly fault: string | null;
}

const records = readRecords<FaultRecord>("regex-faults.jsonl");

describe("checkRegex, compared with recorded answers of the regex crate", () => {
  it.each(records.map((record) => [record.pattern, record] as const))(
    "returns the same for %j",
    (_, record) => {
      const found = checkRegex(record.pattern);
      expect(found?.kind === "syntax" ? found.text : (found ?? null)).toBe(record.fault);
    },
  );
});
