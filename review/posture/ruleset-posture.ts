import type { Rule, Ruleset } from "../../provider/api";
import { parseRef } from "../../provider/marks";
import {
  deployingRuleOf,
  overridesOf,
  owaspDefeats,
  owaspEffect,
  owaspFromRule,
  type OwaspRuleOverride,
  refOf,
  rulesOf,
  scoreOf,
} from "../../provider/rulesets";
import { fromLiveRuleset, type LivePlace } from "../model/from-live";
import { findingsOf } from "../policies/findings-of";
import type {
  Live,
  LiveZone,
  OwaspPosture,
  PhaseEffect,
  RuleEffect,
  RulePosture,
  RulesetPosture,
} from "./posture";

const ORDER: readonly PhaseEffect[] = ["acts", "logs", "off", "empty"];

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
    id,
    name,
    kind: reviewed.level,
    phase,
    version,
    lastUpdated: lastUpdated ?? null,
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
function ruleEffect(rule: Rule, { owasp }: Pick<Live, "owasp">): RuleEffect {
  if (rule.enabled === false) return "off";
  if (rule.action === "log") return "logs";
  if (rule.action !== "execute") return "acts";
  const { enabled, action } = overridesOf(rule);
  if (enabled === false) return "off";
  if (owasp && rule.action_parameters?.["id"] === owasp.id)
    return owaspFromRule(rule, owasp).action === "log" ? "logs" : "acts";
  return action === "log" ? "logs" : "acts";
}

function strongest(effects: readonly PhaseEffect[]): PhaseEffect {
  return ORDER.find((effect) => effects.includes(effect)) ?? "empty";
}

/** Returns the name of the ruleset that a rule executes, or its id if the name is not known. */
function executedName({ action, action_parameters: parameters }: Rule, live: Live): string | null {
  const id = action === "execute" ? parameters?.["id"] : undefined;
  if (typeof id !== "string") return null;
  const custom = live.accounts.flatMap(({ rulesets }) => rulesets).find((ruleset) => ruleset.id === id);
  return live.managedNames.get(id) ?? custom?.name ?? id;
}

const PHASE = "http_request_firewall_managed";
const DAY_MS = 86_400_000;

/** Returns how a zone deploys the OWASP ruleset: by its own entry point, or by that of its account. */
export function owaspPosture({ zone, rulesets }: LiveZone, live: Live): OwaspPosture | null {
  const { owasp } = live;
  if (!owasp) return null;
  const own = rulesets.find(({ kind, phase }) => kind === "zone" && phase === PHASE);
  const account = live.accounts.find(({ id }) => id === zone.account.id);
  const root = account?.rulesets.find(({ kind, phase }) => kind === "root" && phase === PHASE);
  return deploymentOf(own, "zone", owasp, live) ?? deploymentOf(root, "account", owasp, live) ?? null;
}

function deploymentOf(
  entrypoint: Ruleset | undefined,
  from: OwaspPosture["from"],
  owasp: Ruleset,
  live: Live,
): OwaspPosture | undefined {
  const rule = deployingRuleOf(entrypoint, owasp.id);
  if (!entrypoint || !rule) return undefined;
  const { paranoiaLevel, scoreThreshold, action = "block", rules = [] } = owaspFromRule(rule, owasp);
  const { on, of, levels } = owaspEffect(undefined, rule, owasp);
  const args = { zoneId: "", paranoiaLevel, scoreThreshold, action, rules };
  return {
    from,
    effect: ruleEffect(rule, live),
    level: paranoiaLevel,
    threshold: scoreOf(scoreThreshold),
    action,
    expression: rule.expression ?? "true",
    on,
    of,
    levels,
    overrides: rules.map(overrideText),
    lastUpdated: rule.last_updated ?? null,
    ageDays: ageOf(rule, live.at),
    defeats: rule.enabled === false ? [] : owaspDefeats(args, owasp, entrypoint, rule),
  };
}

function overrideText({ number, id, tag, enabled, action }: OwaspRuleOverride): string {
  const what = tag === undefined ? `rule ${number ?? id ?? ""}` : `tag ${tag}`;
  const changes = [
    ...(enabled === undefined ? [] : [enabled ? "on" : "off"]),
    ...(action === undefined ? [] : [`action ${action}`]),
  ];
  return `${what}: ${changes.join(", ") || "changed"}`;
}

/** The rule has one time of its last change, so this is the age of its youngest override. */
function ageOf({ last_updated: changed }: Rule, at: Date): number | null {
  const time = Date.parse(changed ?? "");
  return Number.isNaN(time) ? null : Math.max(0, Math.floor((at.getTime() - time) / DAY_MS));
}
