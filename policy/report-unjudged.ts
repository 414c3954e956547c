import type { StackValidationPolicy } from "@pulumi/policy";
import { REPORT_UNJUDGED } from "../review/policies/pack-policies";
import type { Verdict } from "../review/model/reviewed";

/** By policy and URN, what could not be judged in this run. The engine starts a process per preview and per update. */
const collected = new Map<string, { readonly policy: string; readonly findings: readonly Verdict[] }>();

/** Keeps what a policy could not judge, and returns the findings to report. */
export function keepUnjudged(policy: string, urn: string, findings: readonly Verdict[]): Verdict[] {
  const unjudged = findings.filter(({ isUnjudged }) => isUnjudged === true);
  // A resource that is replaced is judged twice; the last time counts.
  const key = `${policy} ${urn}`;
  if (unjudged.length > 0) collected.set(key, { policy, findings: unjudged });
  else collected.delete(key);
  return findings.filter(({ isUnjudged }) => isUnjudged !== true);
}

/** Reports what no policy could judge. Must be the last policy of a pack: stack policies run in their order, after all others. */
export const reportUnjudged: StackValidationPolicy = {
  ...REPORT_UNJUDGED,
  tags: [...REPORT_UNJUDGED.tags],
  validateStack: (_args, reportViolation) => {
    for (const { policy, findings } of collected.values()) {
      for (const { message, urn } of findings) reportViolation(`${policy}: ${message}`, urn);
    }
    collected.clear();
  },
};
