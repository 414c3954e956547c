import { isChanged } from "../client";

/** The number of plans before a removal gives up because somebody else keeps writing. */
const REMOVAL_PLANS = 10;

/**
 * Plans and carries out a removal. If what it relies on has changed before a request is sent, or sent again, the removal is planned
 * again on a new read; `isFirst` is false then.
 */
export async function removeAsPlanned(remove: (isFirst: boolean) => Promise<void>): Promise<void> {
  for (let plan = 1; ; plan += 1) {
    try {
      await remove(plan === 1);
      return;
    } catch (error) {
      if (!isChanged(error) || plan === REMOVAL_PLANS) throw error;
    }
  }
}
