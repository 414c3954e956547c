import type { PermissionGroup } from "../../api/wire";
import { KNOWN_PERMISSION_GROUPS, scopeType, type PermissionScope } from "../../api/plain";
import type { AccessGroup } from "./decide-access";

const SCOPES: readonly PermissionScope[] = ["user", "account", "zone", "bucket"];

/** Returns the published permission groups in the shape of an API response. */
export function publishedGroups(vendor: string): PermissionGroup[] {
  return KNOWN_PERMISSION_GROUPS.map(({ id, name, scope }) => ({
    id,
    name,
    scopes: [scopeType(scope, vendor)],
  }));
}

/** Returns what each listed permission group grants, by id. The list does not tell read from write; the names do. */
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
