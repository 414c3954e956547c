import type { OperationName } from "./operations";
import { accountGroupsOf, zoneGroupsOf, type Requirement } from "./permissions";
import type { Phase } from "./phases";

/** What a call works on: it stands for `{scope}` in the path, or the path holds its id. */
export type ResourceType = "user" | "account" | "zone";

type Access = Requirement["access"];
type Needs = (on: ResourceType, phase: Phase | undefined) => readonly Requirement[];

/** Every credential may: nothing is read, or the answer holds only what the caller may see. */
const nothing: Needs = () => [];

const tokens =
  (access: Access): Needs =>
  (on) => {
    if (on === "zone") return [];
    return [{ scope: on, access, groups: [on === "user" ? "API Tokens" : "Account API Tokens"] }];
  };

/** Groups of the zone that suit the phase, and those of its account. */
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

  validateExpressionByQuery: nothing,
  validateExpression: nothing,

  // Lists hold the zones and accounts that the caller may read, each by itself.
  listZones: one("zone", "read", "Zone"),
  createZone: one("zone", "write", "Zone"),
  getZone: one("zone", "read", "Zone"),
  patchZone: one("zone", "write", "Zone"),
  removeZone: one("zone", "write", "Zone"),
  listAccounts: one("account", "read", "Account Settings"),
  getAccount: one("account", "read", "Account Settings"),
  getUser: one("user", "read", "User Details"),
};

/**
 * What an operation needs on a resource of that type, any one of which is enough; none where it needs nothing there. Without a
 * `phase`, operations of rulesets are open to the groups of every one.
 */
export function requirementsOf(
  operation: OperationName,
  on: ResourceType,
  phase?: Phase,
): readonly Requirement[] {
  return NEEDS[operation](on, phase);
}
