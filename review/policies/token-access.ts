import { z } from "zod";
import { containsUnknown, isUnknown, KNOWN_PERMISSION_GROUPS, pathTo } from "../../provider/api";
import type { PermissionGroupState, PolicyState } from "../../provider/tokens";
import type { Reviewed, ReviewedToken } from "../model/reviewed";
import { definePolicy, shown, unjudged, verdict, type Verdict } from "./policy";

/** Returns the tokens that a policy judges: those that can be used. */
export function judgedTokens(resources: readonly Reviewed[]): ReviewedToken[] {
  return resources.flatMap((resource) =>
    resource.kind === "token" && resource.token.status !== "disabled" ? [resource] : [],
  );
}

/** Returns the path of the networks of a token's clients, as its author writes it. */
export function networksPath(nameOf: ReviewedToken["nameOf"]): string {
  return `condition.${nameOf("request_ip")}.${nameOf("in")}`;
}

/** A policy of a token that allows something. */
export interface AllowingPolicy {
  readonly path: string;
  readonly resources: PolicyState["resources"];
  readonly groups: readonly { readonly path: string; readonly group: PermissionGroupState }[];
  readonly hasUnknownResources: boolean;
  readonly hasUnknownGroups: boolean;
}

/** Returns the policies of a token that allow something. What a policy denies never makes a token more powerful. */
export function allowingPolicies({ token, isPartlyUnknown, nameOf }: ReviewedToken): AllowingPolicy[] {
  return token.policies.flatMap(({ effect, resources, permissionGroups }, index) => {
    if (effect === "deny") return [];
    const path = pathTo("policies", index);
    const at = pathTo(path, nameOf("permission_groups"));
    return [
      {
        path,
        resources,
        groups: permissionGroups.map((group, g) => ({ group, path: pathTo(at, g) })),
        // The API requires both, so an empty one stands for an unknown one.
        hasUnknownResources:
          isPartlyUnknown && (Object.keys(resources).length === 0 || containsUnknown(resources)),
        hasUnknownGroups:
          isPartlyUnknown && (permissionGroups.length === 0 || permissionGroups.some(isUnknownGroup)),
      },
    ];
  });
}

/** Whether nothing is known about the policies of a token. */
export function hasUnknownPolicies({ token, isPartlyUnknown }: ReviewedToken): boolean {
  return isPartlyUnknown && token.policies.length === 0;
}

export function isUnknownGroup({ id, name }: PermissionGroupState): boolean {
  return isUnknown(id ?? name) && (name === undefined || isUnknown(name));
}

/** A key of `resources`, of a policy itself or of the zones of an account. */
export interface ResourceUse {
  readonly path: string;
  readonly key: string;
  /** Whether the key is in the value of another one: a zone of one account. */
  readonly isNested: boolean;
}

/** Returns the keys of the resources that a policy names. */
export function resourceUses({ path, resources }: AllowingPolicy): ResourceUse[] {
  return Object.entries(resources).flatMap(([key, value]): ResourceUse[] => {
    const at = `${pathTo(path, "resources")}[${JSON.stringify(key)}]`;
    if (typeof value !== "object") return [{ path: at, key, isNested: false }];
    return Object.keys(value).map((inner) => ({
      path: `${at}[${JSON.stringify(inner)}]`,
      key: inner,
      isNested: true,
    }));
  });
}

export const allowPermissionGroups = definePolicy({
  name: "allow-permission-groups",
  displayName: "Tokens have only listed permission groups",
  description:
    "A token must have only the permission groups of a list: an organisation decides once which access programs can hand out.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["tokens", "least-privilege"],
  remediationSteps: "Remove the permission group from the token, or add its name or id to `allow`.",
  unknownValues: "Unknown permission groups are reported as not judged.",
  config: z.object({
    allow: z
      .array(z.string().min(1))
      .default([])
      .describe(
        "The permission groups that tokens may have, by name or id. A name stands for the groups of this name in every scope. Default: none, and then the policy judges nothing.",
      ),
  }),
  judge: (resources, { allow }) =>
    allow.length === 0 ? [] : judgedTokens(resources).flatMap((token) => judgeGroups(token, allow)),
});

