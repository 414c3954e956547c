import type { Zone, ZoneQuery } from "../../provider/api";
import { matchesText } from "./match";

/** The zones that a list's query asks for, in the order that it asks for. */
export function selectZones(zones: readonly Zone[], query: ZoneQuery): Zone[] {
  return sorted(
    zones.filter((zone) => matches(zone, query)),
    query,
  );
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
