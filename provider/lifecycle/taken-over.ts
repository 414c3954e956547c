import { isMembers } from "../api";
import type { Ruleset } from "../api/wire";
import { parseRef } from "../marks";
import { redacted } from "../redaction";
import { plainRef, refOf, rulesOf } from "../rulesets";
import { isHeldId, learnFromState } from "./evidence";
import type { Context, Properties } from "./lifecycle";
import { joinFirst } from "../words";

/** Rules that a message names at most. */
const NAMED = 5;

/** Says that an object which existed before is now the resource's, and what a destroy does to it. Used by all kinds. */
export function tellTakenOver({ log }: Context, what: string): void {
  log(
    redacted(
      `${what}: taken over from whoever made it. From now on, \`pulumi destroy\` deletes it, and so does removing the resource from the ` +
        "program, unless its options have `protect: true`, which stops such a run, or `retainOnDelete: true`, which leaves it live.",
    ),
  );
}

/**
 * Says which rules of a ruleset a write has taken over: those without an owner's mark that no resource of the stack's state has.
 *
 * @param before the ruleset before the write; undefined if there was none
 * @param olds the outputs of the resource before the write; empty for a new one
 */
export async function tellTakenOverRules(
  context: Context,
  subject: string,
  before: Ruleset | undefined,
  outputs: Properties,
  olds: Properties = {},
): Promise<void> {
  const [ids, known] = [idsIn(outputs), idsIn(olds)];
  const found = rulesOf(before).filter(
    (rule) => ids.has(rule.id) && !known.has(rule.id) && !parseRef(refOf(rule)).mark,
  );
  if (found.length === 0) return;
  await learnFromState(context);
  const taken = found
    .filter(({ id }) => !isHeldId(context, id))
    .map((rule) => JSON.stringify(plainRef(rule)));
  if (taken.length === 0) return;
  const rules = taken.length === 1 ? "the rule" : `${taken.length} rules,`;
  tellTakenOver(context, `${subject}: ${rules} ${joinFirst(taken, NAMED)}`);
}

function idsIn({ ruleIds, ruleId }: Properties): ReadonlySet<unknown> {
  return new Set(isMembers(ruleIds) ? Object.values(ruleIds) : [ruleId]);
}
