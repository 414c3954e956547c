import { isUnknown } from "../../provider/api";
import { RULESET_KINDS } from "../../provider/rulesets/rules/ruleset-kind";
import type { MaybeUnknown, ReviewedRuleset } from "./reviewed";

/** Returns a text, or undefined for anything else. `UNKNOWN` is a text. */
export function textOf(value: unknown): MaybeUnknown<string> | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the level of a ruleset of that kind, or undefined for any other kind, such as `managed`. */
export function levelOf(kind: unknown): ReviewedRuleset["level"] | undefined {
  return Object.values(RULESET_KINDS).find((level) => level === kind);
}

/** Returns permission groups as objects. Some releases of other providers list their ids. */
export function groupsOf(groups: unknown): unknown {
  if (!Array.isArray(groups)) return groups;
  return groups.map((group: unknown) =>
    typeof group === "string" && !isUnknown(group) ? { id: group } : group,
  );
}
