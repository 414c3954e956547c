import { RULESET_GROUPS, zoneGroupsOf, type Phase } from "../provider/api";
import { explainAccess, type AccessAlternative, type AccessDecision } from "../provider/tokens";
import type { Caller } from "./auth";
import { GROUPS } from "./permission-groups";
import type { RulesetScope } from "./store/rulesets";
import { USER } from "./user";

type Access = "read" | "write";

/** A zone with the account that it belongs to, or an account. */
export type Place =
  | { readonly type: "account"; readonly id: string }
  | { readonly type: "zone"; readonly id: string; readonly accountId: string };

/** Account groups that suit a phase, beside those that suit every one. */
const ACCOUNT_PHASE_GROUPS: { readonly [phase in Phase]?: readonly string[] } = {
  ddos_l4: ["L4 DDoS Managed Ruleset"],
  http_config_settings: ["Select Configuration"],
  http_log_custom_fields: ["Logs"],
  http_request_late_transform: ["Transform Rules"],
  http_request_redirect: ["Mass URL Redirects"],
  http_request_transform: ["Transform Rules"],
  http_response_headers_transform: ["Transform Rules"],
  magic_transit: ["Magic Firewall"],
  magic_transit_ids_managed: ["Magic Firewall"],
  magic_transit_managed: ["Magic Firewall"],
  magic_transit_ratelimit: ["Magic Firewall"],
};

/** What a call needs that works on the user itself. */
export function userNeeds(access: Access, group: string): AccessAlternative[] {
  return [
    { requirement: { scope: "user", access, groups: [group] }, resource: { type: "user", id: USER.id } },
  ];
}

export function placeNeeds(place: Place, access: Access, groups: readonly string[]): AccessAlternative[] {
  return [{ requirement: { scope: place.type, access, groups }, resource: place }];
}

/** Groups of the zone that suit the phase, and those of its account. Without a phase, of any. */
export function rulesetNeeds(place: Place, access: Access, phase: Phase | undefined): AccessAlternative[] {
  const accountId = place.type === "zone" ? place.accountId : place.id;
  const phaseGroups = phase
    ? (ACCOUNT_PHASE_GROUPS[phase] ?? [])
    : Object.values(ACCOUNT_PHASE_GROUPS).flat();
  return [
    ...(place.type === "zone" ? placeNeeds(place, access, zoneGroupsOf(phase)) : []),
    ...placeNeeds({ type: "account", id: accountId }, access, [...RULESET_GROUPS.account, ...phaseGroups]),
  ];
}

export function decide(caller: Caller, needs: readonly AccessAlternative[], vendor: string): AccessDecision {
  return explainAccess(caller.policies, needs, GROUPS, vendor);
}

export function scopeOf(place: Place): RulesetScope {
  return `${place.type}:${place.id}`;
}
