import type { Phase } from "./wire";
import type { PermissionScope } from "./permission-groups";

/**
 * A permission that a call requires: any one of `groups` on the resource that the call names. Group names have no Read or Write
 * suffix. A group with `write` access also grants `read`.
 */
export interface Requirement {
  readonly scope: PermissionScope;
  readonly access: "read" | "write";
  readonly groups: readonly string[];
}

/** Groups that grant access to rulesets of every phase. The account groups apply through the zone's account. */
const RULESET_GROUPS = {
  zone: ["Zone WAF", "Firewall Services"],
  account: ["Account WAF", "Account Rulesets"],
} as const;

/** Zone groups per phase. Phases without an entry use the zone groups of `RULESET_GROUPS`. */
const PHASE_GROUPS: { readonly [phase in Phase]?: readonly string[] } = {
  ddos_l4: ["L4 DDoS Managed Ruleset"],
  ddos_l7: ["HTTP DDoS Managed Ruleset"],
  http_config_settings: ["Config Settings"],
  http_custom_errors: ["Custom Errors"],
  http_log_custom_fields: ["Logs"],
  http_request_cache_settings: ["Cache Settings"],
  http_request_dynamic_redirect: ["Dynamic URL Redirects"],
  http_request_late_transform: ["Zone Transform Rules", "Managed headers"],
  http_request_origin: ["Origin"],
  http_request_redirect: ["Dynamic URL Redirects"],
  http_request_sanitize: ["Sanitize"],
  http_request_sbfm: ["Bot Management"],
  http_request_transform: ["Zone Transform Rules"],
  http_response_cache_settings: ["Cache Settings"],
  http_response_compression: ["Response Compression"],
  http_response_headers_transform: ["Zone Transform Rules", "Managed headers"],
};

/** Account groups per phase, in addition to the account groups of `RULESET_GROUPS`. */
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

/** Returns the zone groups that grant access to a phase; without `phase`, the groups of all phases. */
export function zoneGroupsOf(phase: Phase | undefined): readonly string[] {
  if (phase) return PHASE_GROUPS[phase] ?? RULESET_GROUPS.zone;
  return [...RULESET_GROUPS.zone, ...new Set(Object.values(PHASE_GROUPS).flat())];
}

/** Returns the account groups that grant access to a phase; without `phase`, the groups of all phases. */
export function accountGroupsOf(phase: Phase | undefined): readonly string[] {
  const own = phase ? (ACCOUNT_PHASE_GROUPS[phase] ?? []) : Object.values(ACCOUNT_PHASE_GROUPS).flat();
  return [...RULESET_GROUPS.account, ...new Set(own)];
}