function judgeGroups(resource: ReviewedToken, allow: readonly string[]): Verdict[] {
  if (hasUnknownPolicies(resource)) return [unjudged(resource, "policies")];
  return allowingPolicies(resource).flatMap(({ path, groups, hasUnknownGroups }) => {
    if (groups.length === 0 && hasUnknownGroups)
      return [unjudged(resource, `${path}.${resource.nameOf("permission_groups")}`)];
    return groups.flatMap(({ group, path: at }) => {
      if (isAllowedGroup(group, allow)) return [];
      if (isUnknownGroup(group)) return [unjudged(resource, at)];
      const what = shown(resource, at, nameOfGroup(group) ?? group.id);
      return [
        verdict(
          resource,
          at,
          `is not in the list of permission groups that tokens may have, found ${what}: remove it`,
        ),
      ];
    });
  });
}

function isAllowedGroup(group: PermissionGroupState, allow: readonly string[]): boolean {
  const names = [group.id, group.name, nameOfGroup(group)];
  return names.some((name) => name !== undefined && !isUnknown(name) && allow.includes(name));
}

/** Returns the name, or the published name of the id. */
function nameOfGroup({ id, name }: PermissionGroupState): string | undefined {
  return name !== undefined && !isUnknown(name)
    ? name
    : KNOWN_PERMISSION_GROUPS.find((known) => known.id === id)?.name;
}

const USER = /^(?:com\.[^.]+\.api\.)?user(?:\.|$)/;

export const forbidUserResources = definePolicy({
  name: "forbid-user-resources",
  displayName: "Tokens have no access to users",
  description:
    "A token must not name a user among its resources: such a token acts on a person's account, and ends with it.",
  severity: "high",
  enforcementLevel: "advisory",
  tags: ["tokens", "least-privilege"],
  remediationSteps:
    "Use permission groups of accounts and zones, and a token that an account owns. A token that creates tokens for a user needs the user: allow its resource, with a reason.",
  unknownValues: "Unknown resources are reported as not judged, unless a known key names a user.",
  judge: (resources) => judgedTokens(resources).flatMap(judgeUsers),
});

function judgeUsers(resource: ReviewedToken): Verdict[] {
  if (hasUnknownPolicies(resource)) return [unjudged(resource, "policies")];
  return allowingPolicies(resource).flatMap((policy) => {
    const path = `${policy.path}.resources`;
    // The key contains the id of a person, so the message does not repeat it.
    if (resourceUses(policy).some(({ key }) => USER.test(key))) {
      const what = "names a user: use resources of accounts and zones, or allow the resource, with a reason";
      return [verdict(resource, path, what)];
    }
    return policy.hasUnknownResources ? [unjudged(resource, path)] : [];
  });
}

/** Full keys end as short ones do: `com.<vendor>.api.account.zone.*`. */
const WILDCARD = /^(?:com\.[^.]+\.(?:api|edge)\.)?(?:[a-z0-9]+\.)*(user|account|zone|bucket)\.\*$/;

export const forbidWildcardResources = definePolicy({
  name: "forbid-wildcard-resources",
  displayName: "Tokens name their accounts and zones",
  description:
    "A token must not reach all accounts or all zones: it would also reach every account and zone that is added later.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["tokens", "least-privilege"],
  remediationSteps:
    "Name each account and each zone in resources. If a token must reach all zones of one account, set `allowZonesOfAccount`; if it must reach everything, allow its resource, with a reason.",
  unknownValues: "Unknown resources are reported as not judged, unless a known key is a wildcard.",
  config: z.object({
    allowZonesOfAccount: z
      .boolean()
      .default(false)
      .describe("Whether a token may name all zones of one account. Default: false."),
  }),
  judge: (resources, { allowZonesOfAccount }) =>
    judgedTokens(resources).flatMap((token) => judgeWildcards(token, allowZonesOfAccount)),
});

function judgeWildcards(resource: ReviewedToken, allowZonesOfAccount: boolean): Verdict[] {
  if (hasUnknownPolicies(resource)) return [unjudged(resource, "policies")];
  return allowingPolicies(resource).flatMap((policy) => {
    const found = resourceUses(policy).flatMap(({ path, key, isNested }) => {
      const type = WILDCARD.exec(key)?.[1];
      if (type === undefined || (isNested && type === "zone" && allowZonesOfAccount)) return [];
      const which = isNested ? `all ${type}s of the account` : `all ${type}s`;
      const at = resource.isSecret(path) ? `${policy.path}.resources` : path;
      return [verdict(resource, at, `reaches ${which}, also those added later: name each ${type} by its id`)];
    });
    if (found.length > 0 || !policy.hasUnknownResources) return found;
    return [unjudged(resource, `${policy.path}.resources`)];
  });
}
