import { isNotFound } from "../client";

/** Returns the answer, or undefined if there is no such object: then a removal has nothing left to do. */
export async function unlessNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
