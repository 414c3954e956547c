import type { Notice, Position } from "../../provider/api";
import type { StoredRule } from "../store/rulesets";
import { invalidValue } from "../decode";
import { failures } from "../failures";

/** Inserts a rule at a position, or at the end without one. @throws Failure if the position does not exist */
export function placeRule(
  others: readonly StoredRule[],
  rule: StoredRule,
  position: Position | undefined,
): StoredRule[] {
  return others.toSpliced(indexFor(others, position), 0, rule);
}

function indexFor(others: readonly StoredRule[], position: Position | undefined): number {
  if (!position) return others.length;
  if ("index" in position) {
    const last = others.length + 1;
    if (position.index > last) {
      throw misplaced(
        invalidValue(
          position.index,
          "index",
          `it must be between 1 and ${last}, the number of rules`,
          "/position/index",
        ),
      );
    }
    return position.index - 1;
  }
  if ("before" in position) {
    return position.before === "" ? 0 : indexOf(others, position.before, "before");
  }
  return position.after === "" ? others.length : indexOf(others, position.after, "after") + 1;
}

function indexOf(others: readonly StoredRule[], id: string, member: "before" | "after"): number {
  const index = others.findIndex((rule) => rule.id === id);
  if (index < 0) {
    throw misplaced(
      invalidValue(id, member, "there is no other rule with this id in the ruleset", `/position/${member}`),
    );
  }
  return index;
}

function misplaced(notice: Notice) {
  return failures.rulesets([notice]);
}
