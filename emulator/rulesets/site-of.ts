import type { Kind, Phase } from "../../provider/api";
import type { Place } from "../access";
import type { Platform } from "../platform";
import type { RuleSite } from "../rules/site";

/** What rules of a ruleset at `place` have to fit. */
export function ruleSite(
  { store, strictLimits, plan }: Platform,
  place: Place,
  { kind, phase }: { readonly kind: Kind; readonly phase: Phase },
): RuleSite {
  return {
    kind,
    phase,
    executable: (id) => {
      const found = store.rulesets.get(id);
      if (found?.scope === "vendor") return found;
      // Custom rulesets are executed by the entry points of their own account.
      const own = found?.kind === "custom" && found.scope === `account:${place.id}`;
      return own && kind === "root" ? found : undefined;
    },
    executableVersion: (id, version) =>
      /^\d{1,9}$/.test(version) ? store.rulesets.getVersion(id, Number(version)) : undefined,
    limitedBy: strictLimits ? (place.type === "zone" ? store.zones.get(place.id)?.plan : plan) : undefined,
  };
}
