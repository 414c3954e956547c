import {
  type Answer,
  compare,
  type Compared,
  compileFilter,
  type DeciderOptions,
  type Expression,
  parseFilter,
} from "../../../../provider/filter";
import { membershipOf } from "../../../../provider/filter/decide/witness/evaluate";

export function parsed(text: string): Expression {
  const result = parseFilter(text);
  if (!result.valid) throw new Error(`${text}: ${result.diagnostics[0].cause}`);
  return result.ast;
}

export function compareTexts(a: string, b: string, options?: DeciderOptions): Compared {
  return compare(parsed(a), parsed(b), options);
}

/** Evaluates the witnesses of a comparison. Parts without a witness hold. */
export function evaluatesAs({ onlyA, onlyB, both }: Compared, a: string, b: string): object {
  const [runA, runB] = [compileFilter(parsed(a)), compileFilter(parsed(b))];
  const check = (answer: Answer, inA: boolean, inB: boolean) => {
    if (answer.kind !== "yes") return "holds";
    const { fields } = answer.witness;
    const lists = membershipOf(answer.witness.lists);
    return runA.run(fields, lists) === inA && runB.run(fields, lists) === inB ? "holds" : "is refuted";
  };
  return {
    onlyA: check(onlyA, true, false),
    onlyB: check(onlyB, false, true),
    both: check(both, true, true),
  };
}
