import { isUnknown, type Problem } from "../../provider/api";
import { checkList, pathTo } from "../../provider/api";
import type { Place } from "../../provider/filter";
import { judgeRules, problemsOf, PROGRAM } from "../../provider/rulebook";

/** Where the rules of a program are. The phase can be wrong or unknown. */
export interface RulesAt extends Omit<Place, "phase"> {
  readonly phase: unknown;
}

/** Returns all problems of the rules of a program, without those of expressions and of the phase. */
export function checkRules(rules: unknown, { phase, ...at }: RulesAt): Problem[] {
  if (!Array.isArray(rules)) return checkList(rules, "rules", "rules", () => []);
  const place = { ...at, phase: typeof phase === "string" && !isUnknown(phase) ? phase : undefined };
  const named = rules.map((rule: unknown, index) => ({ path: pathTo("rules", index), rule }));
  const written = { rules: named, form: PROGRAM, place };
  return problemsOf(judgeRules(written, "shape", "constraint", "ruleset")).filter(
    ({ path }) => path !== "phase",
  );
}
