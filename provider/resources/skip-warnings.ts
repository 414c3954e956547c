import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../api";
import { isMembers } from "../api/plain";
import { resourceRules } from "../claims/conflicts";
import type { DeclaredPart } from "../claims/declaration";
import type { NamedRule } from "../rulesets/hazards/judged-rule";
import type { ResourceRules } from "../rulesets/hazards/known-order";
import { skippedElsewhere } from "../rulesets/hazards/skipped-elsewhere";
import { isLater } from "./is-later";
import type { Agreed } from "./program-claims";

/** A claim to a part of a zone or account, and the rules of its resource if it is about them. */
export interface ClaimedPart extends DeclaredPart {
  /** Returns the rules in wire names. They do not hold up the claim, and are read only if a skip rule may concern them. */
  readonly rules?: () => Promise<readonly NamedRule[]>;
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
export async function skipWarnings({ own, others }: Agreed<ClaimedPart>): Promise<Problem[]> {
  try {
    const [mine] = await rulesOf([own]);
    return mine ? skippedElsewhere(mine, await rulesOf(others)) : [];
  } catch (problem) {
    // A warning that cannot be made must not fail the program.
    void pulumi.log.debug(`The skip rules could not be judged: ${String(problem)}`);
    return [];
  }
}

async function rulesOf(claims: readonly ClaimedPart[]): Promise<ResourceRules[]> {
  const read = claims.map(async ({ claim, rules }) => (rules ? [resourceRules(claim, await rules())] : []));
  return (await Promise.all(read)).flat();
}
