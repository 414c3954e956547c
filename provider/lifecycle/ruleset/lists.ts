import type { RulesetSummary } from "../../api";
import type { Properties } from "../lifecycle";
import type { RulesetAddress } from "./find-entrypoint";
import { sharedList } from "../shared-list";

const lists = sharedList<RulesetSummary[]>();

/** Who asks, and when; `oldest` as in a look into a shared list. */
export interface Asking {
  readonly reader: string;
  readonly now: Date;
  readonly oldest?: number;
}

/**
 * How old the list may be that a removal relies on, in milliseconds: the entry points of a zone are removed one after the
 * other. What somebody adds to an entry point in that time may go with it, as between any read and the removal after it.
 */
export const FRESH_FOR_REMOVAL_MS = 15_000;

/**
 * The list of rulesets, where it proves that the entry point stands as the state has it: the same ruleset, of the same version,
 * changed last at the same time. A version is never given twice, and every change makes one. Undefined where it does not prove
 * that, or where the state does not claim to know the whole of that version: what an earlier release wrote, or a write left
 * half done, holds no `ruleCount`.
 */
export async function listThatProves(
  { client, scope, phase }: RulesetAddress,
  outputs: Properties,
  { reader, now, ...age }: Asking,
): Promise<RulesetSummary[] | undefined> {
  if (typeof outputs["ruleCount"] !== "number" || outputs["lastUpdated"] === undefined) return undefined;
  const look = { key: JSON.stringify(scope), part: phase, reader, now: now.getTime(), ...age };
  const list = await lists.look(client, look, () => client.rulesets.list(scope));
  const listed = list?.find(({ id }) => id === outputs["rulesetId"]);
  const same = listed?.version === outputs["version"] && listed?.last_updated === outputs["lastUpdated"];
  return same ? list : undefined;
}

/** Around every write to a ruleset of that phase. */
export function writingRuleset<R>(
  { client, scope, phase }: RulesetAddress,
  write: () => Promise<R>,
): Promise<R> {
  return lists.writing(client, JSON.stringify(scope), phase, write);
}
