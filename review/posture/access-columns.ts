import type { Token, Zone } from "../../provider/api";
import {
  effectiveGroups,
  makesTokens,
  parseResourceKey,
  type AccessGroup,
  type AccessResource,
} from "../../provider/tokens";

/** A user, account or zone with a readable label. */
export interface AccessPlace {
  readonly resource: AccessResource;
  readonly label: string;
}

/** Places in which each token has the same permissions. */
export interface PlaceColumn {
  readonly letter: string;
  readonly places: readonly AccessPlace[];
  /** Index of the first of these places among all places. */
  readonly index: number;
}

/** What the permissions of a token on a place amount to, the strongest first. */
export type AccessKind = "makes tokens" | "writes" | "reads" | "none";

/** Returns the places of zones and accounts, and those that only the tokens name. */
export function accessPlaces(
  tokens: readonly Token[],
  zones: readonly Zone[],
  listed: readonly { readonly id: string; readonly name?: string | undefined }[],
  vendor: string,
): AccessPlace[] {
  const accounts = new Map<string, string | undefined>(
    zones.map(({ account }) => [account.id, account.name]),
  );
  for (const { id, name } of listed) accounts.set(id, name);
  const named = namedResources(tokens, vendor);
  for (const { type, id } of named) if (type === "account" && !accounts.has(id)) accounts.set(id, undefined);
  const visible = new Set(zones.map(({ id }) => id));
  const hidden = named.filter(({ type, id }) => type === "zone" && !visible.has(id));
  return [
    ...named
      .filter(({ type }) => type === "user")
      .map((resource) => ({ resource, label: `user ${resource.id}` })),
    ...[...accounts].map(([id, name]) => ({
      resource: { type: "account", id } as const,
      label: `account ${name === undefined ? id : `${name} (${id})`}`,
    })),
    ...zones.map(({ id, name, account }) => ({
      resource: { type: "zone", id, accountId: account.id } as const,
      label: `zone ${name}`,
    })),
    ...hidden.map((resource) => ({ resource, label: `zone ${resource.id} (not visible)` })),
  ];
}

/** Returns the names of the permission groups that a token effectively has on each place. */
export function groupsOnPlaces(
  token: Token,
  places: readonly AccessPlace[],
  groups: ReadonlyMap<string, AccessGroup>,
  vendor: string,
): string[][] {
  const named = new Set(namedResources([token], vendor).map(({ id }) => id));
  const known = new Map<string, string[]>();
  return places.map(({ resource }) => {
    const { type, id } = resource;
    // Places that no policy names differ only by their account.
    const key = JSON.stringify([type, named.has(id) && id, type === "zone" && resource.accountId]);
    const found =
      known.get(key) ?? effectiveGroups(token.policies, resource, groups, vendor).map(({ name }) => name);
    known.set(key, found);
    return found;
  });
}

/** Joins places in which each token has the same permissions. `rows` has the permission groups of each token on each place. */
export function accessColumns(
  places: readonly AccessPlace[],
  rows: readonly (readonly (readonly string[])[])[],
): PlaceColumn[] {
  const alike = new Map<string, { places: AccessPlace[]; index: number }>();
  places.forEach((place, index) => {
    const key = JSON.stringify([place.resource.type, rows.map((groups) => groups[index])]);
    const known = alike.get(key);
    if (known) known.places.push(place);
    else alike.set(key, { places: [place], index });
  });
  return [...alike.values()].map((column, position) => ({ ...column, letter: letterOf(position) }));
}

export function accessKind(groups: readonly string[]): AccessKind {
  if (groups.length === 0) return "none";
  if (groups.some((name) => makesTokens({ name }))) return "makes tokens";
  return groups.every((name) => / Read$/.test(name)) ? "reads" : "writes";
}

/** Returns the networks of a token's clients; undefined without a condition. */
export function networksOf({ condition }: Token): { in: string[]; notIn: string[] } | undefined {
  if (!condition) return undefined;
  const networks = condition["request.ip"] ?? condition.request_ip;
  return { in: networks?.in ?? [], notIn: networks?.not_in ?? [] };
}

function namedResources(tokens: readonly Token[], vendor: string): AccessResource[] {
  const keys = tokens.flatMap(({ policies }) =>
    policies.flatMap(({ resources }) =>
      Object.entries(resources).flatMap(([key, value]) =>
        value === "*" ? [key] : [key, ...Object.keys(value)],
      ),
    ),
  );
  return [...new Set(keys)].flatMap((key): AccessResource[] => {
    const parsed = parseResourceKey(key, vendor);
    if (!parsed || parsed.id === "*") return [];
    const { type, id } = parsed;
    return [type === "zone" ? { type, id, accountId: "" } : { type, id }];
  });
}

/** Returns A to Z, then AA, AB, … */
function letterOf(position: number): string {
  const last = String.fromCharCode("A".charCodeAt(0) + (position % 26));
  return position < 26 ? last : letterOf(Math.floor(position / 26) - 1) + last;
}
