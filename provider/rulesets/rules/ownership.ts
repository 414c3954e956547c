import type { Rule, Ruleset, RuleWrite } from "../../api";

/** `shared` touches only the rules that it declares; `exclusive` owns all of the entry point but managed deployments of others. */
export type Ownership = "shared" | "exclusive";

/** A rule without a ref of its own has its id for one. */
export function refOf(rule: Rule): string {
  return rule.ref ?? rule.id;
}

/** The rules of a ruleset; none where there is no ruleset, or an empty one. */
export function rulesOf(ruleset: Ruleset | undefined): readonly Rule[] {
  return ruleset?.rules ?? [];
}

/**
 * Whether a rule of an entry point deploys a managed ruleset: then an OwaspConfig may manage it, which no state but its own
 * knows of, and whoever owns the rest of the entry point leaves it alone.
 */
export function deploysManaged(
  rule: Rule | RuleWrite,
  { kind, phase }: Pick<Ruleset, "kind" | "phase">,
): boolean {
  return kind !== "custom" && rule.action === "execute" && phase.endsWith("_firewall_managed");
}
