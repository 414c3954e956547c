import { REASONS, type ReasonId } from "../registry/reasons";
import type { Reason, RulesetReview, Severity } from "./review";

/** The parts of a reason besides its id and its severity. */
type Facts = Omit<Reason, "id" | "severity">;

/** Makes a reason with the severity that the registry gives to it: of two, the lesser one if that is meant. */
export function reasonOf(id: ReasonId, facts: Facts, isLesser = false): Reason {
  const [worse, lesser = worse] = REASONS[id].level.split(" or ");
  // The type of the registry allows only severities.
  return { id, severity: (isLesser ? lesser : worse) as Severity, ...facts };
}

/** Returns a function that makes reasons about a resource. */
export function about({ urn, label }: Pick<RulesetReview, "urn" | "label">) {
  return (id: ReasonId, text: string, path = "", isLesser = false) =>
    reasonOf(id, { text: `${label}: ${text}`, urn, path }, isLesser);
}

/** Returns the reasons that exist. */
export function present(reasons: readonly (Reason | false)[]): Reason[] {
  return reasons.filter((reason) => reason !== false);
}
