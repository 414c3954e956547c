import { z } from "zod";
import { KNOWN_PERMISSION_GROUPS, isUnknown } from "../../provider/api";
import type { PermissionGroupState } from "../../provider/tokens";
import type { ReviewedToken } from "../model/reviewed";
import { verdict, shown, unjudged } from "./verdicts";
import { allowingPolicies, hasUnknownPolicies, isUnknownGroup, judgedTokens } from "./judged-tokens";
import type { EdgePolicy, Verdict } from "./policy";

const Config = z.object({
  allow: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "The permission groups that tokens may have, by name or id. A name stands for the groups of this name in every scope. Default: none, and then the policy judges nothing.",
    ),
});
type Config = z.infer<typeof Config>;

/** Tokens must have only permission groups of a list. */
export const allowPermissionGroups: EdgePolicy<Config> = {
  name: "allow-permission-groups",
  displayName: "Tokens have only listed permission groups",
  description:
    "A token must have only the permission groups of a list: an organisation decides once which access programs can hand out.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["tokens", "least-privilege"],
  remediationSteps: "Remove the permission group from the token, or add its name or id to `allow`.",
  unknownValues: "Unknown permission groups are reported as not judged.",
  config: Config,
  scope: "resource",
  judge: (resources, { allow }) =>
    allow.length === 0 ? [] : judgedTokens(resources).flatMap((token) => judgeGroups(token, allow)),
};

function judgeGroups(resource: ReviewedToken, allow: readonly string[]): Verdict[] {
  if (hasUnknownPolicies(resource)) return [unjudged(resource, "policies")];
  return allowingPolicies(resource).flatMap(({ path, groups, hasUnknownGroups }) => {
    if (groups.length === 0 && hasUnknownGroups)
      return [unjudged(resource, `${path}.${resource.nameOf("permission_groups")}`)];
    return groups.flatMap(({ group, path: at }) => {
      if (isAllowed(group, allow)) return [];
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

function isAllowed(group: PermissionGroupState, allow: readonly string[]): boolean {
  const names = [group.id, group.name, nameOfGroup(group)];
  return names.some((name) => name !== undefined && !isUnknown(name) && allow.includes(name));
}

/** Returns the name, or the published name of the id. */
function nameOfGroup({ id, name }: PermissionGroupState): string | undefined {
  return name !== undefined && !isUnknown(name)
    ? name
    : KNOWN_PERMISSION_GROUPS.find((known) => known.id === id)?.name;
}
