import type { Rule, Ruleset } from "../../../../provider/api";
import type { OwaspArgs } from "../../../../provider/rulesets";

export const ZONE = "0123456789abcdef0123456789abcdef";
export const MANAGED_ID = "4814384a9e5d4991b9815dcfc25d2f1f";
export const SCORING_ID = "6179ae15870a4bb7b2d480d4843b323c";
const tagged = (id: string, description: string, ...categories: string[]): Rule => ({
  id,
  version: "35",
  action: "score",
  categories,
  description,
  ref: `ref-${id}`,
  enabled: true,
});
export const managed: Ruleset = {
  id: MANAGED_ID,
  name: "Cloudflare OWASP Core Ruleset",
  kind: "managed",
  version: "35",
  source: "firewall_managed",
  phase: "http_request_firewall_managed",
  rules: [
    tagged("r1", "911100: Method is not allowed by policy", "paranoia-level-1", "attack-generic"),
    tagged(
      "r2",
      "920272: Invalid character in request (outside of printable chars)",
      "paranoia-level-3",
      "attack-protocol",
    ),
    tagged(
      "r3",
      "920273: Invalid character in request (outside of very strict set)",
      "paranoia-level-4",
      "attack-protocol",
    ),
    {
      id: SCORING_ID,
      version: "35",
      action: "block",
      score_threshold: 40,
      description: "949110: Inbound Anomaly Score Exceeded",
      ref: "ad0beb2fce9f149e565ee78d6e659d47",
      enabled: true,
    },
  ],
};
export const args = (over: Partial<OwaspArgs> = {}): OwaspArgs => ({
  zoneId: ZONE,
  paranoiaLevel: 2,
  scoreThreshold: 40,
  ...over,
});
export const deployed = (action_parameters: Record<string, unknown>): Rule => ({
  id: "deploying",
  ref: "by-hand",
  action: "execute",
  expression: "true",
  enabled: true,
  action_parameters: { id: MANAGED_ID, version: "latest", ...action_parameters },
});
