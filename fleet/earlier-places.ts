import { byName, type Fleet, type Placement } from "./fleet";

/** A zone of a fleet that earlier lock files have in other stacks. */
export interface MovedZone extends Placement {
  /** The other stacks, at least one, each once. */
  readonly before: readonly string[];
}

/**
 * Returns the zones of a fleet that earlier lock files have in other stacks: someone moved them, or a merge has confused them. Only the
 * states of the stacks can tell.
 */
export function movedZones(fleet: Fleet, earlier: readonly Fleet[]): MovedZone[] {
  const places = earlier.map(placesOf);
  return fleet.zones.flatMap(({ name, stack }) => {
    const others = places.map((stacks) => stacks.get(name)).filter((other) => other !== undefined);
    const before = new Set(others.filter((other) => other !== stack));
    return before.size > 0 ? [{ name, stack, before: [...before] }] : [];
  });
}

/**
 * Adds wanted zones that a lock file has lost, for example in a merge, to those that return to their stacks: as new zones, they would get
 * any place.
 *
 * @param earlier the first that has a zone says where it was
 */
export function withLostZones(fleet: Fleet, earlier: readonly Fleet[], wanted: ReadonlySet<string>): Fleet {
  const known = placesOf(fleet);
  const lost = new Map<string, string>();
  for (const places of earlier.map(placesOf))
    for (const [name, stack] of places)
      if (wanted.has(name) && !known.has(name) && !lost.has(name)) lost.set(name, stack);
  if (lost.size === 0) return fleet;
  const returning = [...lost].map(([name, stack]) => ({ name, stack }));
  return { ...fleet, removed: [...fleet.removed, ...returning].sort(byName) };
}

/** Returns the stacks of zones by name, also of removed ones: their stacks may still have their resources. */
function placesOf({ zones, removed }: Fleet): ReadonlyMap<string, string> {
  return new Map([...zones, ...removed].map(({ name, stack }) => [name, stack]));
}
