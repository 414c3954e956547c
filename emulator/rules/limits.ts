import { ErrorCode, type Notice, type Phase, type ZonePlan } from "../../provider/api";
import type { RuleSite } from "./site";

/** Rules that one zone may have in a phase, by its plan. */
const RULES: { readonly [phase in Phase]?: Readonly<Record<ZonePlan, number>> } = {
  http_request_firewall_custom: { free: 5, pro: 20, business: 100, enterprise: 1000 },
  http_ratelimit: { free: 1, pro: 2, business: 15, enterprise: 100 },
};

/** Rules that a custom ruleset of an account may have, whatever the phase. */
const CUSTOM_RULES = 100;

export function checkLimits(count: number, site: RuleSite): Notice[] {
  const { phase } = site;
  const limit = limitOf(site);
  if (limit === undefined || count <= limit) return [];
  const message = `exceeded the maximum number of rules in the phase ${phase}: ${count} out of ${limit}`;
  return [{ code: ErrorCode.tooManyRules, message, source: { pointer: "/rules" } }];
}

function limitOf({ limitedBy, kind, phase }: RuleSite): number | undefined {
  if (limitedBy === undefined) return undefined;
  if (kind === "custom") return CUSTOM_RULES;
  return kind === "zone" ? RULES[phase]?.[limitedBy] : undefined;
}
