import { type Place, printForPeople } from "../../../../provider/filter";
import { judgeExpression } from "../../../../provider/rulebook";

/** Returns the causes of the errors of an expression in its place. */
export function refused(expression: string, place: Place): string[] {
  return judgeExpression(expression, place)?.diagnostics.map(({ cause }) => cause) ?? [];
}

/** Returns the lines of the errors, as people see them. */
export function explained(expression: string, place: Place): string[] {
  const faults = judgeExpression(expression, place);
  return faults ? printForPeople(expression, faults.diagnostics, faults.what).split("\n") : [];
}
