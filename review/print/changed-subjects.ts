import type { Review, Subject } from "../changes/review";

/** Returns the changed resources of a review. */
export function changedSubjects({ places, tokens, others }: Review): Subject[] {
  return [...places.flatMap(({ rulesets, owasp }) => [...rulesets, ...owasp]), ...tokens, ...others];
}
