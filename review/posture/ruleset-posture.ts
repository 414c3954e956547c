import type { Rule, Ruleset } from "../../provider/api";
import { parseRef } from "../../provider/marks";
import { overridesOf, owaspFromRule, refOf, rulesOf } from "../../provider/rulesets";
import { fromLiveRuleset, type LivePlace } from "../model/from-live";
import { findingsOf } from "../policies/findings-of";
import type { Live } from "./live";
import type { PhaseEffect, RuleEffect, RulePosture, RulesetPosture } from "./posture";

const ORDER: readonly PhaseEffect[] = ["acts", "logs", "off", "empty"];

/** Returns the posture of a ruleset that is not managed. */
export function rulesetPosture(ruleset: Ruleset, place: LivePlace, live: Live): RulesetPosture {
  const { id, name, phase, version, last_updated: lastUpdated } = ruleset;
  const reviewed = fromLiveRuleset(ruleset, place);
  const hazards = findingsOf(reviewed, ["hazard"]);
  const postures = rulesOf(ruleset).map((rule, index): RulePosture => {
    const path = reviewed.rules[index]?.path ?? "";
    const own = hazards.filter((hazard) => hazard.path === path || hazard.path.startsWith(`${path}.`));
    return {
      ...rulePosture(rule, live),
      hazards: own.map(({ id: hazardId, message }) => ({ id: hazardId, message })),
    };
  });
  return {
    ...{ id, name, kind: reviewed.level, phase, version, lastUpdated: lastUpdated ?? null },
    effect: strongest(postures.map(({ effect }) => effect)),
    rules: postures,
  };
}

function rulePosture(rule: Rule, live: Live): Omit<RulePosture, "hazards"> {
  const { ref, mark } = parseRef(refOf(rule));
  const { rules = [], categories = [] } = overridesOf(rule);
  return {
    ref,
    owner: mark?.owner ?? null,
    action: rule.action ?? "",
    expression: rule.expression ?? "",
    description: rule.description ?? "",
    effect: ruleEffect(rule, live),
    executes: executedName(rule, live),
    overrides: rules.length + categories.length,
    lastUpdated: rule.last_updated ?? null,
  };
}

/** Returns what a rule does. A rule that executes a ruleset only logs if an override gives all its rules the action `log`. */
export function ruleEffect(rule: Rule, { owasp }: Pick<Live, "owasp">): RuleEffect {
  if (rule.enabled === false) return "off";
  if (rule.action === "log") return "logs";
  if (rule.action !== "execute") return "acts";
  const { enabled, action } = overridesOf(rule);
  if (enabled === false) return "off";
  if (owasp && rule.action_parameters?.["id"] === owasp.id)
    return owaspFromRule(rule, owasp).action === "log" ? "logs" : "acts";
  return action === "log" ? "logs" : "acts";
}

export function strongest(effects: readonly PhaseEffect[]): PhaseEffect {
  return ORDER.find((effect) => effects.includes(effect)) ?? "empty";
}

/** Returns the name of the ruleset that a rule executes, or its id if the name is not known. */
function executedName({ action, action_parameters: parameters }: Rule, live: Live): string | null {
  const id = action === "execute" ? parameters?.["id"] : undefined;
  if (typeof id !== "string") return null;
  const custom = live.accounts.flatMap(({ rulesets }) => rulesets).find((ruleset) => ruleset.id === id);
  return live.managedNames.get(id) ?? custom?.name ?? id;
}
