import type { Phase, Ruleset, RulesetSummary } from "../../api";
import type { EdgeClient, RulesetScope } from "../../client";
import { isOfPlace } from "../gone-place";
import type { Properties } from "../lifecycle";
import { SharedList } from "../shared-list";
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

/** Returns a ruleset by its id, or undefined if it is gone. Throws if the zone or account itself is not found. */
export function findRuleset(
  client: EdgeClient,
  scope: RulesetScope,
  id: string,
): Promise<Ruleset | undefined> {
  return unlessNotFound(client.rulesets.get(scope, id), (error) => !isOfPlace(error));
}

const lists = new SharedList<RulesetSummary[]>();

/** Who needs a list, and when; `oldest` as in `ListLookup`. */
interface Asking {
  readonly reader: string;
  readonly now: Date;
  readonly oldest?: number;
}

/**
 * Returns the list of rulesets if it proves that the entry point is unchanged since the state was written: same id, same version,
 * same `last_updated`. Every change makes a new version, and the API never reuses one. Returns undefined if the list proves no
 * such thing, or if the state does not know the whole version: after a partial write, or by an earlier release, it has no
 * `ruleCount`.
 */
export async function listThatProves(
  address: RulesetAddress,
  outputs: Properties,
  asking: Asking,
): Promise<RulesetSummary[] | undefined> {
  if (typeof outputs["ruleCount"] !== "number" || outputs["lastUpdated"] === undefined) return undefined;
  const list = await lookedUp(address, asking);
  const listed = list?.find(({ id }) => id === outputs["rulesetId"]);
  const same = listed?.version === outputs["version"] && listed?.last_updated === outputs["lastUpdated"];
  return same ? list : undefined;
}

/** Lists the rulesets of a zone or an account, or returns undefined if this process has written to that phase since. */
export function lookedUp(
  { client, scope, phase }: RulesetAddress,
  { reader, now, ...age }: Asking,
): Promise<RulesetSummary[] | undefined> {
  const lookup = { key: JSON.stringify(scope), part: phase, reader, now: now.getTime(), ...age };
  return lists.lookUp(client, lookup, () => client.rulesets.list(scope));
}

/** Runs a write to a ruleset of that phase, which invalidates the cached list. */
export function writingRuleset<R>(
  { client, scope, phase }: RulesetAddress,
  write: () => Promise<R>,
): Promise<R> {
  return lists.writing(client, JSON.stringify(scope), phase, write);
}
