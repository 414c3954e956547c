import { containsUnknown } from "../../api";
import { ownerOfRule, refOf, rulesOf } from "../rules/ownership";
import { type EntrypointInput, classifyRules, deployedBy } from "./classify-rules";
import { joinFirst } from "../../words";

const LISTED = 3;

/**
 * Returns why `takeOver` of a new shared resource has no effect, although the entry point has rules made by hand. Without such rules,
 * nobody misses anything.
 */
export function idleTakeOver(input: EntrypointInput): string | undefined {
  const { takeOver, ownership, previousOwnership, live } = input;
  if (takeOver !== true || ownership !== "shared" || previousOwnership !== undefined || !live)
    return undefined;
  const byHand = rulesOf(live).filter((rule) => ownerOfRule(rule, input) === "unmarked");
  const refs = new Set(input.rules.map(({ ref }) => ref));
  const deployed = input.rules.map(({ action, actionParameters }) =>
    action === "execute" ? actionParameters?.["id"] : undefined,
  );
  const mayMatch = byHand.some((rule) => {
    const id = deployedBy(rule, live);
    return (
      refs.has(refOf(rule)) ||
      (id !== undefined && deployed.some((one) => one === id || containsUnknown(one)))
    );
  });
  if (byHand.length === 0 || mayMatch) return undefined;
  const names = byHand.map((rule) => JSON.stringify(refOf(rule)));
  return (
    `takes over nothing: with ownership: "shared" a rule made by hand is taken over by its ref, and no declared ref is ` +
    `${joinFirst(names, LISTED)}; declare that ref, or set ownership: "exclusive", which removes the rules of others`
  );
}

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
