import { containsUnknown } from "../../api";
import type { Rule, Ruleset, RuleWrite } from "../../api/wire";
import { rulesetChanges, type RulesetChange } from "./ruleset-changes";

/** The rules of one owner in three versions, each by its ref without a mark. */
export interface RuleVersions {
  /** As the last update has written them. */
  readonly before: readonly (Rule | RuleWrite)[];
  /** As the next update writes them. */
  readonly after: readonly (Rule | RuleWrite)[];
  readonly live: readonly (Rule | RuleWrite)[];
}

/** A rule that the program does not change, and an update puts back, because somebody has changed or removed it, or added it. */
export interface PutBackRule {
  readonly ref: string;
  /** What differs: members in camelCase, `order`, `removed` or `added`. */
  readonly changed: readonly string[];
}

/** What differs in a rule that others have added, and the update removes. */
export const ADDED = "added";

/**
 * Returns what an update writes although the program does not change it. A member that the program changes, too, is not part of it, and
 * neither is one of which the value is not known.
 */
export function rulesPutBack({ before, after, live }: RuleVersions): PutBackRule[] {
  // So it is nearly always: then each change is one of the program.
  if (rulesetChanges(asRuleset(live), asRuleset(before)).length === 0) return [];
  const declared = rulesetChanges(asRuleset(before), asRuleset(after));
  const known = new Set(declared.map(keyOf));
  const added = new Set(declared.flatMap((change) => (change.kind === "added" ? [change.ref] : [])));
  const found = new Map<string, string[]>();
  for (const change of rulesetChanges(asRuleset(live), asRuleset(after))) {
    if (change.kind === "described" || known.has(keyOf(change)) || added.has(change.ref)) continue;
    // The rules that the state does not have are not the program's to put back.
    if (change.kind === "removed" || (change.kind === "changed" && containsUnknown(change.to))) continue;
    found.set(change.ref, [...(found.get(change.ref) ?? []), nameOf(change)]);
  }
  return [...found].map(([ref, changed]) => ({ ref, changed }));
}

type RuleChange = Exclude<RulesetChange, { kind: "described" }>;

function nameOf(change: RuleChange): string {
  if (change.kind === "changed") return change.member;
  return change.kind === "moved" ? "order" : "removed";
}

function keyOf(change: RulesetChange): string {
  if (change.kind === "described") return change.kind;
  return JSON.stringify([change.ref, change.kind, change.kind === "changed" ? change.member : ""]);
}

function asRuleset(rules: readonly (Rule | RuleWrite)[]): Pick<Ruleset, "rules"> {
  // Only what a rule does is compared, and its ref.
  return { rules: rules.map((rule) => ({ ...rule, id: rule.ref ?? "" })) };
}

/** What stands before the rules in a line of a preview. A review finds the line by it. */
const BEGINNING = "puts back what was changed outside the program: ";

/** Returns the line of a preview about these rules: `…: admin (expression, enabled), env (removed)`. */
export function putBackText(rules: readonly PutBackRule[]): string {
  return BEGINNING + putBackRulesText(rules);
}

export function putBackRulesText(rules: readonly PutBackRule[]): string {
  return rules.map(({ ref, changed }) => `${ref} (${changed.join(", ")})`).join(", ");
}

/** Returns the end of a line of a preview, `admin (expression)`, if it is such a line. */
export function putBackIn(line: string): string | undefined {
  const at = line.indexOf(BEGINNING);
  return at < 0 ? undefined : line.slice(at + BEGINNING.length).trim();
}
