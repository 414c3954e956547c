import { isMembers, isUnknown } from "../../api";
import { rulesFromMap, type RuleMap } from "../../rulesets";
import type { Properties } from "../lifecycle";
import { areRulesSecret } from "../secret-members";

/**
 * Returns a function that names rules by their place in the list, `rules[0]`, where `rules` is secret as a whole: then refs are
 * secret, too. Refs occur in messages in quotes, as in `rules["admin"]` and `inserted rule "admin"`.
 */
export function hidingSecretRefs(given: readonly Properties[]): (text: string) => string {
  const paths = new Map(given.filter(areRulesSecret).flatMap(({ rules }) => pathsByRef(rules)));
  if (paths.size === 0) return (text) => text;
  const forms = [...paths].map(([ref, path]) => [JSON.stringify(ref).slice(1, -1), path] as const);
  const byForm = new Map(forms);
  const alternatives = forms.map(([form]) => form.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  // A live rule has its mark behind the ref.
  const quoted = new RegExp(`rules\\["(${alternatives})"\\]|"(${alternatives})(?:~[^"]*)?"`, "g");
  return (text) =>
    text.replace(
      quoted,
      (whole: string, inPath?: string, alone?: string) => byForm.get(inPath ?? alone ?? "") ?? whole,
    );
}

function pathsByRef(rules: unknown): [ref: string, path: string][] {
  return refsOf(rules).flatMap((ref, index): [string, string][] =>
    typeof ref === "string" && ref !== "" && !isUnknown(ref) ? [[ref, `rules[${index}]`]] : [],
  );
}

function refsOf(rules: unknown): unknown[] {
  if (Array.isArray(rules)) return rules.map((rule: unknown) => (isMembers(rule) ? rule["ref"] : undefined));
  if (!isMembers(rules)) return [];
  // Only `after` of each rule is read, since these inputs may not have been checked.
  const links = Object.entries(rules).map(([ref, rule]) => [
    ref,
    isMembers(rule) ? { after: rule["after"] } : {},
  ]);
  try {
    return rulesFromMap(Object.fromEntries(links) as RuleMap).map(({ ref }) => ref);
  } catch {
    return Object.keys(rules);
  }
}
