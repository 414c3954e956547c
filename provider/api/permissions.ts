import type { Phase } from "./phases";
import type { PermissionScope } from "./permission-groups";

/**
 * What a call needs: any one of `groups` (names without Read or Write) on the resource that the call names.
 * `write` is also good for what needs `read`.
 */
export interface Requirement {
  readonly scope: PermissionScope;
  readonly access: "read" | "write";
  readonly groups: readonly string[];
}

/** Groups that reach a zone's rulesets whatever the phase. Account groups count on the zone's account. */
const RULESET_GROUPS = {
  zone: ["Zone WAF", "Firewall Services"],
  account: ["Account WAF", "Account Rulesets"],
} as const;

/** Zone groups that suit a phase. In phases that are not listed, the WAF groups do. */
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

/** The zone groups of a phase: reads of any phase are open to every one of them when `phase` is not known. */
export function zoneGroupsOf(phase: Phase | undefined): readonly string[] {
  if (phase) return PHASE_GROUPS[phase] ?? RULESET_GROUPS.zone;
  return [...RULESET_GROUPS.zone, ...new Set(Object.values(PHASE_GROUPS).flat())];
}

/** The account groups of a phase; without one, of any. They count on a zone's account, too. */
export function accountGroupsOf(phase: Phase | undefined): readonly string[] {
  const own = phase ? (ACCOUNT_PHASE_GROUPS[phase] ?? []) : Object.values(ACCOUNT_PHASE_GROUPS).flat();
  return [...RULESET_GROUPS.account, ...new Set(own)];
}
