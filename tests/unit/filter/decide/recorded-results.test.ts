import { type Expression, refutable, satisfiable } from "../../../../provider/filter";
import { readRecords } from "../../../support/records";
import { parsed } from "./decide-texts";

interface EvalRecord {
  readonly expression: string;
  readonly result: boolean;
}

describe("the recorded results of the reference implementation", () => {
  it("are possible, if nothing is assumed about fields", () => {
    const impossible = readRecords<EvalRecord>("filter-eval-examples.jsonl").filter(
      ({ expression, result }) => {
        const ask: (ast: Expression, options: object) => { kind: string } = result ? satisfiable : refutable;
        return ask(parsed(expression), { assumes: false }).kind === "no";
      },
    );
    expect(impossible).toEqual([]);
  });
});
