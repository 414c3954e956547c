import { requirementsOf, type OperationName, type Phase } from "../provider/api";
import {
  alternativesOn,
  decideAccess,
  type AccessAlternative,
  type AccessDecision,
} from "../provider/tokens";
import type { Caller } from "./auth";
import { GROUPS } from "./permission-groups";
import type { RulesetScope } from "./store/rulesets";
import { USER } from "./user";

/** A zone with the account that it belongs to, or an account. */
export type Place =
  | { readonly type: "account"; readonly id: string }
  | { readonly type: "zone"; readonly id: string; readonly accountId: string };

/** What a call works on. */
export type Target = { readonly type: "user" } | Place;

/** What a call needs, any one of which is enough; none where every caller may. */
export function needsOf(operation: OperationName, target: Target, phase?: Phase): AccessAlternative[] {
  const resource = target.type === "user" ? ({ type: "user", id: USER.id } as const) : target;
  return alternativesOn(resource, requirementsOf(operation, target.type, phase));
}

export function decide(caller: Caller, needs: readonly AccessAlternative[], vendor: string): AccessDecision {
  return decideAccess(caller.policies, needs, GROUPS, vendor);
}

export function scopeOf(place: Place): RulesetScope {
  return `${place.type}:${place.id}`;
}
