import { isUnknown } from "../../provider/api";
import { addressKey, entrypointAddress } from "../model/entrypoint-address";
import type { ReviewedRuleset } from "../model/reviewed";
import type { RulesetVersions } from "./placed-rules";
import { laterOf } from "./shown";

/** A ruleset of the stack before and after a change. */
export interface StackRuleset extends RulesetVersions {
  readonly isChanging: boolean;
}

/** The rulesets of a stack by where they are. */
export class StackRulesets {
  private readonly entrypoints = new Map<string, StackRuleset[]>();
  private readonly places = new Map<string, ReviewedRuleset[]>();

  constructor(rulesets: readonly StackRuleset[]) {
    for (const one of rulesets) {
      const ruleset = laterOf(one.before, one.after);
      add(this.entrypoints, entrypointKey(ruleset), one);
      for (const version of [one.before, one.after])
        if (version) add(this.places, placeKey(version), version);
    }
  }

  /** Returns those with rules in the same entry point. Empty for a custom ruleset, and if the place is not known. */
  inEntrypoint(ruleset: ReviewedRuleset): readonly StackRuleset[] {
    return this.entrypoints.get(entrypointKey(ruleset) ?? "") ?? [];
  }

  /** Returns both versions of those in the same zone or account. Empty if it is not known. */
  inPlace(ruleset: ReviewedRuleset): readonly ReviewedRuleset[] {
    return this.places.get(placeKey(ruleset) ?? "") ?? [];
  }
}

function entrypointKey(ruleset: ReviewedRuleset): string | undefined {
  const address = entrypointAddress(ruleset);
  return address && addressKey(address);
}

function placeKey({ place: { level, id } }: ReviewedRuleset): string | undefined {
  return id === undefined || isUnknown(id) ? undefined : `${level} ${id}`;
}

function add<T>(groups: Map<string, T[]>, key: string | undefined, item: T): void {
  if (key === undefined) return;
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
