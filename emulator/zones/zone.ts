import type { Zone, ZonePlan, ZoneQuery } from "../../provider/api";
import { failures } from "../failures";
import { matchesText } from "../lists";
import type { ZoneRow } from "../store/zones";
import { USER } from "../user";

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

const PLAN_NAMES: Readonly<Record<ZonePlan, string>> = {
  free: "Free Website",
  pro: "Pro Website",
  business: "Business Website",
  enterprise: "Enterprise Website",
};

/** Returns a zone name in lower case. Internationalized names must be given as punycode. @throws Failure */
export function checkZoneName(name: string): string {
  const lower = name.toLowerCase();
  const labels = lower.split(".");
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label)) || lower.length > 253) {
    throw failures.badRequest(`'${name}' is not a valid domain name`, "/name");
  }
  return lower;
}

export function serializeZone(zone: ZoneRow): Zone {
  return {
    id: zone.id,
    name: zone.name,
    status: "active",
    paused: zone.paused === 1,
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

/** Returns the zones that match the query of a list, in the order that the query requests. */
export function selectZones(zones: readonly Zone[], query: ZoneQuery): Zone[] {
  return sorted(
    zones.filter((zone) => matches(zone, query)),
    query,
  );
}

function matches(zone: Zone, query: ZoneQuery): boolean {
  const { name, status, type, "account.id": accountId, "account.name": accountName } = query;
  const results = [
    ...(name !== undefined ? [matchesText(zone.name, name)] : []),
    ...(accountName !== undefined ? [matchesText(zone.account.name ?? "", accountName)] : []),
    ...(accountId !== undefined ? [zone.account.id === accountId] : []),
    ...(status !== undefined ? [zone.status === status] : []),
    ...(type !== undefined ? [type.split(",").includes(zone.type ?? "")] : []),
  ];
  return query.match === "any" && results.length > 0 ? results.includes(true) : !results.includes(false);
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
