import { z } from "zod";
import type { ReviewedToken } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { allowingPolicies, hasUnknownPolicies, judgedTokens, resourceUses } from "./judged-tokens";
import type { EdgePolicy, Verdict } from "./policy";

const USER = /^(?:com\.[^.]+\.api\.)?user(?:\.|$)/;

const Config = z.object({});
type Config = z.infer<typeof Config>;

/** A token must have no access to a user: what reads or changes a person's account belongs to no deployment. */
export const forbidUserResources: EdgePolicy<Config> = {
  name: "forbid-user-resources",
  displayName: "Tokens have no access to users",
  description:
    "A token must not name a user among its resources: such a token acts on a person's account, and ends with it.",
  severity: "high",
  enforcementLevel: "advisory",
  tags: ["tokens", "least-privilege"],
  remediationSteps:
    "Use permission groups of accounts and zones, and a token that an account owns. A token that creates tokens for a user needs the user: allow its resource, with a reason.",
  unknownValues: "Unknown resources are reported as not judged, unless a known key names a user.",
  config: Config,
  scope: "resource",
  judge: (resources) => judgedTokens(resources).flatMap(judgeKeys),
};

function judgeKeys(resource: ReviewedToken): Verdict[] {
  if (hasUnknownPolicies(resource)) return [unjudged(resource, "policies")];
  return allowingPolicies(resource).flatMap((policy) => {
    const path = `${policy.path}.resources`;
    // The key contains the id of a person, so the message does not repeat it.
    if (resourceUses(policy).some(({ key }) => USER.test(key))) {
      const what = "names a user: use resources of accounts and zones, or allow the resource, with a reason";
      return [verdict(resource, path, what)];
    }
    return policy.hasUnknownResources ? [unjudged(resource, path)] : [];
  });
}
