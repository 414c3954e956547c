import type { Phase, Rule, Ruleset } from "../api";
import { deploysManaged, refOf, rulesOf, type Ownership } from "./ownership";
import type { Placement } from "./placement";
import type { RuleArgs } from "./rule-args";

export interface EntrypointInput {
  /** What is there now; undefined where the phase has no entry point. */
  readonly live: Ruleset | undefined;
  readonly phase: Phase;
  /** Set when the entry point is made, and later by an exclusive owner only. */
  readonly description?: string | undefined;
  /** Ours, in their order. */
  readonly rules: readonly RuleArgs[];
  /** Refs of our last outputs; none at create. */
  readonly ours: ReadonlySet<string>;
  readonly ownership: Ownership;
  /** Of the last outputs. An owner that was `shared` has to be allowed to remove what it finds. Default: as `ownership`. */
  readonly previousOwnership?: Ownership | undefined;
  readonly placement?: Placement | undefined;
  /** Rules of others may be taken over by their ref, and removed by an exclusive owner. */
  readonly takeOver?: boolean | undefined;
  readonly kind: "zone" | "root" | "custom";
  /** Of a new ruleset. Default: the name that the API gives to the entry points that it makes itself. */
  readonly name?: string | undefined;
}

/** The parts of the live entry point. */
export interface Parts {
  /** The rules of others that stay as they are, those that an exclusive owner removes, and those that we no longer want. */
  readonly kept: readonly Rule[];
  readonly intruding: readonly Rule[];
  readonly dropped: readonly Rule[];
  /** Live rules that have a ref of ours. */
  readonly present: ReadonlyMap<string, Rule>;
}

/** Tells whose each live rule is. */
export function partRules(live: Ruleset, { rules, ours, ownership }: EntrypointInput): Parts {
  const wanted = new Set(rules.map(({ ref }) => ref));
  const present = new Map<string, Rule>();
  const parts = { kept: [] as Rule[], intruding: [] as Rule[], dropped: [] as Rule[], present };
  for (const rule of rulesOf(live)) {
    const ref = refOf(rule);
    if (wanted.has(ref)) present.set(ref, rule);
    else if (ours.has(ref)) parts.dropped.push(rule);
    else if (ownership === "shared" || deploysManaged(rule, live)) parts.kept.push(rule);
    else parts.intruding.push(rule);
  }
  return parts;
}
