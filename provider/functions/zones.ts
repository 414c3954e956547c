import { type Zone } from "../api";
import type { EdgeClient } from "../client";
import { checkArguments } from "./check-arguments";
import type { LookupInvokeOptions } from "./invoke-options";
import { asOutput, lookUp, type LookupOptions } from "./lookup";
import { LookupError } from "./lookup-error";
import { noteZone } from "../program-zones";
import { didYouMean } from "../words";

/** A zone. */
export interface ZoneResult {
  /** The id of the zone. */
  readonly id: string;
  /** The domain: `example.com`. */
  readonly name: string;
  /** The status: `active`, `pending`, `initializing` or `moved`. */
  readonly status: string | undefined;
  /** The id of the account of the zone. */
  readonly accountId: string;
  /** The name of that account; undefined if the API does not return it. */
  readonly accountName: string | undefined;
  /** The plan: `free`, `pro`, `business` or `enterprise`; undefined if the API does not return it. */
  readonly plan: string | undefined;
}

/** Identifies a zone by name or by id. */
export type GetZoneArgs = LookupOptions &
  (
    | {
        /** The domain: `example.com`. */
        name: string;
        zoneId?: never;
      }
    | {
        /** The id of the zone: 32 hexadecimal digits. */
        zoneId: string;
        name?: never;
      }
  );

/**
 * Returns a zone by its name or id.
 *
 * @throws LookupError if there is none, or if several accounts have a zone of that name.
 * @example
 * ```ts
 * import { getZoneOutput, OwaspConfig } from "pulumi-edge-platform";
 *
 * const zone = getZoneOutput({ name: "example.com" });
 * new OwaspConfig("owasp", { zoneId: zone.id, paranoiaLevel: 1, scoreThreshold: "medium" });
 * ```
 */
export async function getZone(args: GetZoneArgs, opts?: LookupInvokeOptions): Promise<ZoneResult> {
  checkArguments("getZone", args);
  // A program in JavaScript may set both, or none.
  const { zoneId, name }: { zoneId?: string; name?: string } = args;
  if (zoneId !== undefined && name !== undefined)
    throw new LookupError("getZone: takes name or zoneId, not both");
  if (zoneId !== undefined)
    return lookUp("getZone", args, opts, async (client) => toResult(await client.zones.get(zoneId)));
  if (name === undefined)
    throw new LookupError("getZone requires name or zoneId: neither is set, or its value was undefined.");
  return lookUp("getZone", args, opts, (client) => zoneNamed(client, name));
}

/** The output form of {@link getZone}. */
export const getZoneOutput = asOutput("getZone", getZone);

async function zoneNamed({ zones }: EdgeClient, name: string): Promise<ZoneResult> {
  // The filter of the API is exact. Checked again here, because a change to another zone would be severe.
  const found = (await zones.list({ name })).filter((zone) => isSameDomain(zone.name, name));
  const [only] = found;
  if (only && found.length === 1) return toResult(only);
  if (!only) {
    // One page is enough for a hint, and no hint is no error.
    const others = await zones.list({}, 1).catch(() => []);
    const similar = didYouMean(
      name,
      others.map((zone) => zone.name),
    );
    const hint =
      similar ||
      ": check the name and the permissions of the credential. If the zone was deleted, remove what the program declares for it.";
    throw new LookupError(`getZone: the credential can see no zone named ${name}${hint}`);
  }
  const accounts = found.map((zone) => `${zone.id} (account ${zone.account.id})`).join(", ");
  throw new LookupError(`${found.length} zones are named ${name}: ${accounts}. Set zoneId instead of name.`);
}

/** The filters of `getZones`. */
export interface GetZonesArgs extends LookupOptions {
  /** Returns only zones of this account. */
  accountId?: string;
  /** Returns only zones whose name ends with this text. */
  nameSuffix?: string;
}

/** Returns all zones that the credential can see, sorted by name. */
export async function getZones(args: GetZonesArgs = {}, opts?: LookupInvokeOptions): Promise<ZoneResult[]> {
  const query = args.accountId === undefined ? {} : { "account.id": args.accountId };
  return lookUp("getZones", args, opts, async (client) => {
    const listed = await client.zones.list(query);
    const zones = listed.filter((zone) => zone.name.endsWith(args.nameSuffix ?? ""));
    return zones.map(toResult).sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}

/** The output form of {@link getZones}. */
export const getZonesOutput = asOutput("getZones", getZones);

/** The API answers international names in their own script, also if a program names the zone by its punycode. */
function isSameDomain(a: string, b: string): boolean {
  return a === b || (punycode(a) !== undefined && punycode(a) === punycode(b));
}

function punycode(name: string): string | undefined {
  const url = `http://${name}`;
  return /^[\p{L}\p{N}\p{M}.-]+$/u.test(name) && URL.canParse(url) ? new URL(url).hostname : undefined;
}

function toResult(zone: Zone): ZoneResult {
  noteZone(zone);
  return {
    id: zone.id,
    name: zone.name,
    status: zone.status,
    accountId: zone.account.id,
    accountName: zone.account.name,
    plan: zone.plan?.legacy_id,
  };
}
