import type { Rule } from "../../api/wire";
import { ownerOfRule, rulesOf } from "../rules/ownership";
import type { EntrypointInput } from "./classify-rules";

/**
 * Returns the rule of another stack at the edge where `position` wants these rules. If the other stack wants that edge too, each
 * update of one moves its rules past those of the other.
 */
export function rivalAtEdge(input: EntrypointInput): Rule | undefined {
  const { placement, live } = input;
  if (placement !== "first" && placement !== "last") return undefined;
  const rule = rulesOf(live).at(placement === "first" ? 0 : -1);
  return rule && ownerOfRule(rule, input) === "foreign" ? rule : undefined;
}
