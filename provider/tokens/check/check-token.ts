import { Id } from "../../api";
import {
  TOKEN_NAME_MAX,
  checkList,
  checkMembers,
  didYouMean,
  found,
  isMembers,
  isUnknown,
  kindOf,
  listOr,
  pathTo,
  type Members,
  type Problem,
} from "../../api/plain";
import { checkCondition } from "./check-condition";
import { checkResources } from "./check-resources";
import { checkWindow } from "./check-window";

const MEMBERS = ["name", "accountId", "policies", "condition", "notBefore", "expiresOn", "status"];
const EFFECTS = ["allow", "deny"];
const STATUSES = ["active", "disabled"];
const SCOPES = ["user", "account", "zone", "bucket"];

/**
 * Returns all problems of the arguments of a token. Any part may be unknown; unknown values pass. `vendor` is the vendor segment of
 * full resource keys; `now` is compared with `expiresOn`.
 */
export function checkToken(args: unknown, at: { vendor: string; now: Date }): Problem[] {
  return checkMembers(args, "", MEMBERS, (token) => [
    ...checkName(token.name),
    ...checkAccount(token.accountId),
    ...checkPolicies(token.policies, at.vendor),
    ...checkCondition(token.condition, "condition"),
    ...checkWindow(token, at.now),
    ...checkStatus(token.status),
  ]);
}

function checkName(name: unknown): Problem[] {
  if (isUnknown(name)) return [];
  const path = "name";
  if (typeof name !== "string" || name === "") {
    return [{ path, message: `must be 1 to ${TOKEN_NAME_MAX} characters, found ${kindOf(name)}` }];
  }
  if (name.length <= TOKEN_NAME_MAX) return [];
  return [{ path, message: `must be at most ${TOKEN_NAME_MAX} characters, found ${name.length}` }];
}

function checkAccount(id: unknown): Problem[] {
  return id === undefined ? [] : checkId(id, "accountId");
}

function checkId(id: unknown, path: string): Problem[] {
  if (isUnknown(id) || Id.safeParse(id).success) return [];
  return [{ path, message: `must be 32 lower-case hexadecimal digits, found ${found(id)}` }];
}

function checkStatus(status: unknown): Problem[] {
  if (status === undefined) return [];
  if (status === "expired") {
    return [{ path: "status", message: 'cannot be set to "expired"; set expiresOn, or write "disabled"' }];
  }
  return checkOneOf(status, STATUSES, "status");
}

function checkOneOf(value: unknown, allowed: readonly string[], path: string): Problem[] {
  if (isUnknown(value) || allowed.some((one) => one === value)) return [];
  const hint = typeof value === "string" ? didYouMean(value, allowed) : "";
  return [{ path, message: `must be ${listOr(allowed)}, found ${found(value)}${hint}` }];
}

function checkPolicies(policies: unknown, vendor: string): Problem[] {
  const path = "policies";
  if (Array.isArray(policies)) {
    if (policies.length === 0)
      return [{ path, message: "is empty: the token could do nothing; write at least one policy" }];
    if (policies.every((policy) => isMembers(policy) && policy.effect === "deny")) {
      return [
        {
          path,
          message: "contain only denials: the token could do nothing; add a policy that allows something",
        },
      ];
    }
  }
  return checkList(policies, path, "policies", (policy, at) => checkPolicy(policy, at, vendor));
}

function checkPolicy(policy: unknown, path: string, vendor: string): Problem[] {
  return checkMembers(policy, path, ["effect", "resources", "permissionGroups"], (members) => [
    ...(members.effect === undefined ? [] : checkOneOf(members.effect, EFFECTS, pathTo(path, "effect"))),
    ...checkResources(members.resources, pathTo(path, "resources"), vendor),
    ...checkGroups(members.permissionGroups, pathTo(path, "permissionGroups")),
  ]);
}

function checkGroups(groups: unknown, path: string): Problem[] {
  if (Array.isArray(groups) && groups.length === 0) {
    return [{ path, message: "is empty: the policy would do nothing; name at least one permission group" }];
  }
  return checkList(groups, path, "permission groups", checkGroup);
}

function checkGroup(group: unknown, path: string): Problem[] {
  if (typeof group === "string" && !isUnknown(group)) {
    const written = Id.safeParse(group).success ? "id" : "name";
    const message = `must be an object with id or name, found ${found(group)}; write { ${written}: ${found(group)} }`;
    return [{ path, message }];
  }
  return checkMembers(group, path, ["id", "name", "scope"], (members) => [
    ...checkIdentity(members, path),
    ...checkScope(members.scope, pathTo(path, "scope")),
  ]);
}

function checkIdentity({ id, name }: Members, path: string): Problem[] {
  if (id === undefined && name === undefined) {
    return [{ path, message: 'has neither id nor name; write one, such as { name: "Zone WAF Write" }' }];
  }
  if (id !== undefined && name !== undefined) {
    return [{ path, message: "has both id and name, which may contradict each other; write one of them" }];
  }
  if (id !== undefined) return checkId(id, pathTo(path, "id"));
  if (typeof name === "string" && name !== "") return [];
  return [
    { path: pathTo(path, "name"), message: `must be the name of a permission group, found ${kindOf(name)}` },
  ];
}

function checkScope(scope: unknown, path: string): Problem[] {
  if (scope === undefined || (typeof scope === "string" && scope.startsWith("com."))) return [];
  return checkOneOf(scope, SCOPES, path);
}
