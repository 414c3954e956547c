/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What a program reads about a zone, by the names that the program has chosen. */
export type ZoneConfig = Readonly<Record<string, Json>>;

/** A zone and the stack that declares it, or has declared it. */
export interface Placement {
  /** As {@link zoneName} returns it. */
  readonly name: string;
  /** The name of the stack without project and organization, as `pulumi.getStack()` returns it. */
  readonly stack: string;
}

export interface FleetZone extends Placement {
  /** Missing if no configuration applies to the zone. */
  readonly config?: ZoneConfig;
}

/** Which zone is in which stack. Each name is there once; both lists are sorted by it. */
export interface Fleet {
  /** The zones that programs declare. */
  readonly zones: readonly FleetZone[];
  /** Zones that programs no longer declare, whose stacks may still have resources of them. */
  readonly removed: readonly Placement[];
}

export const NO_FLEET: Fleet = { zones: [], removed: [] };

/** One stack of a fleet. */
export interface Shard {
  readonly stack: string;
  readonly zones: readonly FleetZone[];
  readonly removed: readonly Placement[];
}

/** Returns the stacks of a fleet, sorted by name. */
export function shardsOf({ zones, removed }: Fleet): Shard[] {
  const shards = new Map<string, { stack: string; zones: FleetZone[]; removed: Placement[] }>();
  const shardOf = (stack: string) => {
    const shard = shards.get(stack) ?? { stack, zones: [], removed: [] };
    shards.set(stack, shard);
    return shard;
  };
  for (const zone of zones) shardOf(zone.stack).zones.push(zone);
  for (const zone of removed) shardOf(zone.stack).removed.push(zone);
  return [...shards.values()].sort((a, b) => compareText(a.stack, b.stack));
}

/** Puts a zone of the fleet into another stack. */
export function moveZone(fleet: Fleet, name: string, stack: string): Fleet {
  return { ...fleet, zones: fleet.zones.map((zone) => (zone.name === name ? { ...zone, stack } : zone)) };
}

/** Forgets removed zones. */
export function forgetRemoved(fleet: Fleet, names: ReadonlySet<string>): Fleet {
  return { ...fleet, removed: fleet.removed.filter(({ name }) => !names.has(name)) };
}

export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return compareText(a.name, b.name);
}

/** Compares by code units, which is the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
