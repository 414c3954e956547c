import { isUnknown } from "../api/unknown";
import { levelOf, type RuleContext, type Violation, constraints } from "./constraint";
import { customLevelsOf, isPhase, levelsOf } from "./phases";

export const RULESET_PLACE = constraints({
  "phase-level": {
    says: "An entry point belongs to a level that its phase has: zone, account or both.",
    source: "developers docs, ruleset-engine/reference/phases-list; for the code an API answer",
    confidence: "documented",
    code: 20004,
  },
  "custom-ruleset-phase": {
    says: "Custom rulesets exist in `http_request_firewall_custom`, and in accounts also in `http_ratelimit`, `http_request_firewall_managed` and `magic_transit`.",
    source: "developers docs, waf/reference/phases; other phases are not mentioned",
    confidence: "inferred",
  },
});

/** Checks where a ruleset of a phase can be. The paths of violations are those of the ruleset. */
export function checkRulesetPlace({ phase, kind, level }: Omit<RuleContext, "nameOf">): Violation[] {
  if (isUnknown(phase) || !isPhase(phase) || kind === "managed") return [];
  const owner = levelOf({ kind, ...(level && { level }) });
  if (kind === "custom") {
    if (customLevelsOf(phase).includes(owner)) return [];
    const message = `no documentation mentions custom rulesets of ${article(owner)} in the phase ${phase}; the API may refuse this one`;
    return [{ constraint: RULESET_PLACE["custom-ruleset-phase"], path: ["phase"], message }];
  }
  const levels = levelsOf(phase);
  if (levels.includes(owner)) return [];
  const [other = "account"] = levels;
  const className = other === "zone" ? "ZoneEntrypointRuleset" : "AccountEntrypointRuleset";
  return [
    {
      constraint: RULESET_PLACE["phase-level"],
      path: ["phase"],
      message: `must be a phase of ${article(owner)}, found ${JSON.stringify(phase)}, which only ${article(other)} has; use ${className}`,
      refusal: `'${kind}' is not a valid value for kind because kind "${kind}" cannot be used for phase "${phase}"`,
    },
  ];
}

function article(level: "zone" | "account"): string {
  return level === "zone" ? "a zone" : "an account";
}
