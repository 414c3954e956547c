import { KNOWN_GROUPS_BY_ID, requirementsOf, type OperationName, type Phase } from "../provider/api";
import {
  alternativesOn,
  decideAccess,
  type AccessAlternative,
  type AccessDecision,
} from "../provider/tokens";
import type { Requester } from "./authenticate";
import type { StoredRulesetScope } from "./store/rulesets";
import { USER } from "./ids";

/** An account, or a zone with its account. */
export type AccountOrZone =
  | { readonly type: "account"; readonly id: string }
  | { readonly type: "zone"; readonly id: string; readonly accountId: string };

/** The resource that an operation works on. */
export type TargetResource = { readonly type: "user" } | AccountOrZone;

/** Lists the alternatives that grant access to an operation. An empty list means that every requester has access. */
export function needsOf(
  operation: OperationName,
  target: TargetResource,
  phase?: Phase,
): AccessAlternative[] {
  const resource = target.type === "user" ? ({ type: "user", id: USER.id } as const) : target;
  return alternativesOn(resource, requirementsOf(operation, target.type, phase));
}

export function decide(
  requester: Requester,
  needs: readonly AccessAlternative[],
  vendor: string,
): AccessDecision {
  return decideAccess(requester.policies, needs, KNOWN_GROUPS_BY_ID, vendor);
}

export function scopeOf(place: AccountOrZone): StoredRulesetScope {
  return `${place.type}:${place.id}`;
}
