import { KNOWN_PERMISSION_GROUPS, type KnownPermissionGroup } from "../provider/api";
import { fixedId } from "./ids";

/** Groups of zones whose names are public and whose ids are not. The platform's ids are invented. */
const WITHOUT_PUBLIC_ID = ["Zone Security Center Insights Read", "Zone Security Center Insights Write"];

/** The permission groups of the platform. */
export const GROUPS: readonly KnownPermissionGroup[] = [
  ...KNOWN_PERMISSION_GROUPS,
  ...WITHOUT_PUBLIC_ID.map((name): KnownPermissionGroup => ({
    scope: "zone",
    name,
    access: name.endsWith(" Read") ? "read" : "write",
    id: fixedId("permission group", name),
  })),
];

export const GROUPS_BY_ID: ReadonlyMap<string, KnownPermissionGroup> = new Map(
  GROUPS.map((group) => [group.id, group]),
);
