/** The placeholder of the engine, in a preview, for a string, object or array that only the update will know. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value is unknown. */
export function isUnknown(value: unknown): value is typeof UNKNOWN {
  return value === UNKNOWN;
}

/** Whether a text was made of an Output, as by a template string: the SDK's Output returns this as its string and JSON forms. */
export function isOutputText(text: string): boolean {
  return /Calling \[to(?:String|JSON)\] on an \[Output<T>\] is not supported/.test(text);
}

/** Whether a value, or any value inside it, is unknown. */
export function containsUnknown(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isUnknown(value);
  return Object.values(value).some(containsUnknown);
}
