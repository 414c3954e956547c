import { KNOWN_PERMISSION_GROUPS, scopeType, type PermissionScope, type Policy } from "../provider/api";
import { USER } from "./user";

/** Those that a platform knows, by id. */
export const GROUPS = new Map(KNOWN_PERMISSION_GROUPS.map((group) => [group.id, group]));

/** Everything that the user may do: what its key, and the token that the platform starts with, are good for. */
export function allPolicies(vendor: string): Policy[] {
  const policy = (scope: PermissionScope, key: string): Policy => ({
    effect: "allow",
    resources: { [`${scopeType(scope, vendor)}.${key}`]: "*" },
    permission_groups: KNOWN_PERMISSION_GROUPS.filter((group) => group.scope === scope).map(
      ({ id, name }) => ({ id, name }),
    ),
  });
  return [policy("user", USER.id), policy("account", "*"), policy("zone", "*")];
}
