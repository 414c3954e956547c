/** The phases in the order in which requests pass them. Others follow. */
const ORDER: readonly string[] = [
  "ddos_l4",
  "ddos_l7",
  "http_request_sanitize",
  "http_request_dynamic_redirect",
  "http_request_transform",
  "http_config_settings",
  "http_request_origin",
  "http_request_firewall_custom",
  "http_ratelimit",
  "http_request_firewall_managed",
  "http_request_sbfm",
  "http_request_redirect",
  "http_request_late_transform",
  "http_request_cache_settings",
];

/** Phases that protect a zone: shown even if no zone uses them. */
const PROTECTING: readonly string[] = [
  "http_request_firewall_custom",
  "http_ratelimit",
  "http_request_firewall_managed",
];

/** Returns the phases in use and those that protect, in the order in which requests pass them. */
export function shownPhases(used: readonly string[]): string[] {
  const rank = (phase: string) => (ORDER.includes(phase) ? ORDER.indexOf(phase) : ORDER.length);
  return [...new Set([...used, ...PROTECTING])].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Returns a short name of a phase: `firewall custom` for `http_request_firewall_custom`. */
export function phaseName(phase: string): string {
  return phase.replace(/^http_(request_)?/, "").replaceAll("_", " ");
}
