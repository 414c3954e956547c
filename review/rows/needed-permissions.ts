import type { Review } from "../changes/review";
import { counted, firstWords, joinFirst } from "../../provider/words";

/** The places that a line names. */
const MAX_KEYS = 3;

/** A permission that the deployment needs, for one line. */
export interface NeededPermission {
  readonly group: string;
  /** The first places, and the number of the others. */
  readonly on: readonly string[];
  /** The first resource that needs the permission, and the number of the others. */
  readonly by: string;
}

/** Returns the permissions that the credential of the deployment needs: one for each permission group, however many zones there are. */
export function neededPermissions({ permissions }: Pick<Review, "permissions">): NeededPermission[] {
  const groups = [...new Set(permissions.map(({ group }) => group))];
  return groups.map((group) => {
    const needed = permissions.filter((permission) => permission.group === group);
    const by = [...new Set(needed.flatMap((permission) => permission.by))];
    const places = needed.map(({ on }) => on);
    return {
      group,
      on: firstWords(places, MAX_KEYS, (rest) => counted(rest, "more resource")),
      by: joinFirst(by, 1),
    };
  });
}
