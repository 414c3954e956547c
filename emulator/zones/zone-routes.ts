import { decide, needsOf, type AccountOrZone } from "../access";
import { microseconds } from "../clock";
import { failures } from "../failures";
import { pageOf } from "../lists";
import type { Platform } from "../platform";
import { accountOrZone, type OperationCall, type Routes } from "../route";
import type { ZoneRow } from "../store/zones";
import { checkZoneName, selectZones, serializeZone } from "./zone";

type ZoneOperation = "listZones" | "createZone" | "getZone" | "patchZone" | "removeZone";

export const zoneRoutes: Routes<ZoneOperation> = {
  listZones: ({ store, vendor }, { requester, query }) => {
    const zones = store.zones
      .list()
      .filter((zone) => {
        const place = { type: "zone", id: zone.id, accountId: zone.account_id } as const;
        return decide(requester, needsOf("listZones", place), vendor).allowed;
      })
      .map(serializeZone);
    return pageOf(selectZones(zones, query), query);
  },

  createZone,

  getZone: (platform, call) => ({ result: serializeZone(findZone(platform, accountOrZone(call).id)) }),

  patchZone: (platform, call) => {
    const { paused, type, plan } = call.body;
    const next: ZoneRow = {
      ...findZone(platform, accountOrZone(call).id),
      ...(paused !== undefined && { paused: paused ? 1 : 0 }),
      ...(type !== undefined && { type }),
      ...(plan !== undefined && { plan: plan.id }),
      modified_on: microseconds(platform.clock.now()),
    };
    platform.store.zones.replace(next);
    return { result: serializeZone(next) };
  },

  removeZone: ({ store }, call) => {
    const { id } = accountOrZone(call);
    // Tokens that name the zone stay, and no longer grant anything by it.
    for (const ruleset of store.rulesets.list(`zone:${id}`)) store.rulesets.remove(ruleset.id);
    store.zones.remove(id);
    return { result: { id } };
  },
};

function createZone(platform: Platform, { requester, body }: OperationCall<"createZone">) {
  const account = platform.store.accounts.get(body.account.id);
  const id = platform.ids.newId();
  // A token cannot name the new zone yet, so it needs access to all zones of the account.
  const place: AccountOrZone = { type: "zone", id, accountId: body.account.id };
  const { allowed, by } = decide(requester, needsOf("createZone", place), platform.vendor);
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
  return { result: serializeZone(findZone(platform, id)) };
}

function findZone(platform: Platform, id: string): ZoneRow {
  const zone = platform.store.zones.get(id);
  if (!zone) throw failures.zoneNotFound();
  return zone;
}
