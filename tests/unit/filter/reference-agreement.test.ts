import { parseFilter, printEngine } from "../../../provider/filter";
import { type FilterRecord, readRecords } from "../../support/records";

const records = readRecords<FilterRecord>("filter-examples.jsonl");
const refused = records.filter((record) => !record.valid);

describe("parseFilter, compared with recorded answers of the reference implementation", () => {
  it.each(records.map((record) => [record.id, record] as const))("returns the verdict of %s", (_, record) => {
    expect(parseFilter(record.expression).valid).toBe(record.valid);
  });

  it.each(refused.map((record) => [record.id, record] as const))(
    "reports the error of %s at its position",
    (_, record) => {
      const result = parseFilter(record.expression);
      const { causeClass, line, column, start, length } = record;
      expect(result.valid ? undefined : result.diagnostics[0]).toMatchObject({
        causeClass,
        line,
        column,
        start,
        length,
      });
    },
  );

  it.each(refused.map((record) => [record.id, record] as const))(
    "prints the text of %s as the reference implementation does",
    (_, record) => {
      const result = parseFilter(record.expression);
      const printed = result.valid ? "" : printEngine(record.expression, result.diagnostics[0]);
      expect(printed).toBe(record.message);
    },
  );
});
