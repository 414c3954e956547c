import type { Zone, ZonePlan } from "../../provider/api";
import type { ZoneRow } from "../store/zones";
import { USER } from "../user";

const PLAN_NAMES: Readonly<Record<ZonePlan, string>> = {
  free: "Free Website",
  pro: "Pro Website",
  business: "Business Website",
  enterprise: "Enterprise Website",
};

export function showZone(zone: ZoneRow): Zone {
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
