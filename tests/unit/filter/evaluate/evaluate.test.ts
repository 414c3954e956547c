import { compileFilter, parseFilter, readFilterLists, readRequestFields } from "../../../../provider/filter";
import { readRecords } from "../../../support/records";

interface EvalRecord {
  readonly id: string;
  readonly expression: string;
  readonly fields: object;
  readonly lists?: object;
  readonly result: boolean;
}

const records = readRecords<EvalRecord>("filter-eval-examples.jsonl");

describe("compileFilter, compared with recorded results of the reference implementation", () => {
  it.each(records.map((record) => [record.id, record] as const))(
    "returns the recorded result of %s",
    (_, record) => {
      const parsed = parseFilter(record.expression);
      if (!parsed.valid) throw new Error(parsed.diagnostics[0].cause);
      const lists = readFilterLists(record.lists ?? {});
      expect(compileFilter(parsed.ast).run(readRequestFields(record.fields), lists)).toBe(record.result);
    },
  );
});
