import { fromLiveRuleset, fromLiveToken, type LivePlace } from "../model/from-live";
import type { Reviewed } from "../model/reviewed";
import type { EdgePolicy } from "../policies/policy";
import type { Live } from "./live";
import type { LiveFinding } from "./posture";

const SEVERITIES: readonly LiveFinding["severity"][] = ["critical", "high", "medium", "low"];

/** Returns what the policies report about what is live, with their default configuration, the most severe first. */
export function liveFindings(live: Live, policies: readonly EdgePolicy[]): LiveFinding[] {
  const resources = reviewedOf(live);
  return policies
    .filter(({ enforcementLevel }) => enforcementLevel !== "disabled")
    .flatMap((policy) => {
      const { name, scope, displayName, severity, enforcementLevel, remediationSteps } = policy;
      const config = policy.config.parse({});
      const found =
        scope === "stack"
          ? policy.judge(resources, config)
          : resources.flatMap((resource) => policy.judge([resource], config));
      return found.map(({ urn, path, message }) => ({
        ...{ policy: name, displayName, severity, enforcementLevel, remediationSteps, urn, path, message },
      }));
    })
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

function reviewedOf({ zones, accounts, tokens }: Live): Reviewed[] {
  return [
    ...zones.flatMap(({ zone: { id, name }, rulesets }) =>
      rulesets.map((ruleset) => fromLiveRuleset(ruleset, { level: "zone", id, name })),
    ),
    ...accounts.flatMap(({ id, name = id, rulesets }) =>
      rulesets.map((ruleset) => fromLiveRuleset(ruleset, { level: "account", id, name })),
    ),
    ...tokens.map(({ token, accountId }) => fromLiveToken(token, ownerPlace(accountId))),
  ];
}

function ownerPlace(accountId: string | undefined): LivePlace {
  return accountId === undefined
    ? { level: "user", id: "", name: "" }
    : { level: "account", id: accountId, name: accountId };
}
