/** What a preview hands over in the place of a value that only an apply will know; of a string, or of a whole object or array. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: unknown): value is typeof UNKNOWN {
  return value === UNKNOWN;
}

/** Whether the value, or anything inside of it, is not known yet. */
export function containsUnknown(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isUnknown(value);
  return Object.values(value).some(containsUnknown);
}
