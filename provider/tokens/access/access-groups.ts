import type { PermissionGroup } from "../../api";
import { KNOWN_PERMISSION_GROUPS, scopeType, type PermissionScope } from "../../api/plain";
import type { AccessGroup } from "./decide-access";

const SCOPES: readonly PermissionScope[] = ["user", "account", "zone", "bucket"];

/** The published list as the API would answer it. */
export function publishedGroups(vendor: string): PermissionGroup[] {
  return KNOWN_PERMISSION_GROUPS.map(({ id, name, scope }) => ({
    id,
    name,
    scopes: [scopeType(scope, vendor)],
  }));
}

/** What the groups of the API's list let do, by id. The list does not say which of them only read: their names do. */
export function accessGroups(
  groups: readonly PermissionGroup[],
  vendor: string,
): ReadonlyMap<string, AccessGroup> {
  return new Map(
    groups.flatMap(({ id, name, scopes }) => {
      const scope = SCOPES.find((known) => scopes.includes(scopeType(known, vendor)));
      return scope ? [[id, { scope, name, access: / Read$/.test(name) ? "read" : "write" }] as const] : [];
    }),
  );
}
