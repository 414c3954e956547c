import type { ZonePatch } from "../../provider/api";
import type { ZoneRow } from "../store/zones";

/** What PATCH makes of a zone; it becomes what was sent at once. */
export function patchedZone(current: ZoneRow, { paused, type, plan }: ZonePatch, now: string): ZoneRow {
  return {
    ...current,
    ...(paused !== undefined && { paused: paused ? 1 : 0 }),
    ...(type !== undefined && { type }),
    ...(plan !== undefined && { plan: plan.id }),
    modified_on: now,
  };
}
