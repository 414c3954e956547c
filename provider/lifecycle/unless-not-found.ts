import { isNotFound, type EdgeError } from "../client";

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
