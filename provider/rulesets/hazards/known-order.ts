import { isMembers } from "../../api";
import type { Placement } from "../entrypoint/placement";
import type { NamedRule } from "../../rulebook/hazards/judged-rule";

/** The rules that one resource of a program has in an entry point, in wire names. Any part of them may be unknown. */
export interface ResourceRules {
  /** The name of the resource. */
  readonly name: string;
  /** What it is, after its name: `, an OwaspConfig,`. Empty for a resource that declares rules. */
  readonly how: string;
  readonly phase: string;
  readonly placement?: Placement | undefined;
  readonly rules: readonly NamedRule[];
}

/** What identifies a rule of a resource. */
type RulePath = Pick<NamedRule, "path">;

/** Whether a rule of one resource precedes a rule of another one in their entry point; undefined if their positions leave it open. */
export function isBefore(
  a: ResourceRules,
  ruleOfA: RulePath,
  b: ResourceRules,
  ruleOfB: RulePath,
): boolean | undefined {
  if (surelyPrecedes(a, ruleOfA, b, ruleOfB)) return true;
  return surelyPrecedes(b, ruleOfB, a, ruleOfA) ? false : undefined;
}

function surelyPrecedes(a: ResourceRules, ruleOfA: RulePath, b: ResourceRules, ruleOfB: RulePath): boolean {
  const [before, after] = [anchorOf(a.placement, "before"), anchorOf(b.placement, "after")];
  if (before !== undefined && hasRef(b, before)) return indexIn(b, ruleOfB) >= indexOfRef(b, before);
  if (after !== undefined && hasRef(a, after)) return indexIn(a, ruleOfA) <= indexOfRef(a, after);
  const others = [anchorOf(b.placement, "before"), anchorOf(a.placement, "after")];
  // Positions that contradict each other are reported as a conflict.
  if (others.some((ref) => ref !== undefined)) return false;
  return a.placement === "first" ? b.placement !== "first" : b.placement === "last" && a.placement !== "last";
}

function anchorOf(placement: Placement | undefined, side: "before" | "after"): string | undefined {
  // A placement names one side only.
  const sides: { readonly before?: string; readonly after?: string } =
    typeof placement === "object" ? placement : {};
  return sides[side];
}

function hasRef(resource: ResourceRules, ref: string): boolean {
  return indexOfRef(resource, ref) >= 0;
}

function indexOfRef({ rules }: ResourceRules, ref: string): number {
  return rules.findIndex(({ rule }) => isMembers(rule) && rule["ref"] === ref);
}

function indexIn({ rules }: ResourceRules, { path }: RulePath): number {
  return rules.findIndex((one) => one.path === path);
}
