import type { Account, Zone, ZoneQuery } from "../../provider/api";
import { decide, placeNeeds, userNeeds, type Place } from "../access";
import { microseconds } from "../clock";
import { failures } from "../failures";
import { pageOf } from "../paging";
import type { Platform } from "../platform";
import type { AccountRow } from "../store/accounts";
import type { Plan, ZoneRow } from "../store/zones";
import { USER } from "../user";
import { removeZoneContents } from "../zones/remove";
import { matchesText } from "../zones/match";
import { checkZoneName } from "../zones/name";
import { placeOf, type Call, type Routes } from "./route";

const PLAN_NAMES: Readonly<Record<Plan, string>> = {
  free: "Free Website",
  pro: "Pro Website",
  business: "Business Website",
  enterprise: "Enterprise Website",
};

type ZoneOperation =
  "listZones" | "createZone" | "getZone" | "removeZone" | "listAccounts" | "getAccount" | "getUser";

export const zoneRoutes: Routes<ZoneOperation> = {
  listZones: {
    needs: () => undefined,
    run: (platform, { caller, query }) => {
      const zones = platform.store.zones
        .list()
        .filter((zone) => decide(caller, zoneNeeds(zone, "read"), platform.vendor).allowed)
        .map(showZone)
        .filter((zone) => matches(zone, query));
      return pageOf(sorted(zones, query), query);
    },
  },

  createZone: {
    // Which account it is about stands in the body.
    needs: () => undefined,
    run: createZone,
  },

  getZone: {
    needs: (_, address) => placeNeeds(placeOf(address), "read", ["Zone"]),
    run: (platform, call) => ({ result: showZone(findZone(platform, placeOf(call).id)) }),
  },

  removeZone: {
    needs: (_, address) => placeNeeds(placeOf(address), "write", ["Zone"]),
    run: (platform, call) => {
      const { id } = placeOf(call);
      removeZoneContents(platform, id);
      platform.store.zones.remove(id);
      return { result: { id } };
    },
  },

  listAccounts: {
    needs: () => undefined,
    run: (platform, { caller, query }) => {
      const accounts = platform.store.accounts
        .list()
        .filter(({ id }) => decide(caller, accountNeeds(id), platform.vendor).allowed)
        .filter(({ name }) => query.name === undefined || matchesText(name, query.name));
      const ordered = query.direction === "desc" ? accounts.toReversed() : accounts;
      return pageOf(ordered.map(showAccount), query);
    },
  },

  getAccount: {
    needs: (_, address) => accountNeeds(placeOf(address).id),
    run: (platform, call) => {
      const account = platform.store.accounts.get(placeOf(call).id);
      if (!account) throw failures.accountNotFound();
      return { result: showAccount(account) };
    },
  },

  getUser: {
    needs: () => userNeeds("read", "User Details"),
    run: () => ({
      result: {
        ...USER,
        first_name: null,
        last_name: null,
        username: USER.email,
        telephone: null,
        country: null,
        zipcode: null,
        two_factor_authentication_enabled: false,
        suspended: false,
        has_enterprise_zones: true,
      },
    }),
  },
};

function createZone(platform: Platform, { caller, body }: Call<"createZone">) {
  const account = platform.store.accounts.get(body.account.id);
  const id = platform.ids.newId();
  // A token that names zones one by one cannot name this one yet: it has to reach all zones of the account.
  const place: Place = { type: "zone", id, accountId: body.account.id };
  const { allowed, by } = decide(caller, placeNeeds(place, "write", ["Zone"]), platform.vendor);
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

function zoneNeeds(zone: ZoneRow, access: "read" | "write") {
  return placeNeeds({ type: "zone", id: zone.id, accountId: zone.account_id }, access, ["Zone"]);
}

function accountNeeds(id: string) {
  return placeNeeds({ type: "account", id }, "read", ["Account Settings"]);
}

function findZone(platform: Platform, id: string): ZoneRow {
  const zone = platform.store.zones.get(id);
  if (!zone) throw failures.zoneNotFound();
  return zone;
}

function matches(zone: Zone, query: ZoneQuery): boolean {
  const asked = [
    query.name !== undefined && matchesText(zone.name, query.name),
    query["account.name"] !== undefined && matchesText(zone.account.name ?? "", query["account.name"]),
    query["account.id"] !== undefined && zone.account.id === query["account.id"],
    query.status !== undefined && zone.status === query.status,
    query.type !== undefined && query.type.split(",").includes(zone.type ?? ""),
  ];
  const given = [query.name, query["account.name"], query["account.id"], query.status, query.type];
  const answers = asked.filter((_, index) => given[index] !== undefined);
  if (answers.length === 0) return true;
  return query.match === "any" ? answers.includes(true) : !answers.includes(false);
}

function sorted(zones: readonly Zone[], { order = "name", direction }: ZoneQuery): Zone[] {
  const keys: Record<typeof order, (zone: Zone) => string> = {
    name: ({ name }) => name,
    status: ({ status }) => status ?? "",
    "account.id": ({ account }) => account.id,
    "account.name": ({ account }) => account.name ?? "",
    "plan.id": ({ plan }) => plan?.id ?? "",
  };
  const key = keys[order];
  const ascending = zones.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  return direction === "desc" ? ascending.toReversed() : ascending;
}

function showZone(zone: ZoneRow): Zone {
  return {
    id: zone.id,
    name: zone.name,
    status: "active",
    paused: false,
    type: zone.type,
    development_mode: 0,
    name_servers: ["ada.ns.edge.example", "bob.ns.edge.example"],
    original_name_servers: null,
    original_registrar: null,
    original_dnshost: null,
    created_on: zone.created_on,
    modified_on: zone.modified_on,
    activated_on: zone.created_on,
    owner: { id: USER.id, type: "user", email: USER.email },
    account: { id: zone.account_id, name: zone.account_name },
    permissions: [],
    meta: { step: 4, page_rule_quota: 3, phishing_detected: false },
    plan: {
      id: zone.plan,
      name: PLAN_NAMES[zone.plan],
      legacy_id: zone.plan,
      price: 0,
      currency: "USD",
      frequency: "",
      is_subscribed: true,
      can_subscribe: false,
      legacy_discount: false,
      externally_managed: false,
    },
  };
}

function showAccount({ id, name, created_on: createdOn }: AccountRow): Account {
  return {
    id,
    name,
    type: "standard",
    created_on: createdOn,
    settings: { enforce_twofactor: false, abuse_contact_email: null },
  };
}
