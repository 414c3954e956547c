import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../api";
import { isMembers } from "../api/plain";
import type { Claim } from "../rulesets/entrypoint/claim-conflict";
import type { NamedRule } from "../rulesets/hazards/judged-rule";
import type { ResourceRules } from "../rulesets/hazards/known-order";
import { skippedElsewhere } from "../rulesets/hazards/skipped-elsewhere";
import { isLater } from "./is-later";
import type { Agreed } from "./program-claims";

/** A claim, and the rules of its resource if it is about them. */
export interface ClaimedRules {
  readonly claim: Claim;
  readonly rules?: (() => Promise<readonly NamedRule[]>) | undefined;
}

/** Whether a list of rules may contain a skip rule. Otherwise nothing has to be compared. */
export function maySkip(rules: unknown): boolean {
  if (!Array.isArray(rules)) return true;
  return rules.some(
    (rule: unknown) =>
      isLater(rule) || (isMembers(rule) && (rule["action"] === "skip" || isLater(rule["action"]))),
  );
}

/** Returns warnings about skip rules that switch off what other resources of the program declare. Never rejects. */
export async function skipWarnings({ own, others }: Agreed<ClaimedRules>): Promise<Problem[]> {
  try {
    const [mine] = await rulesOf([own]);
    return mine ? skippedElsewhere(mine, await rulesOf(others)) : [];
  } catch (problem) {
    // A warning that cannot be made must not fail the program.
    void pulumi.log.debug(`The skip rules could not be judged: ${String(problem)}`);
    return [];
  }
}

async function rulesOf(claims: readonly ClaimedRules[]): Promise<ResourceRules[]> {
  const read = claims.map(async ({ claim, rules }) => {
    if (!rules) return [];
    const { name, phase } = claim;
    const how = claim.kind === "deployment" ? claim.how : "";
    const placement = claim.kind === "rules" ? claim.placement : undefined;
    return [{ name, how, phase, placement, rules: await rules() }];
  });
  return (await Promise.all(read)).flat();
}
