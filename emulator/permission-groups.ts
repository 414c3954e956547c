import { KNOWN_PERMISSION_GROUPS, scopeType, type PermissionScope, type Policy } from "../provider/api";
import { USER } from "./user";

/** Returns policies that allow everything: those of the API key and of the bootstrap token. */
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
