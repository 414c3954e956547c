import { isMembers, isUnknown, type Members } from "../api";
import type { ResourceKind } from "../properties";
import type { NamedRule } from "../rulebook/hazards/judged-rule";
import { wireOf } from "../rulebook/naming";
import { owaspIdOf, owaspRule } from "./declare-parts";

/** Names rules as errors do: by their refs, or by their place if the ref is not known. */
export function namedRules(rules: unknown): NamedRule[] {
  return (Array.isArray(rules) ? rules : []).map((rule: unknown, index) => {
    const ref = isMembers(rule) ? textOf(rule["ref"]) : undefined;
    return { path: `rules[${ref === undefined ? index : JSON.stringify(ref)}]`, rule };
  });
}

/**
 * Returns the rules, in wire names, by which skip rules of the same zone or account are judged.
 *
 * @param args the arguments with an unknown value in place of each that is not known, or secret
 */
export function rulesInPhase(kind: ResourceKind, args: Members): NamedRule[] {
  return namedRules(rulesOf(kind, args)).map(({ path, rule }) => ({ path, rule: wireOf(rule) }));
}

function rulesOf(kind: ResourceKind, args: Members): unknown {
  if (kind !== "OwaspConfig") return args["rules"];
  const { rulesetName } = args;
  return [owaspRule(args, isUnknown(rulesetName) ? rulesetName : owaspIdOf(rulesetName))];
}

/** Returns a text that is known. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}
