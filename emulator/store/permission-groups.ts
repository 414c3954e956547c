import { accessOf, KNOWN_PERMISSION_GROUPS, type KnownPermissionGroup } from "../../provider/api";
import { fixedId } from "../ids";
import type { DataFile } from "./database";

type Group = Pick<KnownPermissionGroup, "id" | "name" | "scope" | "access">;

/** Groups of zones whose names are public and whose ids are not. The platform's ids are invented. */
const WITHOUT_PUBLIC_ID = ["Zone Security Center Insights Read", "Zone Security Center Insights Write"];

const OF_THIS_RELEASE: readonly Group[] = [
  ...KNOWN_PERMISSION_GROUPS,
  ...WITHOUT_PUBLIC_ID.map((name): Group => ({
    scope: "zone",
    name,
    access: accessOf(name),
    id: fixedId("permission group", name),
  })),
];

const BY_ID: ReadonlyMap<string, Group> = new Map(OF_THIS_RELEASE.map((group) => [group.id, group]));

/** The permission groups of the platform: those that this release knows, and those that a seed added. */
export function permissionGroupStore(data: DataFile) {
  const selectAll = data.prepare<Group>("SELECT * FROM permission_groups ORDER BY name, id");
  const insert = data.prepare("INSERT INTO permission_groups VALUES (?, ?, ?, ?)");
  // Each request asks what its token allows, and any write ends the cache.
  const byId = data.cached((): ReadonlyMap<string, Group> => {
    const seeded = selectAll.all();
    return seeded.length === 0
      ? BY_ID
      : new Map([...BY_ID, ...seeded.map((group) => [group.id, group] as const)]);
  });
  return {
    list: () => [...byId().values()],
    byId,
    create: ({ id, name, scope, access }: Group) => insert.run(id, name, scope, access),
  };
}
