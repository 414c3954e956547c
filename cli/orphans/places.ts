import { Id, inOrder } from "../../provider/api";
import { isPermissionError, type EdgeClient } from "../../provider/client";
import { connectionOf, findZone } from "../connection";
import { edgeKind, type StackState } from "../stack-state";

export interface PlaceFlags {
  readonly zone: readonly string[];
  readonly account: readonly string[];
  readonly allZones: boolean;
  readonly connection?: string;
}

export interface SearchPlaces {
  readonly zones: readonly ZonePlace[];
  readonly accounts: readonly string[];
}

export interface ZonePlace {
  readonly zoneId: string;
  /** The zone's name, or its id if the credential may not read the zone. */
  readonly name: string;
}

/** Returns the zones and accounts in the states' resources of this connection, and those of the command line. */
export async function placesOf(
  client: EdgeClient,
  states: readonly StackState[],
  flags: PlaceFlags,
): Promise<SearchPlaces> {
  const named = await Promise.all(flags.zone.map((zone) => findZone(client, zone)));
  const visible = await visibleZones(client);
  const names = new Map([...visible, ...named].map(({ id, name }) => [id, name]));
  const zoneIds = [
    ...idsOf("zoneId", states, flags.connection),
    ...named.map(({ id }) => id),
    ...(flags.allZones ? visible.map(({ id }) => id) : []),
  ];
  const { accountId } = client.settings;
  const accounts = [
    ...idsOf("accountId", states, flags.connection),
    ...flags.account,
    ...(accountId === undefined ? [] : [accountId]),
  ];
  return {
    zones: inOrder(
      [...new Set(zoneIds)].map((zoneId) => ({ zoneId, name: names.get(zoneId) ?? zoneId })),
      ({ name }) => [name],
    ),
    accounts: [...new Set(accounts)],
  };
}

function idsOf(member: string, states: readonly StackState[], connection: string | undefined): string[] {
  return states
    .flatMap(ownResources)
    .filter((resource) => connectionOf(resource) === connection)
    .flatMap(({ inputs, outputs }) => [inputs[member], outputs[member]])
    .flatMap((value) => Id.safeParse(value).data ?? []);
}

export function ownResources({ resources, pending }: StackState) {
  return [...resources, ...pending.map(({ resource }) => resource)].filter(
    (resource) => edgeKind(resource) !== undefined,
  );
}

async function visibleZones(client: EdgeClient) {
  try {
    return await client.zones.list();
  } catch (error) {
    if (isPermissionError(error)) return [];
    throw error;
  }
}
