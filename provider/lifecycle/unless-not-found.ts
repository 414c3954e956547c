import { isNotFound, type EdgeError, isChanged } from "../client";

/**
 * Returns the answer, or undefined if there is no such object: then a removal has nothing left to do. `isOfObject` tells whether a
 * "not found" is about the object, and not about something around it.
 */
export async function unlessNotFound<T>(
  answer: Promise<T>,
  isOfObject: (error: EdgeError) => boolean = () => true,
): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error) && isOfObject(error)) return undefined;
    throw error;
  }
}

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
