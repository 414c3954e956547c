import { Phase } from "../../provider/api";
import { scopeOf } from "../authenticate";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { accountOrZone, param, type OperationRequest } from "../route";
import type { StoredRuleset } from "../store/rulesets";

/** Returns the phase in the path, or that of the ruleset in the path. It decides which permissions apply. */
export function phaseOf(platform: Platform, request: OperationRequest): Phase | undefined {
  const { phase, ruleset_id: rulesetId } = request.params;
  // The path was checked: parsing only narrows the type.
  if (phase !== undefined) return Phase.parse(phase);
  return rulesetId === undefined ? undefined : findRuleset(platform, request)?.phase;
}

/** @throws Failure if there is no such ruleset */
export function getRuleset(platform: Platform, request: OperationRequest): StoredRuleset {
  const ruleset = findRuleset(platform, request);
  if (!ruleset) throw failures.rulesetNotFound(param(request, "ruleset_id"));
  return ruleset;
}

/** @throws Failure if there is no such ruleset, or if it is a managed ruleset */
export function getWritableRuleset(platform: Platform, request: OperationRequest): StoredRuleset {
  const ruleset = getRuleset(platform, request);
  if (ruleset.scope !== "vendor") return ruleset;
  throw failures.rulesets([{ message: `managed ruleset '${ruleset.id}' cannot be changed` }]);
}

/** Finds a ruleset of the zone or account in the path, or a managed ruleset, which every zone and account has. */
function findRuleset({ store }: Platform, request: OperationRequest): StoredRuleset | undefined {
  const found = store.rulesets.get(param(request, "ruleset_id"));
  return found?.scope === "vendor" || found?.scope === scopeOf(accountOrZone(request)) ? found : undefined;
}
