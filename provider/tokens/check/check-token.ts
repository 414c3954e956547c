import ipaddr from "ipaddr.js";
import {
  checkList,
  checkMembers,
  Cidr,
  containsUnknown,
  found,
  Id,
  isMembers,
  isUnknown,
  kindOf,
  pathTo,
  PERMISSION_SCOPES,
  Timestamp,
  TOKEN_NAME_MAX,
  checkId,
  checkOneOf,
} from "../../api";
import type { Members } from "../../api/arguments";
import type { Problem } from "../../api/problem";
import { timestamp } from "../token/canonical-token";
import { checkCondition } from "./check-condition";
import { checkResources } from "./check-resources";

const MEMBERS = ["name", "accountId", "policies", "condition", "notBefore", "expiresOn", "status"];
const EFFECTS = ["allow", "deny"];
const STATUSES = ["active", "disabled"];
/**
 * Returns all problems of the arguments of a token. Any part may be unknown; unknown values pass. `vendor` is the vendor segment of
 * full resource keys; `now` is compared with `expiresOn`.
 */
export function checkToken(args: unknown, at: { vendor: string; now: Date }): Problem[] {
  return checkMembers(args, "", MEMBERS, (token) => [
    ...checkName(token.name),
    ...(token.accountId === undefined ? [] : checkId(token.accountId, "accountId")),
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

function checkStatus(status: unknown): Problem[] {
  if (status === undefined) return [];
  if (status === "expired") {
    return [{ path: "status", message: 'cannot be set to "expired"; set expiresOn, or write "disabled"' }];
  }
  return checkOneOf(status, STATUSES, "status");
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
  return checkOneOf(scope, PERMISSION_SCOPES, path);
}

const ISO_LIKE = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(:\d\d)?(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;

function checkWindow({ notBefore, expiresOn }: Members, now: Date): Problem[] {
  const problems = [...checkTime(notBefore, "notBefore"), ...checkTime(expiresOn, "expiresOn")];
  if (problems.length > 0 || !isTime(expiresOn)) return problems;
  const end = Date.parse(expiresOn);
  if (end <= now.getTime()) {
    return [
      {
        path: "expiresOn",
        message: `is in the past: ${expiresOn} (now: ${timestamp(now)}); set a later time, or remove expiresOn`,
      },
    ];
  }
  if (isTime(notBefore) && end <= Date.parse(notBefore)) {
    return [{ path: "expiresOn", message: `must be after notBefore (${notBefore}), found ${expiresOn}` }];
  }
  return [];
}

function checkTime(time: unknown, path: string): Problem[] {
  if (time === undefined || isUnknown(time) || Timestamp.safeParse(time).success) return [];
  const what = typeof time === "string" ? found(time) : kindOf(time);
  return [{ path, message: `must be a UTC time as YYYY-MM-DDTHH:MM:SSZ, found ${what}${cure(time)}` }];
}

function cure(time: unknown): string {
  const day = typeof time === "string" ? ISO_LIKE.exec(time)?.[1] : undefined;
  // Date rolls an invalid day over to another one: February 30 becomes March 1 or 2.
  if (day === undefined) return "";
  if (!Timestamp.safeParse(`${day}T00:00:00Z`).success) return `; ${day} is no day of the calendar`;
  const date = new Date(String(time));
  return Number.isNaN(date.getTime()) ? "" : `; write ${timestamp(date)}`;
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && !isUnknown(value);
}

/** Returns what is doubtful about the checked arguments of a token: they are valid, and probably mean something else. */
export function tokenDoubts({ condition, warnBefore, expiresOn }: Members): Problem[] {
  const lists = isMembers(condition) && isMembers(condition["requestIp"]) ? condition["requestIp"] : {};
  return [
    ...["in", "notIn"].flatMap((name) => hostBits(lists[name], `condition.requestIp.${name}`)),
    ...(warnBefore !== undefined && expiresOn === undefined
      ? [
          {
            path: "warnBefore",
            message: "has no effect without expiresOn: set expiresOn, or remove warnBefore",
          },
        ]
      : []),
  ];
}

/** Whether the API takes the network of such an address, or refuses it, is not documented. */
function hostBits(networks: unknown, path: string): Problem[] {
  if (!Array.isArray(networks)) return [];
  return networks.flatMap((network: unknown, index) => {
    if (containsUnknown(network) || !Cidr.safeParse(network).success) return [];
    const text = String(network);
    const [address, bits] = ipaddr.parseCIDR(text);
    const base = (address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(text);
    if (base.toString() === address.toString()) return [];
    const message =
      `is ${found(text)}, the address of a client and not of a network: write ${base.toString()}/${bits} for the whole network, or ` +
      `${address.toString()}/${address.kind() === "ipv4" ? 32 : 128} for one client`;
    return [{ path: pathTo(path, index), message }];
  });
}
