import type { Identity, Reviewed } from "../model/reviewed";
import type { Finding } from "./policy";

/** Returns the finding that a value is not known before the update, so that a policy cannot judge it yet. */
export function unjudged({ urn, label }: Identity, path: string): Finding {
  const message = `${label}: ${path} cannot be judged before the update, because it is not known yet.`;
  return { urn, path, message, isUnjudged: true };
}

/** Returns a finding for each rule that is unknown as a whole, and one for `rules` if the whole list is unknown. */
export function unknownRules(resource: Reviewed): Finding[] {
  if (resource.kind !== "ruleset" || !resource.hasUnknownRules) return [];
  if (resource.rules.length === 0) return [unjudged(resource, "rules")];
  return resource.rules
    .filter(({ wire }) => wire["action"] === undefined && wire["expression"] === undefined)
    .map(({ path }) => unjudged(resource, path));
}
