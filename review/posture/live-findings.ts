import { findPolicyFindings, type JudgedFinding } from "../changes/find-policy-findings";
import { policySettings } from "../changes/policy-settings";
import { fromLiveRuleset, fromLiveToken, type LivePlace } from "../model/from-live";
import type { Reviewed } from "../model/reviewed";
import type { EdgePolicy } from "../policies/policy";
import type { Live } from "./live";

/** Returns what the policies report about what is live, with their default configuration, the most severe first. */
export function liveFindings(live: Live, policies: readonly EdgePolicy[]): JudgedFinding[] {
  return findPolicyFindings(policySettings(policies, {}), { before: [], after: reviewedOf(live) }).findings;
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
