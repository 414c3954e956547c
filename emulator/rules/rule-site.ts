import type { Kind, Phase, ZonePlan } from "../../provider/api";
import type { AccountOrZone } from "../access";
import type { Platform } from "../platform";
import type { StoredRuleset, StoredSummary } from "../store/rulesets";

/** The ruleset that rules belong to, as far as it decides which rules are valid. */
export interface RuleSite {
  readonly kind: Kind;
  readonly phase: Phase;
  /** Finds a ruleset that an `execute` rule may name: a managed ruleset, or in an account also its custom rulesets. */
  readonly executable: (id: string) => StoredSummary | undefined;
  readonly executableVersion: (id: string, version: string) => StoredRuleset | undefined;
  /** The plan whose limits apply. Absent if limits are not enforced. */
  readonly limitedBy?: ZonePlan | undefined;
}

export function ruleSite(
  { store, strictLimits, plan }: Platform,
  place: AccountOrZone,
  { kind, phase }: { readonly kind: Kind; readonly phase: Phase },
): RuleSite {
  return {
    kind,
    phase,
    executable: (id) => {
      const found = store.rulesets.get(id);
      if (found?.scope === "vendor") return found;
      // Only entry points of the same account can execute a custom ruleset.
      const own = found?.kind === "custom" && found.scope === `account:${place.id}`;
      return own && kind === "root" ? found : undefined;
    },
    executableVersion: (id, version) =>
      /^\d{1,9}$/.test(version) ? store.rulesets.getVersion(id, Number(version)) : undefined,
    limitedBy: strictLimits ? (place.type === "zone" ? store.zones.get(place.id)?.plan : plan) : undefined,
  };
}
