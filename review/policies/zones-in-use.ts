import { isUnknown } from "../../provider/api";
import type { MaybeUnknown, Reviewed } from "../model/reviewed";

/** A zone in which a stack has resources. */
export interface ZoneInUse {
  readonly id: MaybeUnknown<string>;
  /** A resource in the zone, which findings are about. */
  readonly resource: Reviewed;
}

/** Returns the zones of a stack. Each resource with an unknown zone is in a zone of its own. */
export function zonesInUse(resources: readonly Reviewed[]): ZoneInUse[] {
  const zones = new Map<unknown, ZoneInUse>();
  for (const resource of resources) {
    const id = zoneOf(resource);
    if (id === undefined) continue;
    const key = isUnknown(id) ? resource : id;
    if (!zones.has(key)) zones.set(key, { id, resource });
  }
  return [...zones.values()];
}

/** Returns the id of the zone that a resource belongs to; undefined if it belongs to none. */
export function zoneOf(resource: Reviewed): MaybeUnknown<string> | undefined {
  const isPlaced = resource.kind === "ruleset" || resource.kind === "owasp";
  return isPlaced && resource.place.level === "zone" ? resource.place.id : undefined;
}

/** Whether a resource belongs to a zone; undefined if that depends on an unknown id. */
export function isInZone(resource: Reviewed, zone: ZoneInUse): boolean | undefined {
  if (resource === zone.resource) return true;
  const id = zoneOf(resource);
  if (id === undefined) return false;
  return isUnknown(id) || isUnknown(zone.id) ? undefined : id === zone.id;
}

/** Names a zone for a message. */
export function zoneText({ id, resource }: ZoneInUse): string {
  if (isUnknown(id)) return "the zone whose id is not known yet";
  return resource.isSecret(resource.nameOf("zone_id")) ? "the zone whose id is secret" : `the zone ${id}`;
}

/** Whether two conditions hold; undefined if that depends on an unknown value. */
export function both(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (a === false || b === false) return false;
  return a === undefined || b === undefined ? undefined : true;
}
