import { containsUnknown, isUnknown, pathTo } from "../../provider/api";
import type { PermissionGroupState, PolicyState } from "../../provider/tokens";
import type { Reviewed, ReviewedToken } from "../model/reviewed";

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
