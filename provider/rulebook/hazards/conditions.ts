import { alwaysTrue, type Expression, findMisjoined, neverTrue, printFilter } from "../../filter";
import { clip } from "../../filter/lint/filter-warning";
import { CHALLENGES } from "../phases";
import type { Finding } from "../finding";
import { hazard } from "./hazard";

/** Actions whose rules have a more severe hazard if they match everything. */
const SEVERE: readonly (string | undefined)[] = ["block", ...CHALLENGES, "redirect", "skip"];
const MAX_QUOTED = 60;

/** Finds a condition that is always true, never true, or joined by the wrong operator. `path` is that of the expression. */
export function conditionHazards(condition: Expression, path: string, action?: string): Finding[] {
  const misjoined = findMisjoined(condition).map(({ operator, subject, conditions }) => {
    const quoted = conditions.map((one) => clip(printFilter(one), MAX_QUOTED)).join(` ${operator} `);
    return operator === "or"
      ? hazard(
          "or-instead-of-and",
          path,
          `${quoted} is always true, since every value of ${subject} fulfils one of them: join the conditions with and, or write not ${subject} in {…}`,
        )
      : hazard(
          "and-instead-of-or",
          path,
          `${quoted} is never true, since no value of ${subject} fulfils them together: join the conditions with or, or write ${subject} in {…}`,
        );
  });
  if (misjoined.length > 0) return misjoined;
  if (!isConstant(condition) && neverTrue(condition)) {
    const message =
      "is never true, so it selects no request: correct it, or disable the rule with enabled: false";
    return [hazard("condition-never", path, message)];
  }
  if (!isMatchAll(condition, action) && alwaysTrue(condition)) {
    const message = "is true for every request: correct it, or write true if that is meant";
    return [hazard("condition-always", path, message)];
  }
  return [];
}

/** Whether somebody wrote `true` or `false`, which is deliberate. */
function isConstant(condition: Expression): boolean {
  const bare = withoutGroups(condition);
  return bare.kind === "comparison" && ["true", "false"].includes(printFilter(bare));
}

/** Whether a condition is a usual way to select everything: `true`, or one test that every value passes, such as `wildcard "*"`. */
function isMatchAll(condition: Expression, action: string | undefined): boolean {
  const bare = withoutGroups(condition);
  if (isConstant(bare)) return true;
  if (SEVERE.includes(action) || bare.kind !== "comparison") return false;
  return bare.test.kind !== "ordering" || bare.test.operator !== "ne";
}

function withoutGroups(condition: Expression): Expression {
  return condition.kind === "group" ? withoutGroups(condition.expression) : condition;
}
