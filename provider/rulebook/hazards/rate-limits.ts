import { isMembers } from "../../api";
import type { Reader } from "../constraint";
import type { Finding } from "../finding";
import { hazard } from "./hazard";
import type { JudgedRule } from "./judged-rule";

/** Characteristics that many clients share. */
const SHARED: readonly unknown[] = [
  "cf.colo.id",
  "cf.zone.name",
  "http.host",
  "http.request.method",
  "http.request.uri.path",
];

/** Finds rate limits that count the requests of all clients together, so that one client exhausts the limit of all. */
export function rateLimitHazards(rules: readonly JudgedRule[], { nameOf }: Reader): Finding[] {
  return rules.flatMap(({ path, action, rule: { ratelimit } }) => {
    const characteristics = isMembers(ratelimit) ? ratelimit["characteristics"] : undefined;
    if (action === undefined || !Array.isArray(characteristics) || characteristics.length === 0) return [];
    if (!characteristics.every((one) => SHARED.includes(one))) return [];
    const message =
      `counts the requests of all clients together, since no item of ${nameOf("characteristics")} tells clients apart, so one ` +
      'client can use up the limit of all: add "ip.src"';
    return [hazard("rate-limit-shared", `${path}.ratelimit.${nameOf("characteristics")}`, message)];
  });
}
