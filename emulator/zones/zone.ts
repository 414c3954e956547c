import { domainToASCII, domainToUnicode } from "node:url";
import { PLAN_IDS, type Zone, type ZonePlan, type ZoneQuery } from "../../provider/api";
import { decide, needsOf, type Requester } from "../authenticate";
import { failures } from "../failures";
import { sha256 } from "../ids";
import { matchesText } from "../lists";
import type { Platform } from "../platform";
import type { Store } from "../store";
import type { ZoneRow } from "../store/zones";

/** The suffix of the target of a CNAME record that points to a partial zone. */
const CNAME_SUFFIX = "cdn.edge.example";

const PLAN_NAMES: Readonly<Record<ZonePlan, string>> = {
  free: "Free Website",
  pro: "Pro Website",
  business: "Business Website",
  enterprise: "Enterprise Website",
};

/** Returns a zone as the hosted API answers it to a requester with these permissions: see `permissionsOf`. */
export function serializeZone(zone: ZoneRow, permissions: readonly string[]): Zone {
  // Only the zone routes write this column.
  const vanity = JSON.parse(zone.vanity_name_servers) as string[];
  return {
    id: zone.id,
    name: zone.name,
    status: "active",
    paused: zone.paused === 1,
    type: zone.type,
    development_mode: 0,
    ...(zone.type !== "partial" && { name_servers: ["ada.ns.edge.example", "bob.ns.edge.example"] }),
    original_name_servers: null,
    original_registrar: null,
    original_dnshost: null,
    created_on: zone.created_on,
    modified_on: zone.modified_on,
    activated_on: zone.created_on,
    owner: { id: null, type: "user", email: null },
    account: { id: zone.account_id, name: zone.account_name },
    tenant: { id: null, name: null },
    tenant_unit: { id: null },
    permissions,
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
      id: PLAN_IDS[zone.plan],
      name: PLAN_NAMES[zone.plan],
      legacy_id: zone.plan,
      price: 0,
      currency: "USD",
      frequency: "",
      is_subscribed: zone.plan !== "free",
      can_subscribe: zone.plan === "enterprise",
      legacy_discount: false,
      externally_managed: zone.plan === "enterprise",
    },
    vanity_name_servers: vanity,
    vanity_name_servers_ips: null,
    ...(zone.type === "partial" && {
      verification_key: verificationKey(zone.id),
      cname_suffix: CNAME_SUFFIX,
    }),
  };
}

/** The permissions of zones that public answers show, by the names of the groups that grant them. */
const PERMISSIONS: ReadonlyMap<string, string> = new Map([
  ["Analytics", "#analytics"],
  ["Cache Purge", "#cache_purge"],
  ["DNS", "#dns_records"],
  ["Load Balancers", "#lb"],
  ["Logs", "#logs"],
  ["Page Shield", "#page_shield"],
  ["SSL and Certificates", "#ssl"],
  ["Workers Routes", "#worker"],
  ["Zone", "#zone"],
  ["Zone Settings", "#zone_settings"],
  ["Zone Versioning", "#zone_versioning"],
  ["Zone WAF", "#waf"],
]);

/** Returns what the groups of a requester grant, as `permissions` of zones, sorted. Who may write may read. */
export function permissionsOf({ policies }: Requester): string[] {
  const granted = policies
    .filter(({ effect }) => effect === "allow")
    .flatMap(({ permission_groups: groups }) =>
      groups.flatMap(({ name = "" }) => {
        const permission = PERMISSIONS.get(name.replace(/ (?:Read|Write)$/, ""));
        if (permission === undefined) return [];
        return [`${permission}:read`, ...(name.endsWith(" Read") ? [] : [`${permission}:edit`])];
      }),
    );
  return [...new Set(granted)].sort();
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

/** Returns the zones that a requester may read, by name. */
export function readableZones(platform: Platform, requester: Requester): ZoneRow[] {
  return platform.store.zones.list().filter((zone) => {
    const place = { type: "zone", id: zone.id, accountId: zone.account_id } as const;
    return decide(platform, requester, needsOf("listZones", place)).allowed;
  });
}

/** @throws Failure if there is no such zone */
export function findZone({ zones }: Store, id: string): ZoneRow {
  const zone = zones.get(id);
  if (!zone) throw failures.zoneNotFound();
  return zone;
}

/** Removes a zone with its rulesets. Tokens that name the zone stay, and no longer grant anything by it. */
export function removeZone(store: Store, id: string): void {
  for (const ruleset of store.rulesets.list(`zone:${id}`)) store.rulesets.remove(ruleset.id);
  store.zones.remove(id);
}

/** A domain name in any script. `domainToASCII` alone would also decode percent signs and drop line breaks. */
const NAME = /^[\p{L}\p{N}\p{M}.\u00b7\u200c\u200d-]+$/u;
/** A label in the form of the DNS. */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const MAX_LENGTH = 253;

/**
 * Returns a zone name in the form of answers: lower case, and international names in their own script, even if the request has
 * punycode. @throws Failure
 */
export function checkZoneName(name: string): string {
  const ascii = dnsName(name);
  if (ascii === undefined || !ascii.includes(".")) throw invalid(name, "/name");
  return domainToUnicode(ascii);
}

/** Returns a host name in lower case, as punycode. @throws Failure */
export function checkHostName(name: string, pointer: string): string {
  const ascii = dnsName(name);
  if (ascii === undefined) throw invalid(name, pointer);
  return ascii;
}

/** Returns the form in which two names of one domain are equal. A text that is no domain name is returned in lower case. */
function comparableName(name: string): string {
  return dnsName(name) ?? name.toLowerCase();
}

function dnsName(name: string): string | undefined {
  const ascii = NAME.test(name) ? domainToASCII(name.normalize("NFC")) : "";
  const labels = ascii.split(".");
  // A last label of digits is the end of an IPv4 address.
  const valid = ascii.length <= MAX_LENGTH && labels.every((label) => LABEL.test(label));
  return valid && !/^\d+$/.test(labels.at(-1) ?? "") ? ascii : undefined;
}

function invalid(name: string, pointer: string) {
  return failures.badRequest(`'${name}' is not a valid domain name`, pointer);
}
