import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../api";
import { refsElsewhere } from "../claims/conflicts";
import { declareEntrypoint, refOf, type EntrypointArgs, type Place } from "../claims/declare-parts";
import { isLater } from "./is-later";
import { claim, conflictsOfAll } from "./program-claims";
import { type ClaimedPart, maySkip, skipWarnings } from "./skip-warnings";
import { knownRules } from "./warn-about-rules";
import { whenKnown } from "./when-known";
import { CONFLICTS, ELSEWHERE } from "../properties/hidden";

/** What claims of a resource lead to: hidden inputs, and what is logged at the resource. */
export interface Claims {
  readonly inputs: {
    /** Why the claims contradict those of other resources. `check` reports it. */
    readonly [CONFLICTS]?: pulumi.Input<Problem[]>[];
    /** The refs that other resources declare: a rule that moves to one of them is removed only after it is written there. */
    readonly [ELSEWHERE]?: pulumi.Input<string[]>;
  };
  readonly warnings?: pulumi.Output<Problem[]>;
}

/** Declares the rules of an entry point ruleset, and what they deploy. */
export function claimEntrypoint(name: string, place: Place, args: EntrypointArgs): Claims {
  const { rules } = args;
  const [first, ...more] = declareEntrypoint(name, place, args, refsOf(rules));
  const own = claim<ClaimedPart>(
    whenKnown(first.values, (known) => ({ ...first.read(known), rules: () => knownRules(rules) })),
  );
  const others = more.flatMap(({ values, read }) => claim(whenKnown(values, read)) ?? []);
  if (own === undefined) return { inputs: {} };
  const inputs = { [CONFLICTS]: conflictsOfAll([own, ...others]) };
  const warnings = maySkip(rules) && { warnings: own.apply(skipWarnings) };
  // A preview writes nothing, so no rule moves.
  if (pulumi.runtime.isDryRun()) return { inputs, ...warnings };
  const elsewhere = own.apply((agreed) => refsElsewhere(agreed.own, agreed.others));
  return { inputs: { ...inputs, [ELSEWHERE]: elsewhere }, ...warnings };
}

/** Returns only the refs, since another unknown member would make the whole rule unknown. */
function refsOf(rules: unknown): unknown {
  if (!Array.isArray(rules))
    return later(rules).apply((known) => (Array.isArray(known) ? known.map(refOf) : []));
  return rules.map((rule: unknown) => (isLater(rule) ? later(rule).apply(refOf) : refOf(rule)));
}

function later(value: unknown): pulumi.Output<unknown> {
  return pulumi.output(value);
}
