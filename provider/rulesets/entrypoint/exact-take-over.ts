import { classifyRules, type EntrypointInput } from "./classify-rules";
import { ownerOfRule, refOf } from "../rules/ownership";

/**
 * Returns what a new resource with exact refs must know before it takes rules over: nothing on such a rule tells that a stack manages
 * it, so a second stack with `takeOver` would own it, too. Undefined if it takes over none.
 */
export function exactTakeOver(input: EntrypointInput): string | undefined {
  const { live, exactRefs, previousOwnership } = input;
  if (!live || exactRefs !== true || previousOwnership !== undefined) return undefined;
  const taken = [...classifyRules(live, input).present.values()].filter(
    ({ rule }) => ownerOfRule(rule, input) === "unmarked",
  );
  if (taken.length === 0) return undefined;
  const names = taken.map(({ rule }) => JSON.stringify(refOf(rule))).join(", ");
  return (
    `takes over ${names}, and refs: "exact" leaves no mark that tells other stacks so. If another stack manages them, both change ` +
    'and remove the same rules: make sure that none does, or leave refs: "exact" out, which marks them'
  );
}
