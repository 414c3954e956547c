import { z } from "zod";
import type { ReviewedToken } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { allowingPolicies, hasUnknownPolicies, judgedTokens, resourceUses } from "./judged-tokens";
import type { EdgePolicy, Verdict } from "./policy";

/** Full keys end as short ones do: `com.<vendor>.api.account.zone.*`. */
const WILDCARD = /^(?:com\.[^.]+\.(?:api|edge)\.)?(?:[a-z0-9]+\.)*(user|account|zone|bucket)\.\*$/;

const Config = z.object({
  allowZonesOfAccount: z
    .boolean()
    .default(false)
    .describe("Whether a token may name all zones of one account. Default: false."),
});
type Config = z.infer<typeof Config>;

/** A token must name its accounts and zones, so that it has no access to what is added later. */
export const forbidWildcardResources: EdgePolicy<Config> = {
  name: "forbid-wildcard-resources",
  displayName: "Tokens name their accounts and zones",
  description:
    "A token must not reach all accounts or all zones: it would also reach every account and zone that is added later.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["tokens", "least-privilege"],
  remediationSteps:
    "Name each account and each zone in resources. If a token must reach all zones of one account, set `allowZonesOfAccount`; if it must reach everything, allow its resource, with a reason.",
  unknownValues: "Unknown resources are reported as not judged, unless a known key is a wildcard.",
  config: Config,
  scope: "resource",
  judge: (resources, { allowZonesOfAccount }) =>
    judgedTokens(resources).flatMap((token) => judgeKeys(token, allowZonesOfAccount)),
};

function judgeKeys(resource: ReviewedToken, allowZonesOfAccount: boolean): Verdict[] {
  if (hasUnknownPolicies(resource)) return [unjudged(resource, "policies")];
  return allowingPolicies(resource).flatMap((policy) => {
    const found = resourceUses(policy).flatMap(({ path, key, isNested }) => {
      const type = WILDCARD.exec(key)?.[1];
      if (type === undefined || (isNested && type === "zone" && allowZonesOfAccount)) return [];
      const which = isNested ? `all ${type}s of the account` : `all ${type}s`;
      const at = resource.isSecret(path) ? `${policy.path}.resources` : path;
      return [verdict(resource, at, `reaches ${which}, also those added later: name each ${type} by its id`)];
    });
    if (found.length > 0 || !policy.hasUnknownResources) return found;
    return [unjudged(resource, `${policy.path}.resources`)];
  });
}
