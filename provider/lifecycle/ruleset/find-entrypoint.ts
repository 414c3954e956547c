import type { Phase, Ruleset } from "../../api";
import type { EdgeClient, RulesetScope } from "../../client";
import { isOfPlace } from "../gone-place";
import { unlessNotFound } from "../unless-not-found";

/** The rulesets of one phase in a zone or an account. */
export interface RulesetAddress {
  readonly client: EdgeClient;
  readonly scope: RulesetScope;
  readonly phase: Phase;
}

/** Returns the entry point ruleset of a phase, or undefined if there is none yet. Throws if the zone or account itself is not found. */
export function findEntrypoint({ client, scope, phase }: RulesetAddress): Promise<Ruleset | undefined> {
  return unlessNotFound(client.rulesets.entrypoint(scope, phase), (error) => !isOfPlace(error));
}
