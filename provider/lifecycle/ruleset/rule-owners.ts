import type { Rule, Ruleset } from "../../api";
import { parseRef, relationOf } from "../../marks";
import {
  deployedBy,
  ownerOfRule,
  plainRef,
  refOf,
  rulesOf,
  type EntrypointInput,
  type OwnRules,
  type RuleOwner,
  type RuleState,
} from "../../rulesets";
import { learnHeldIds, learnOwners, tellOrphans, tellSuspects, type Unowned } from "../evidence";
import type { Context } from "../lifecycle";

/**
 * Finds out who owns the rules of a ruleset: those of other attempts of the resource, and those that a new resource may replace.
 *
 * @param declared the rules of a new resource
 */
export async function learnRuleOwners(
  context: Context,
  live: Ruleset,
  owned: OwnRules & Pick<EntrypointInput, "takeOver">,
  declared: readonly RuleState[] = [],
): Promise<void> {
  const { mark: own } = owned;
  if (!own) return;
  const marks = rulesOf(live).flatMap((rule) => {
    const { mark } = parseRef(refOf(rule));
    return mark && (relationOf(mark, own) === "attempt" || isReplaced(rule, live, declared)) ? [mark] : [];
  });
  await learnOwners(context, own, marks);
  // Nothing on an unmarked rule tells that it belongs to a resource of this stack.
  const refs = new Set(declared.map(({ ref }) => ref));
  const isUnknown = rulesOf(live).some(
    (rule) => refs.has(plainRef(rule)) && ownerOfRule(rule, owned) === "unmarked",
  );
  if (isUnknown && owned.takeOver !== true) await learnHeldIds(context);
}

/**
 * Names the rules of other attempts of the resource.
 *
 * @param isKept whether another resource of the run manages a rule, by its id: its successor, which a replacement has made before
 */
export function tellRuleAttempts(
  context: Context,
  subject: string,
  live: Ruleset,
  own: OwnRules,
  isKept: (ruleId: string) => boolean = () => false,
): void {
  const ofOwner = (wanted: RuleOwner): Unowned[] =>
    rulesOf(live)
      .filter((rule) => ownerOfRule(rule, own) === wanted && !isKept(rule.id))
      .map(unowned);
  tellOrphans(context, subject, ofOwner("orphan"));
  tellSuspects(context, subject, ofOwner("suspected"));
}

/** Whether a ruleset holds a rule of another attempt, which only a full read shows. */
export function hasSuspects(live: Ruleset | undefined, own: OwnRules): boolean {
  return rulesOf(live).some((rule) => ownerOfRule(rule, own) === "suspected");
}

/** Whether a declared rule would take the place of a live one: it has the same ref, or deploys the same managed ruleset. */
function isReplaced(rule: Rule, live: Ruleset, declared: readonly RuleState[]): boolean {
  const deployed = deployedBy(rule, live);
  return declared.some(
    ({ ref, action, actionParameters }) =>
      ref === plainRef(rule) ||
      (deployed !== undefined && action === "execute" && actionParameters?.["id"] === deployed),
  );
}

function unowned(rule: Rule): Unowned {
  return { id: rule.id, what: `rule ${JSON.stringify(plainRef(rule))}`, since: rule.last_updated };
}
