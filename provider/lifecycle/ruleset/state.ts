import { isMembers, type Ruleset } from "../../api";
import { parseRef } from "../../marks";
import {
  isReadAsOwn,
  ownerOfRule,
  plainRef,
  refOf,
  rulesOf,
  rulesToMap,
  type EntrypointInput,
  type OwnRules,
  type RuleState,
  type Ownership,
} from "../../rulesets";
import { pick, requiredText } from "../inputs";
import { PartialFailure, type Properties } from "../lifecycle";
import { HIDDEN } from "../evidence";
import { rulesOfInputs } from "./inputs";
import { secretsOfBoth, withMarkedSecrets } from "../secret-members";
import { withWritten, type Progress } from "./writes";
import { RESTORING, UNMARKED } from "../../properties/hidden";

export function refsOf(outputs: Properties): ReadonlySet<string> {
  return new Set(rulesOfInputs(outputs).map(({ ref }) => ref));
}

/** Returns the ids of the live rules that a resource declares. */
export function declaredIds({ ruleIds }: Properties, inputs: Properties): string[] {
  const ids = isMembers(ruleIds) ? ruleIds : {};
  return [...refsOf(inputs)].flatMap((ref) => (Object.hasOwn(ids, ref) ? [String(ids[ref])] : []));
}

export function ownershipOf(inputs: Properties): Ownership {
  return inputs["ownership"] === "exclusive" ? "exclusive" : "shared";
}

/** Returns the outputs of every resource that writes rules: the properties in `names`, and what the ruleset is like now. */
export function rulesetOutputs(
  inputs: Properties,
  names: readonly string[],
  live: Ruleset | undefined,
  own: OwnRules,
): Properties {
  const refs = refsOf(inputs);
  // Rules with exact refs carry no mark, so what was written under these refs is this resource's.
  const known = own.mark && !own.exactRefs ? own : { ...own, ours: refs };
  const ours = rulesOf(live).filter((rule) => refs.has(plainRef(rule)) && isReadAsOwn(rule, known));
  const unmarked = ours.map(refOf).filter((ref) => !parseRef(ref).mark && known.ours.has(ref));
  return {
    ...pick(inputs, [...names, ...HIDDEN]),
    ...(own.mark && unmarked.length > 0 && { [UNMARKED]: unmarked }),
    rulesetId: live?.id,
    version: live?.version,
    lastUpdated: live?.last_updated,
    ruleIds: Object.fromEntries(ours.map((rule) => [plainRef(rule), rule.id])),
  };
}

/** Returns what a removal needs from a state that knows the whole ruleset. */
export function knownRules(outputs: Properties): {
  rulesetId: string;
  ids: ReadonlyMap<string, string>;
  ruleCount: number;
} {
  const { ruleIds, ruleCount } = outputs;
  return {
    rulesetId: requiredText(outputs, "rulesetId"),
    // The casts hold: `rulesetOutputs` and the lifecycle of entry points write both.
    ids: new Map(Object.entries(ruleIds as Record<string, string>)),
    ruleCount: ruleCount as number,
  };
}

/**
 * Runs a write. After the first request that succeeded, or may have, a failure is a PartialFailure: the engine keeps the id, and
 * updates the resource in the next run. Without an id there is nothing to keep.
 */
export async function withPartialFailure(
  news: Properties,
  olds: Properties,
  progress: Progress,
  own: OwnRules & Pick<EntrypointInput, "keepsOthers">,
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
    // These may not be written yet. The old values stay in the state, so that the next diff shows a change.
    const { ownership, position, description, refs } = olds;
    const marked = left.map((rule) => withMarkedSecrets(rule, rule.ref, olds));
    // The cast holds for everything that is done with the map: a marked value stays as it is.
    const rules = rulesToMap([...wanted, ...(marked as RuleState[])]);
    const what = "Some of the rules may not be written; the next update continues";
    throw new PartialFailure(
      id,
      {
        ...state.outputs({
          ...news,
          ...secretsOfBoth(news, olds, left),
          ownership,
          position,
          description,
          refs,
          rules,
        }),
        ...(own.keepsOthers === true && { [RESTORING]: true }),
      },
      what,
      error,
    );
  }
}
