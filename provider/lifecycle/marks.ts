import { codeOf, madeByStack, parseMark, type Mark } from "../marks";
import type { RulesetSummary } from "../api";
import type { Properties } from "./lifecycle";
import { MARK, SECRET_MEMBERS } from "../properties/hidden";

/** The hidden inputs that the state keeps. */
export const HIDDEN: readonly string[] = [MARK, SECRET_MEMBERS];

/** Returns undefined for a state of a release without marks, and for `.get`. */
export function markOf(properties: Properties): Mark | undefined {
  const text = properties[MARK];
  return typeof text === "string" ? parseMark(text) : undefined;
}

/** Whether all marks of an object are those of other resources, or of other attempts of this one. */
export function isMarkedByOther(marks: readonly Mark[], outputs: Properties): boolean {
  const own = markOf(outputs);
  // A resource without a mark marks nothing, so whoever marked its object has taken it over.
  return marks.length > 0 && !marks.some((mark) => own && codeOf(mark) === codeOf(own));
}

/** Whether a resource of the mark's stack made the entry point. */
export function isMadeByStack(live: { readonly name: string } | undefined, mark: Mark | undefined): boolean {
  return live !== undefined && mark !== undefined && madeByStack(live.name, mark);
}

/**
 * Whether an entry point is removed once it is empty: this resource made it according to the state, or a resource of some stack
 * according to its name. Nobody else would remove it later. One of another stack stays if it has a description.
 */
export function goesWhenEmpty(
  live: Pick<RulesetSummary, "name" | "description">,
  outputs: Properties,
): boolean {
  if (outputs["createdEntrypoint"] === true || isMadeByStack(live, markOf(outputs))) return true;
  return madeByStack(live.name) && (live.description ?? "") === "";
}
