import type { Kind, Phase, ZonePlan } from "../../provider/api";
import type { Place } from "../../provider/filter";
import type { KnownPlace } from "../../provider/rulebook";
import { scopeOf, type AccountOrZone } from "../authenticate";
import type { Platform } from "../platform";
import type { StoredRuleset, StoredSummary } from "../store/rulesets";

/**
 * The place of rules, and which rulesets they may execute, as far as they decide which rules are valid. The plan is absent if its
 * limits are not enforced.
 */
export interface RuleSite extends KnownPlace, Pick<Platform, "learnManagedRules" | "log"> {
  readonly phase: Phase;
  /** Finds a ruleset that an `execute` rule may name: a managed ruleset, or a custom ruleset of the same zone or account. */
  readonly executable: (id: string) => StoredSummary | undefined;
  /** Whether an id names a custom ruleset of an account. */
  readonly isOfAccount: (id: string) => boolean;
  readonly executableVersion: (id: string, version: string) => StoredRuleset | undefined;
}

export function ruleSite(
  platform: Platform,
  place: AccountOrZone,
  { kind, phase }: { readonly kind: Kind; readonly phase: Phase },
): RuleSite {
  const { store, language } = platform;
  return {
    kind,
    phase,
    level: place.type,
    language,
    lists: listsOf(platform, place),
    executable: (id) => {
      const found = store.rulesets.get(id);
      if (found?.scope === "vendor") return found;
      const isOwn = found?.kind === "custom" && found.scope === scopeOf(place);
      return isOwn && kind !== "custom" ? found : undefined;
    },
    isOfAccount: (id) => store.rulesets.get(id)?.scope.startsWith("account:") === true,
    executableVersion: (id, version) =>
      /^\d{1,9}$/.test(version) ? store.rulesets.getVersion(id, Number(version)) : undefined,
    plan: limitingPlan(platform, place),
    learnManagedRules: platform.learnManagedRules,
    log: platform.log,
  };
}

/**
 * Returns the lists that rules may name, with the kinds of their items. Rules of other accounts can be tried without their lists: as long
 * as the account has none, every name is accepted.
 */
function listsOf({ store }: Platform, place: AccountOrZone): Place["lists"] {
  const lists = store.lists.kinds(place.type === "zone" ? place.accountId : place.id);
  return lists.size === 0 ? undefined : lists;
}

/** Returns the plan whose limits apply to a zone or account. Without strict limits, none does. */
export function limitingPlan(
  { store, strictLimits, plan }: Platform,
  place: AccountOrZone,
): ZonePlan | undefined {
  if (!strictLimits) return undefined;
  return place.type === "zone" ? store.zones.get(place.id)?.plan : plan;
}
