import { shardsOf, type Fleet, type Shard } from "./fleet";

/** A group of stacks that are updated together. The next wave begins after it has succeeded. */
export interface Wave {
  readonly name: string;
  /** Names of zones. Their stacks have no other zones, unless zones were moved there. */
  readonly zones?: readonly string[] | undefined;
  /** At least so many percent of the zones that are in no earlier wave, in whole stacks. */
  readonly percent?: number | undefined;
  /** A command of the shell that must succeed before the next wave begins. */
  readonly check?: string | undefined;
  /** Whether a person must let the wave begin. */
  readonly approval?: boolean | undefined;
}

export interface WaveStacks {
  readonly wave: Wave;
  /** Sorted by name. */
  readonly stacks: readonly string[];
}

/** Returns the waves of a fleet: one with all stacks, if none is written. */
export function allWaves(waves: readonly Wave[]): readonly Wave[] {
  return waves.length === 0 ? [{ name: "all" }] : waves;
}

/**
 * Divides the stacks of a fleet among waves: first those with the zones that waves name, then percentages in the order of the stacks'
 * names. A wave with neither has the rest, and so has the last one. Each stack is in one wave; a wave can be empty.
 */
export function wavesOf(fleet: Fleet, waves: readonly Wave[]): WaveStacks[] {
  const rest = new Map(shardsOf(fleet).map((shard) => [shard.stack, shard]));
  const take = (shards: Iterable<Shard>) => {
    const stacks = [...shards].map(({ stack }) => stack);
    for (const stack of stacks) rest.delete(stack);
    return stacks;
  };
  const all = allWaves(waves);
  // A zone that a later wave names must not be in a percentage of an earlier one.
  const named = new Map(all.map((wave) => [wave, take(withZones([...rest.values()], wave.zones ?? []))]));
  return all.map((wave, index) => {
    const isOpen = wave.zones === undefined && wave.percent === undefined;
    const more = isOpen || index === all.length - 1 ? rest.values() : share([...rest.values()], wave.percent);
    return { wave, stacks: [...(named.get(wave) ?? []), ...take([...more])].sort() };
  });
}

/** Returns the name of the wave that names a zone: such zones get stacks of their own. */
export function waveOfZone(waves: readonly Wave[]): (zone: string) => string | undefined {
  const names = new Map(waves.flatMap(({ name, zones = [] }) => zones.map((zone) => [zone, name] as const)));
  return (zone) => names.get(zone);
}

function withZones(shards: readonly Shard[], zones: readonly string[]): Shard[] {
  const names = new Set(zones);
  return shards.filter((shard) => shard.zones.some(({ name }) => names.has(name)));
}

function share(shards: readonly Shard[], percent: number | undefined): Shard[] {
  if (percent === undefined) return [];
  const total = shards.reduce((sum, { zones }) => sum + zones.length, 0);
  const taken: Shard[] = [];
  let zones = 0;
  for (const shard of shards) {
    if (zones * 100 >= total * percent) break;
    taken.push(shard);
    zones += shard.zones.length;
  }
  return taken;
}
