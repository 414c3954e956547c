import { type Expression, fieldsOf, parseFilter, satisfiable } from "../../provider/filter";
import { inZoneOf, onHostOf } from "../../provider/rulesets";

const ZONE_NAME = "cf.zone.name";

/**
 * Returns the requests of a zone among those that an expression matches: "none" if it matches none of them, and undefined if that cannot
 * be said of a zone with this name. `conditions` are those of the rules that the requests meet.
 */
export function requestsOfZone(
  requests: string,
  zoneName: string,
  conditions: readonly Expression[] = [],
): Expression | "none" | undefined {
  const narrowed = parseFilter(`(${requests}) and ${inZoneOf(zoneName)}`);
  if (!narrowed.valid) return undefined;
  if (satisfiable(narrowed.ast).kind === "no") return "none";
  const asked = parseFilter(`(${requests}) and ${onHostOf(zoneName)}`);
  // A witness shows the fields that it needs: this one only if something reads it.
  const isShown = !asked.valid || [asked.ast, ...conditions].some((one) => fieldsOf(one).includes(ZONE_NAME));
  return isShown ? narrowed.ast : asked.ast;
}

/** Says which requests are taken to be those of a zone. A zone can serve custom hostnames of other domains, which are not read. */
export function zoneAssumption(zoneName: string): string {
  return `requests of the zone have ${zoneName}, or a name below it, as host`;
}
