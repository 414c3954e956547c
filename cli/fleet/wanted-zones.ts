import { fitsTagFilter, type Zone } from "../../provider/api";
import type { EdgeClient } from "../../provider/client";
import type { ZoneConfig } from "../../fleet/fleet";
import type { WantedZone } from "../../fleet/plan-fleet";
import { zoneName } from "../../fleet/zone-name";
import { openClient, type ConnectionFlags } from "../connection";
import { fitsPattern } from "../fits-pattern";
import { readInput } from "../read-text";
import { UsageError } from "../usage-error";
import { besideFleet, type FleetFile, type TagCondition, type ZoneQuery } from "./fleet-file";
import { parseZoneList, type NamedZone } from "./zone-list";

/** The zones that a fleet file names, with their configuration. */
export interface WantedZones {
  readonly zones: readonly WantedZone[];
  /** Patterns of `config` that no zone's name fits. */
  readonly unused: readonly string[];
}

/** Reads the zones of a fleet from where its file says. @throws UsageError for a name that is none, or is there twice */
export async function wantedZones(file: FleetFile, flags: ConnectionFlags): Promise<WantedZones> {
  const names = uniqueNames(await namedZones(file, flags));
  // Nothing would be left of the fleet, and a broken source is far more likely.
  if (names.length === 0)
    throw new UsageError(`${file.file} names no zone. Check its zones, zonesQuery or zonesFile.`);
  const patterns = Object.entries(file.config);
  return {
    zones: names.map((name) => withConfig(name, patterns)),
    unused: patterns
      .map(([pattern]) => pattern)
      .filter((one) => !names.some((name) => fitsPattern(name, one))),
  };
}

async function namedZones(file: FleetFile, flags: ConnectionFlags): Promise<NamedZone[]> {
  const { zones, zonesQuery, zonesFile } = file;
  if (zones) return zones.map((name, index) => ({ name, place: file.yaml.placeOf(["zones", index]) }));
  if (zonesFile !== undefined) {
    const list = besideFleet(file, zonesFile);
    return parseZoneList(list, readInput(list));
  }
  return queriedZones(zonesQuery ?? {}, flags);
}

async function queriedZones(
  { name, plan, tags = [], account }: ZoneQuery,
  flags: ConnectionFlags,
): Promise<NamedZone[]> {
  const { zones } = openClient(flags);
  const isWanted = (zone: Zone) =>
    (name === undefined || fitsPattern(zone.name, name)) &&
    (plan === undefined || zone.plan?.legacy_id === plan);
  const wanted = (await zones.list(account === undefined ? {} : { "account.id": account })).filter(isWanted);
  const found = tags.length === 0 ? wanted : await zonesWithTags(zones, wanted, tags);
  return found.map((zone) => ({
    name: zone.name,
    place: `the zone ${zone.id} of account ${zone.account.id}`,
  }));
}

/**
 * Returns those of `zones` whose tags fit all conditions. The API lists no zone without tags, so it is asked only for conditions that such
 * a zone does not fit, and the others are decided here.
 */
async function zonesWithTags(
  { listTagged }: Pick<EdgeClient["zones"], "listTagged">,
  zones: readonly Zone[],
  conditions: readonly TagCondition[],
): Promise<Zone[]> {
  const asked = conditions.filter(({ filter }) => !fitsTagFilter({}, filter)).map(({ text }) => text);
  const tagsById = new Map<string, Readonly<Record<string, string>>>();
  for (const account of new Set(zones.map((zone) => zone.account.id)))
    for (const { id, tags } of await listTagged(account, asked)) tagsById.set(id, tags);
  return zones.filter(({ id }) =>
    conditions.every(({ filter }) => fitsTagFilter(tagsById.get(id) ?? {}, filter)),
  );
}

function uniqueNames(named: readonly NamedZone[]): string[] {
  const places = new Map<string, string>();
  for (const { name: written, place } of named) {
    const name = zoneName(written);
    if (name === undefined)
      throw new UsageError(
        `${place}: ${JSON.stringify(written)} is not the name of a zone, such as example.com`,
      );
    const first = places.get(name);
    if (first !== undefined)
      throw new UsageError(
        `${place}: the zone ${name} is there twice, first at ${first}. Remove one of them; of two accounts, name one in ` +
          "zonesQuery.account.",
      );
    places.set(name, place);
  }
  return [...places.keys()];
}

function withConfig(name: string, patterns: readonly (readonly [string, ZoneConfig])[]): WantedZone {
  const config: ZoneConfig = Object.fromEntries(
    patterns
      .filter(([pattern]) => fitsPattern(name, pattern))
      .flatMap(([, values]) => Object.entries(values)),
  );
  return Object.keys(config).length === 0 ? { name } : { name, config };
}
