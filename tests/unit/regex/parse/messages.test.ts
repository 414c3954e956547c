import { checkRegex } from "../../../../provider/regex/compile/check-regex";
import { readRecords } from "../../../support/records";

/** What Rust's regex library answered: the whole text of the fault, or null where it takes the pattern. */
interface FaultRecord {
  readonly pattern: string;
  readonly fault: string | null;
}

const records = readRecords<FaultRecord>("regex-faults.jsonl");

describe("checkRegex, compared with the recorded answers of Rust's library", () => {
  it.each(records.map((record) => [record.pattern, record] as const))("says the same of %j", (_, record) => {
    const found = checkRegex(record.pattern);
    expect(found?.kind === "syntax" ? found.text : (found ?? null)).toBe(record.fault);
  });
});
