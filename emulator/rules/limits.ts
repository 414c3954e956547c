import { ErrorCode, type Notice, type Phase, type ZonePlan } from "../../provider/api";
import type { RuleSite } from "./site";

/** Rules that one zone may have in a phase, by its plan. */
const RULES: { readonly [phase in Phase]?: Readonly<Record<ZonePlan, number>> } = {
  http_request_firewall_custom: { free: 5, pro: 20, business: 100, enterprise: 1000 },
  http_ratelimit: { free: 1, pro: 2, business: 15, enterprise: 100 },
};

export function checkLimits(count: number, { limitedBy, phase }: RuleSite): Notice[] {
  const limit = limitedBy && RULES[phase]?.[limitedBy];
  if (limit === undefined || count <= limit) return [];
  const message = `exceeded the maximum number of rules in the phase ${phase}: ${count} out of ${limit}`;
  return [{ code: ErrorCode.tooManyRules, message, source: { pointer: "/rules" } }];
}
