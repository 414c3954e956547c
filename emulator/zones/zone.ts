import type { Zone, ZonePlan, ZoneQuery } from "../../provider/api";
import { sha256 } from "../ids";
import { matchesText } from "../lists";
import type { ZoneRow } from "../store/zones";
import { USER } from "../user";
import { comparableName } from "./zone-name";

/** The suffix of the target of a CNAME record that points to a partial zone. */
const CNAME_SUFFIX = "cdn.edge.example";

const PLAN_NAMES: Readonly<Record<ZonePlan, string>> = {
  free: "Free Website",
  pro: "Pro Website",
  business: "Business Website",
  enterprise: "Enterprise Website",
};

export function serializeZone(zone: ZoneRow): Zone {
  // Only the zone routes write this column.
  const vanity = JSON.parse(zone.vanity_name_servers) as string[];
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
    owner: { id: USER.id, type: "user", name: USER.email, email: USER.email },
    account: { id: zone.account_id, name: zone.account_name },
    tenant: { id: null, name: null },
    tenant_unit: { id: null },
    permissions: [],
    meta: {
      step: 4,
      custom_certificate_quota: 1,
      page_rule_quota: 3,
      phishing_detected: false,
      cdn_only: false,
      dns_only: false,
      foundation_dns: false,
    },
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
    ...(vanity.length > 0 && { vanity_name_servers: vanity }),
    ...(zone.type === "partial" && {
      verification_key: verificationKey(zone.id),
      cname_suffix: CNAME_SUFFIX,
    }),
  };
}

/** The value of the TXT record that proves that the owner of a partial zone controls its domain: two numbers of nine digits. */
function verificationKey(zoneId: string): string {
  const hash = sha256(`verification ${zoneId}`);
  const digits = (from: number) => String(Number.parseInt(hash.slice(from, from + 8), 16)).padStart(9, "0");
  return `${digits(0).slice(-9)}-${digits(8).slice(-9)}`;
}

/** Returns the zones that match the query of a list, in the order that the query requests. Internal zones only if it names a type. */
export function selectZones(zones: readonly Zone[], query: ZoneQuery): Zone[] {
  return sorted(
    zones.filter((zone) => (query.type !== undefined || zone.type !== "internal") && matches(zone, query)),
    query,
  );
}

function matches(zone: Zone, query: ZoneQuery): boolean {
  const { name, status, type, "account.id": accountId, "account.name": accountName } = query;
  const results = [
    ...(name !== undefined ? [matchesName(zone.name, name)] : []),
    ...(accountName !== undefined ? [matchesText(zone.account.name ?? "", accountName)] : []),
    ...(accountId !== undefined ? [zone.account.id === accountId] : []),
    ...(status !== undefined ? [zone.status === status] : []),
    ...(type !== undefined ? [type.split(",").includes(zone.type ?? "")] : []),
  ];
  return query.match === "any" && results.length > 0 ? results.includes(true) : !results.includes(false);
}

/** An exact filter finds an international name in both spellings. */
function matchesName(name: string, filter: string): boolean {
  const [, exact] = /^(?:equal:)?([^:]*)$/.exec(filter) ?? [];
  return exact === undefined ? matchesText(name, filter) : comparableName(name) === comparableName(exact);
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
