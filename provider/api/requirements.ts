import { accountGroupsOf, zoneGroupsOf, type Requirement } from "./permissions";
import type { OperationName, Phase } from "./wire";

/** The type of the resource that a call acts on: the `{scope}` of its path, or the resource whose id the path contains. */
export type ResourceType = "user" | "account" | "zone";

type Access = Requirement["access"];
type Needs = (on: ResourceType, phase: Phase | undefined) => readonly Requirement[];

/** Requires no permission: the call reads nothing, or its response contains only what the caller may see. */
const nothing: Needs = () => [];

const tokens =
  (access: Access): Needs =>
  (on) => {
    if (on === "zone") return [];
    return [{ scope: on, access, groups: [on === "user" ? "API Tokens" : "Account API Tokens"] }];
  };

/** Requires a zone group of the phase, or an account group of the zone's account. */
const rulesets =
  (access: Access): Needs =>
  (on, phase) => {
    if (on === "user") return [];
    const account: Requirement = { scope: "account", access, groups: accountGroupsOf(phase) };
    return on === "account" ? [account] : [{ scope: "zone", access, groups: zoneGroupsOf(phase) }, account];
  };

const one =
  (scope: ResourceType, access: Access, group: string): Needs =>
  (on) =>
    on === scope ? [{ scope, access, groups: [group] }] : [];

const lists = (access: Access): Needs => one("account", access, "Account Rule Lists");

const NEEDS: Readonly<Record<OperationName, Needs>> = {
  createToken: tokens("write"),
  listTokens: tokens("read"),
  getToken: tokens("read"),
  replaceToken: tokens("write"),
  removeToken: tokens("write"),
  rollToken: tokens("write"),
  verifyToken: nothing,
  listPermissionGroups: tokens("read"),

  listRulesets: rulesets("read"),
  createRuleset: rulesets("write"),
  getRuleset: rulesets("read"),
  replaceRuleset: rulesets("write"),
  removeRuleset: rulesets("write"),
  listRulesetVersions: rulesets("read"),
  getRulesetVersion: rulesets("read"),
  removeRulesetVersion: rulesets("write"),
  getRulesByTag: rulesets("read"),
  addRule: rulesets("write"),
  patchRule: rulesets("write"),
  removeRule: rulesets("write"),
  getEntrypoint: rulesets("read"),
  replaceEntrypoint: rulesets("write"),
  listEntrypointVersions: rulesets("read"),
  getEntrypointVersion: rulesets("read"),

  listLists: lists("read"),
  createList: lists("write"),
  getList: lists("read"),
  updateList: lists("write"),
  removeList: lists("write"),
  listListItems: lists("read"),
  getListItem: lists("read"),
  addListItems: lists("write"),
  replaceListItems: lists("write"),
  removeListItems: lists("write"),
  getBulkOperation: lists("read"),

  validateExpressionByQuery: nothing,
  validateExpression: nothing,

  // The API filters these lists to the zones and accounts that the caller may read.
  listZones: one("zone", "read", "Zone"),
  createZone: one("zone", "write", "Zone"),
  getZone: one("zone", "read", "Zone"),
  patchZone: one("zone", "write", "Zone"),
  removeZone: one("zone", "write", "Zone"),
  // The group that the account needs is not published. The platform leaves out zones that the caller may not read.
  listTaggedResources: nothing,
  getZoneTags: one("zone", "read", "Zone"),
  replaceZoneTags: one("zone", "write", "Zone"),
  removeZoneTags: one("zone", "write", "Zone"),
  listAccounts: one("account", "read", "Account Settings"),
  createAccount: one("account", "write", "Account Settings"),
  getAccount: one("account", "read", "Account Settings"),
  replaceAccount: one("account", "write", "Account Settings"),
  removeAccount: one("account", "write", "Account Settings"),
  getUser: one("user", "read", "User Details"),
  listMemberships: one("user", "read", "Memberships"),
  patchUser: one("user", "write", "User Details"),
};

/**
 * Returns the permissions that an operation on a resource of type `on` requires. Any one of them is sufficient; an empty list means
 * that none is required. Without `phase`, the groups of all phases grant access to ruleset operations.
 */
export function requirementsOf(
  operation: OperationName,
  on: ResourceType,
  phase?: Phase,
): readonly Requirement[] {
  return NEEDS[operation](on, phase);
}
