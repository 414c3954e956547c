import type { Phase, Ruleset } from "../api";
import { isNotFound, type EdgeClient, type RulesetScope } from "../client";

/** The answer, or undefined where there is no such object. Of a removal: what is gone already is a success. */
export async function unlessNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Whose rulesets, and which of them. */
export interface RulesetAddress {
  readonly client: EdgeClient;
  readonly scope: RulesetScope;
  readonly phase: Phase;
}

/** The entry point of a phase, or undefined where there is none yet. */
export function findEntrypoint({ client, scope, phase }: RulesetAddress): Promise<Ruleset | undefined> {
  return unlessNotFound(client.rulesets.entrypoint(scope, phase));
}
