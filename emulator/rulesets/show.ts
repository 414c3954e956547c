import type { Phase, Ruleset, RulesetSummary } from "../../provider/api";
import type { StoredRuleset, StoredSummary } from "../store/rulesets";

/** Phases whose rulesets say where they come from; others have no `source`. */
const SOURCES: { readonly [phase in Phase]?: string } = {
  http_request_firewall_custom: "firewall_custom",
  http_request_firewall_managed: "firewall_managed",
};

/** As a list holds it: without rules. */
export function showSummary(stored: StoredSummary): RulesetSummary {
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

/** With its rules; one without any has no such member. */
export function showRuleset(stored: StoredRuleset): Ruleset {
  return { ...showSummary(stored), ...(stored.rules.length > 0 && { rules: [...stored.rules] }) };
}
