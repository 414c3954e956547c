import type { Policy } from "../../api";
import { decideAccess, groupTopic, type AccessGroup, type AccessResource } from "./decide-access";

/** The permission groups that the policies really give on a resource, denials taken into account; in order of their names. */
export function effectiveGroups(
  policies: readonly Policy[],
  resource: AccessResource,
  groups: ReadonlyMap<string, AccessGroup>,
  vendor: string,
): AccessGroup[] {
  const named = new Set(policies.flatMap(({ permission_groups: refs }) => refs.map(({ id }) => id)));
  return [...named]
    .flatMap((id) => groups.get(id) ?? [])
    .filter(({ scope, access, name }) => {
      if (scope !== resource.type) return false;
      const requirement = { scope, access, groups: [groupTopic(name)] };
      return decideAccess(policies, [{ requirement, resource }], groups, vendor).allowed;
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
