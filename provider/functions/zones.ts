import type { Zone } from "../api";
import { asOutput, lookUp, type LookupOptions } from "./lookup";
import { LookupError } from "./lookup-error";

export interface ZoneResult {
  readonly id: string;
  readonly name: string;
  /** `active`, `pending`, `initializing` or `moved`. */
  readonly status: string | undefined;
  readonly accountId: string;
  readonly accountName: string | undefined;
  /** `free`, `pro`, `business` or `enterprise`, as far as the API tells. */
  readonly plan: string | undefined;
}

/** One of the two. */
export type GetZoneArgs = LookupOptions &
  ({ name: string; zoneId?: never } | { zoneId: string; name?: never });

/**
 * A zone by its name or id.
 *
 * @throws LookupError when there is none, or when several accounts have one of that name.
 * @example
 * ```ts
 * import { getZoneOutput, OwaspConfig } from "pulumi-edge-platform";
 *
 * const zone = getZoneOutput({ name: "example.com" });
 * new OwaspConfig("owasp", { zoneId: zone.id, paranoiaLevel: 1, scoreThreshold: "medium" });
 * ```
 */
export async function getZone(args: GetZoneArgs): Promise<ZoneResult> {
  const { zoneId, name } = args;
  if (zoneId !== undefined) return lookUp(args, async (client) => toResult(await client.zones.get(zoneId)));
  const listed = await lookUp(args, (client) => client.zones.list({ name }));
  // The API's filter is exact; it is checked here all the same, for a neighbour's zone must never be taken.
  const found = listed.filter((zone) => zone.name === name);
  const [only] = found;
  if (only && found.length === 1) return toResult(only);
  if (!only) {
    throw new LookupError(
      `There is no zone ${name} that this credential can see: check the name and the credential's zones.`,
    );
  }
  const accounts = found.map((zone) => `${zone.id} (account ${zone.account.id})`).join(", ");
  throw new LookupError(`${found.length} zones are named ${name}: ${accounts}. Name one by zoneId.`);
}

/** The output form of {@link getZone}. */
export const getZoneOutput = asOutput(getZone);

export interface GetZonesArgs extends LookupOptions {
  /** Only zones of this account. */
  accountId?: string;
  /** Only zones whose name ends with this. */
  nameSuffix?: string;
}

/** All zones that the credential can see, by name. */
export async function getZones(args: GetZonesArgs = {}): Promise<ZoneResult[]> {
  const query = args.accountId === undefined ? {} : { "account.id": args.accountId };
  const listed = await lookUp(args, (client) => client.zones.list(query));
  const zones = listed.filter((zone) => zone.name.endsWith(args.nameSuffix ?? ""));
  return zones.map(toResult).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The output form of {@link getZones}. */
export const getZonesOutput = asOutput(getZones);

function toResult(zone: Zone): ZoneResult {
  return {
    id: zone.id,
    name: zone.name,
    status: zone.status,
    accountId: zone.account.id,
    accountName: zone.account.name,
    plan: zone.plan?.legacy_id,
  };
}
