import type { Rule, Ruleset } from "../../provider/api";
import {
  deployingRuleOf,
  owaspDefeats,
  owaspEffect,
  owaspFromRule,
  scoreOf,
  type OwaspRuleOverride,
} from "../../provider/rulesets";
import type { Live, LiveZone } from "./live";
import type { OwaspPosture } from "./posture";
import { ruleEffect } from "./ruleset-posture";

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
    ...{ from, effect: ruleEffect(rule, live), level: paranoiaLevel, threshold: scoreOf(scoreThreshold) },
    ...{ action, expression: rule.expression ?? "true", on, of, levels },
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
