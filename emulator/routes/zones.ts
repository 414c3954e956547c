import { decide, needsOf, type Place } from "../access";
import { microseconds } from "../clock";
import { failures } from "../failures";
import { pageOf } from "../paging";
import type { Platform } from "../platform";
import type { ZoneRow } from "../store/zones";
import { checkZoneName } from "../zones/name";
import { patchedZone } from "../zones/patch";
import { removeZoneContents } from "../zones/remove";
import { selectZones } from "../zones/select";
import { showZone } from "../zones/show";
import { placeOf, type Call, type Routes } from "./route";

type ZoneOperation = "listZones" | "createZone" | "getZone" | "patchZone" | "removeZone";

export const zoneRoutes: Routes<ZoneOperation> = {
  listZones: {
    run: (platform, { caller, query }) => {
      const zones = platform.store.zones
        .list()
        .filter((zone) => decide(caller, needsOf("listZones", zonePlace(zone)), platform.vendor).allowed)
        .map(showZone);
      return pageOf(selectZones(zones, query), query);
    },
  },

  createZone: {
    run: createZone,
  },

  getZone: {
    run: (platform, call) => ({ result: showZone(findZone(platform, placeOf(call).id)) }),
  },

  patchZone: {
    run: (platform, call) => {
      const current = findZone(platform, placeOf(call).id);
      const next = patchedZone(current, call.body, microseconds(platform.clock.now()));
      platform.store.zones.replace(next);
      return { result: showZone(next) };
    },
  },

  removeZone: {
    run: (platform, call) => {
      const { id } = placeOf(call);
      removeZoneContents(platform, id);
      platform.store.zones.remove(id);
      return { result: { id } };
    },
  },
};

function createZone(platform: Platform, { caller, body }: Call<"createZone">) {
  const account = platform.store.accounts.get(body.account.id);
  const id = platform.ids.newId();
  // A token that names zones one by one cannot name this one yet: it has to reach all zones of the account.
  const place: Place = { type: "zone", id, accountId: body.account.id };
  const { allowed, by } = decide(caller, needsOf("createZone", place), platform.vendor);
  if (!allowed) {
    platform.log(`refused: making a zone in account ${body.account.id}: ${by}`);
    throw failures.unauthorized();
  }
  if (!account) throw failures.accountNotFound();
  const name = checkZoneName(body.name);
  if (platform.store.zones.getByName(name)) throw failures.zoneExists(name);
  const now = microseconds(platform.clock.now());
  platform.store.zones.create({
    id,
    name,
    account_id: account.id,
    plan: platform.plan,
    type: body.type ?? "full",
    created_on: now,
    modified_on: now,
  });
  return { result: showZone(findZone(platform, id)) };
}

function zonePlace(zone: ZoneRow): Place {
  return { type: "zone", id: zone.id, accountId: zone.account_id };
}

function findZone(platform: Platform, id: string): ZoneRow {
  const zone = platform.store.zones.get(id);
  if (!zone) throw failures.zoneNotFound();
  return zone;
}
