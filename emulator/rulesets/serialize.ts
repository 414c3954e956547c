import type { Phase, Ruleset, RulesetSummary } from "../../provider/api";
import type { StoredRuleset, StoredSummary } from "../store/rulesets";

/** The `source` of a ruleset by phase. Rulesets of other phases have no `source`. */
const SOURCES: { readonly [phase in Phase]?: string } = {
  http_request_firewall_custom: "firewall_custom",
  http_request_firewall_managed: "firewall_managed",
  http_ratelimit: "rate_limit",
  http_response_firewall_managed: "dlp",
};

export function serializeSummary(stored: StoredSummary): RulesetSummary {
  const source = SOURCES[stored.phase];
  return {
    id: stored.id,
    name: stored.name,
    description: stored.description,
    kind: stored.kind,
    version: String(stored.version),
    ...(source !== undefined && { source }),
    last_updated: stored.lastUpdated,
    phase: stored.phase,
  };
}

/** Serializes a ruleset with its rules. A ruleset without rules has no member `rules`. */
export function serializeRuleset(stored: StoredRuleset): Ruleset {
  return { ...serializeSummary(stored), ...(stored.rules.length > 0 && { rules: [...stored.rules] }) };
}
