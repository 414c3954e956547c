import {
  byName,
  compareText,
  shardsOf,
  type Fleet,
  type FleetZone,
  type Placement,
  type Shard,
  type ZoneConfig,
} from "./fleet";
import { newStackNames } from "./stack-names";

/** A zone that the fleet shall have. */
export interface WantedZone {
  readonly name: string;
  readonly config?: ZoneConfig;
}

export interface StackRules {
  /** Pattern of the names of new stacks: `edge-{number}`. */
  readonly name: string;
  /** Number of zones, at least 1, up to which a stack gets new zones. */
  readonly size: number;
  /** Returns the group of a zone. Zones of different groups are not placed in one stack. Default: all zones are of one group. */
  readonly groupOf?: (zone: string) => string | undefined;
}

export interface FleetPlan {
  readonly fleet: Fleet;
  /** New zones. */
  readonly added: readonly Placement[];
  /** Zones that were removed, and are wanted again: they return to their stacks. */
  readonly returned: readonly Placement[];
  /** Zones that were in the fleet, and are no longer wanted. */
  readonly removed: readonly Placement[];
  /** Zones with another configuration than before. */
  readonly configured: readonly Placement[];
}

/**
 * Plans which zone is in which stack. A zone that the fleet knows stays in its stack. A new zone gets a place in the stack with the
 * fewest zones of its group; new stacks are opened only for zones that have no place in the others. The order of `wanted` does not
 * matter.
 *
 * @param wanted each name once
 */
export function planFleet(before: Fleet, wanted: readonly WantedZone[], rules: StackRules): FleetPlan {
  const former = new Map(before.zones.map((zone) => [zone.name, zone]));
  const left = new Map(before.removed.map((zone) => [zone.name, zone.stack]));
  const names = new Set(wanted.map(({ name }) => name));
  const isGone = ({ name }: Placement) => !names.has(name);

  const [fresh, kept]: [WantedZone[], FleetZone[]] = [[], []];
  for (const zone of wanted) {
    const stack = former.get(zone.name)?.stack ?? left.get(zone.name);
    if (stack === undefined) fresh.push(zone);
    else kept.push(placed(zone, stack));
  }
  const removed = before.zones.filter(isGone).map(({ name, stack }) => ({ name, stack }));
  // A removed zone keeps its place: its stack may still have its resources.
  const staying: Fleet = {
    zones: kept,
    removed: [...before.removed.filter(isGone), ...removed].sort(byName),
  };
  const added = place(fresh.sort(byName), staying, rules);
  return {
    fleet: { ...staying, zones: [...kept, ...added].sort(byName) },
    added: added.map(placementOf),
    returned: kept
      .filter(({ name }) => left.has(name))
      .map(placementOf)
      .sort(byName),
    removed,
    configured: kept
      .filter((zone) => {
        const old = former.get(zone.name);
        return old !== undefined && JSON.stringify(old.config) !== JSON.stringify(zone.config);
      })
      .map(placementOf)
      .sort(byName),
  };
}

function place(fresh: readonly WantedZone[], staying: Fleet, rules: StackRules): FleetZone[] {
  const groupOf = rules.groupOf ?? (() => undefined);
  const shards = shardsOf(staying);
  const groups = new Map(shards.map((shard) => [shard.stack, groupOfShard(shard, groupOf)]));
  const taken = new Set(groups.keys());
  const names = new Set(fresh.map(({ name }) => groupOf(name)));
  return [...names].flatMap((group) => {
    const zones = fresh.filter(({ name }) => groupOf(name) === group);
    const open = shards.filter(({ stack }) => groups.get(stack) === group);
    const filled = fill(zones, open, taken, rules);
    for (const { stack } of filled) taken.add(stack);
    return filled;
  });
}

/** A stack is of a group if all of its zones are. A stack with zones of several groups, for example after a move, is of none. */
function groupOfShard(
  { zones, removed }: Shard,
  groupOf: (zone: string) => string | undefined,
): string | undefined {
  const groups = new Set([...zones, ...removed].map(({ name }) => groupOf(name)));
  const [group] = groups;
  return groups.size === 1 ? group : undefined;
}

/** @param taken names that no new stack may have */
function fill(
  fresh: readonly WantedZone[],
  open: readonly Shard[],
  taken: ReadonlySet<string>,
  { name, size }: StackRules,
): FleetZone[] {
  const counts = new Map(open.map(({ stack, zones, removed }) => [stack, zones.length + removed.length]));
  const free = [...counts.values()].reduce((sum, count) => sum + Math.max(0, size - count), 0);
  const missing = Math.ceil(Math.max(0, fresh.length - free) / size);
  for (const stack of newStackNames(name, taken, missing)) counts.set(stack, 0);
  // Seats in the order in which zones take them: the lowest level of all stacks first.
  const seats = [...counts].flatMap(([stack, count]) =>
    Array.from({ length: Math.max(0, size - count) }, (_, index) => ({ stack, level: count + index })),
  );
  seats.sort((a, b) => a.level - b.level || compareText(a.stack, b.stack));
  return fresh.flatMap((zone, index) => {
    const seat = seats[index];
    return seat ? [placed(zone, seat.stack)] : [];
  });
}

function placed({ name, config }: WantedZone, stack: string): FleetZone {
  return { name, stack, ...(config && { config }) };
}

function placementOf({ name, stack }: FleetZone): Placement {
  return { name, stack };
}
