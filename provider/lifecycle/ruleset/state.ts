import type { Ruleset } from "../../api";
import { parseRef } from "../../marks";
import {
  ownerOfRule,
  plainRef,
  refOf,
  rulesOf,
  rulesToMap,
  type OwnRules,
  type Ownership,
} from "../../rulesets";
import { rulesOfInputs } from "./inputs";
import { withWritten, type Progress } from "./writes";
import { pick, requiredText } from "../inputs";
import { PartialFailure, type Properties } from "../lifecycle";
import { MARK, UNMARKED } from "../marks";

/** Options that affect how a write is done, not its content. */
export const MANNERS: readonly string[] = ["takeOver", "onConcurrentChange"];

export function refsOf(outputs: Properties): ReadonlySet<string> {
  return new Set(rulesOfInputs(outputs).map(({ ref }) => ref));
}

export function ownershipOf(inputs: Properties): Ownership {
  return inputs["ownership"] === "exclusive" ? "exclusive" : "shared";
}

/** What every resource that writes rules keeps: those of `names` that are set, and what the ruleset is like now. */
export function rulesetOutputs(
  inputs: Properties,
  names: readonly string[],
  live: Ruleset | undefined,
  own: OwnRules,
): Properties {
  const refs = refsOf(inputs);
  // Once they are written, the state alone tells which rules with exact refs are ours.
  const known = own.mark && !own.exactRefs ? own : { ...own, ours: refs };
  const ours = rulesOf(live).filter(
    (rule) => refs.has(plainRef(rule)) && ownerOfRule(rule, known) === "ours",
  );
  const unmarked = ours.map(refOf).filter((ref) => !parseRef(ref).mark && known.ours.has(ref));
  return {
    ...pick(inputs, [...names, MARK]),
    ...(own.mark && unmarked.length > 0 && { [UNMARKED]: unmarked }),
    rulesetId: live?.id,
    version: live?.version,
    lastUpdated: live?.last_updated,
    ruleIds: Object.fromEntries(ours.map((rule) => [plainRef(rule), rule.id])),
  };
}

/** Of a state that knows the whole ruleset: its id, the ids of our rules by ref, and the number of all rules. */
export function knownRules(outputs: Properties): {
  rulesetId: string;
  ids: ReadonlyMap<string, string>;
  ruleCount: number;
} {
  const { ruleIds, ruleCount } = outputs;
  return {
    rulesetId: requiredText(outputs, "rulesetId"),
    // Both as `rulesetOutputs` and the lifecycle of entry points have written them.
    ids: new Map(Object.entries(ruleIds as Record<string, string>)),
    ruleCount: ruleCount as number,
  };
}

/**
 * Runs a write. From the first request that succeeded, or may have, a failure keeps what is known: the engine then has the id,
 * and updates next time. Without an id there is nothing to keep.
 */
export async function keeping(
  news: Properties,
  olds: Properties,
  progress: Progress,
  own: OwnRules,
  state: { id: () => string | undefined; outputs: (inputs: Properties) => Properties },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const id = state.id();
    if (id === undefined || (!progress.wrote && progress.unsure.size === 0)) throw error;
    const ours = rulesOf(progress.live).filter((rule) =>
      ["ours", "orphan"].includes(ownerOfRule(rule, withWritten(own, progress))),
    );
    const done = new Set([...ours.map(plainRef), ...[...progress.unsure].map((ref) => parseRef(ref).ref)]);
    const wanted = rulesOfInputs(news).filter(({ ref }) => done.has(ref));
    const left = rulesOfInputs(olds).filter(
      ({ ref }) => done.has(ref) && !wanted.some((rule) => rule.ref === ref),
    );
    // What is not reached yet stays as it was, so that the next difference shows it.
    const { ownership, position, description } = olds;
    const rules = rulesToMap([...wanted, ...left]);
    const what = "Not all of the rules are known to be written; the next update goes on";
    throw new PartialFailure(
      id,
      state.outputs({ ...news, ownership, position, description, rules }),
      what,
      error,
    );
  }
}
