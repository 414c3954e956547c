import type { Properties } from "../provider/lifecycle";

/** A failed check of one property. */
export interface CheckFailure {
  /** Empty if the engine must not print the property's value. */
  readonly property: string;
  readonly reason: string;
}

/**
 * Names the property of a failure. The engine prints the value of a property of the resource itself, so only a failure about a
 * plain, public value names one; all others have a path, of which the engine knows no value.
 */
export function failureOf(path: string, reason: string, given: Properties): CheckFailure {
  const value = given[path];
  const isShown = typeof value === "object" && value !== null;
  return isShown ? { property: "", reason: `${path}: ${reason}` } : { property: path, reason };
}
