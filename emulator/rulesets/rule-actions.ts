import type { Notice, RuleAdd, RulePatch } from "../../provider/api";
import { microseconds } from "../clock";
import { invalidValue } from "../decode";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { checkRule, checkTogether } from "../rules/check";
import { addRule, moveRule, nextVersion, patchRule, removeRule } from "../rules/edit";
import type { RuleSite } from "../rules/site";
import type { StoredRule, StoredRuleset } from "../store/rulesets";

/** What POST of a rule makes of the ruleset. @throws Failure */
export function addedRule(
  platform: Platform,
  site: RuleSite,
  current: StoredRuleset,
  { position, ...write }: RuleAdd,
): StoredRuleset {
  const ownId: Notice[] =
    write.id === undefined ? [] : [invalidValue(write.id, "id", "a new rule is given its id", "/id")];
  refuse([...ownId, ...checkRule(write, "", site)]);
  const editing = editingOf(platform);
  const rules = addRule(current.rules, write, position, editing);
  refuse(checkTogether(rules, site));
  return nextVersion(current, { rules }, editing.now);
}

/** What PATCH of a rule makes of the ruleset: the rule anew, or only moved. @throws Failure */
export function patchedRule(
  platform: Platform,
  site: RuleSite,
  current: StoredRuleset,
  existing: StoredRule,
  body: RulePatch,
): StoredRuleset {
  const editing = editingOf(platform);
  if (!("action" in body)) {
    return nextVersion(current, { rules: moveRule(current.rules, existing, body.position) }, editing.now);
  }
  const { position, ...write } = body;
  const otherId: Notice[] =
    write.id === undefined || write.id === existing.id
      ? []
      : [invalidValue(write.id, "id", `the rule's id is '${existing.id}'`, "/id")];
  refuse([...otherId, ...checkRule(write, "", site)]);
  const rules = patchRule(current.rules, existing, write, position, editing);
  refuse(checkTogether(rules, site));
  return nextVersion(current, { rules }, editing.now);
}

/** What DELETE of a rule leaves of the ruleset. */
export function removedRule(platform: Platform, current: StoredRuleset, existing: StoredRule): StoredRuleset {
  return nextVersion(
    current,
    { rules: removeRule(current.rules, existing.id) },
    microseconds(platform.clock.now()),
  );
}

function refuse(problems: readonly Notice[]): void {
  if (problems.length > 0) throw failures.rulesets(problems);
}

function editingOf({ clock, ids }: Platform) {
  return { now: microseconds(clock.now()), newId: () => ids.newId() };
}
