import type { Phase, Rule, Ruleset, RuleWrite } from "../../api";
import {
  deploysManaged,
  ownerOfRule,
  plainRef,
  refOf,
  rulesOf,
  wireRef,
  type Ownership,
  type OwnRules,
} from "../rules/ownership";
import type { Placement } from "./placement";
import type { RuleState } from "../rules/rule-state";

export interface EntrypointInput extends OwnRules {
  /** What is there now; undefined where the phase has no entry point. */
  readonly live: Ruleset | undefined;
  readonly phase: Phase;
  /** Set when the entry point is made, and later by an exclusive owner only. */
  readonly description?: string | undefined;
  /** The rules that the program declares, in their order. */
  readonly rules: readonly RuleState[];
  readonly ownership: Ownership;
  /** Of the last outputs; undefined when the resource is made. An exclusive owner removes what others add later without asking. */
  readonly previousOwnership?: Ownership | undefined;
  readonly placement?: Placement | undefined;
  /** Unmarked rules may be taken over by their ref, and rules of others removed by an exclusive owner. */
  readonly takeOver?: boolean | undefined;
  readonly kind: "zone" | "root" | "custom";
  /** Of a new ruleset. Default: the name that the API gives to the entry points that it makes itself. */
  readonly name?: string | undefined;
  /** Refs that other resources of the program declare for this entry point. Default: none. */
  readonly elsewhere?: ReadonlySet<string> | undefined;
  /** Wire refs of rules of others that a refresh has shown to an exclusive owner. Default: none. */
  readonly shown?: ReadonlySet<string> | undefined;
}

/** A declared rule that is live already. */
export interface Present {
  readonly rule: Rule;
  /** Its ref on the wire is not ours yet: it has to be written for that alone. */
  readonly unproved: boolean;
}

/** The parts of the live entry point. */
export interface ClassifiedRules {
  /** Rules that stay as they are: those of others, and those of siblings that the engine removes later. */
  readonly kept: readonly Rule[];
  /** Rules of others that an exclusive owner removes. */
  readonly intruding: readonly Rule[];
  /** Our rules that the program no longer declares, and orphans that it does not need. */
  readonly dropped: readonly Rule[];
  /** Declared rules that are live, by plain ref. */
  readonly present: ReadonlyMap<string, Present>;
  /** Rules of siblings in whose place a declared rule comes, by plain ref: a replacement stands where its predecessor stood. */
  readonly predecessors: ReadonlyMap<string, Rule>;
}

/** Tells whose each live rule is. */
export function classifyRules(live: Ruleset, input: EntrypointInput): ClassifiedRules {
  const rules = rulesOf(live);
  const chosen = new Map(
    input.rules.flatMap((declared) => {
      const [best] = rules
        .map((rule) => ({ rule, rank: rankOf(rule, declared, live, input) }))
        .filter(({ rank }) => rank !== undefined)
        .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
      return best ? [[best.rule, declared.ref] as const] : [];
    }),
  );
  const present = new Map<string, Present>();
  const predecessors = new Map<string, Rule>();
  const parts = { kept: [] as Rule[], intruding: [] as Rule[], dropped: [] as Rule[], present, predecessors };
  const declared = new Set(input.rules.map(({ ref }) => ref));
  for (const rule of rules) {
    const ref = chosen.get(rule);
    const owner = ownerOfRule(rule, input);
    if (ref !== undefined) present.set(ref, { rule, unproved: isUnproved(rule, ref, owner, input) });
    else if (owner === "ours" || owner === "orphan") parts.dropped.push(rule);
    else if (staysFor(rule, owner, live, input)) parts.kept.push(rule);
    else parts.intruding.push(rule);
    if (owner === "sibling" && ref === undefined) predecessors.set(plainRef(rule), rule);
  }
  for (const ref of predecessors.keys()) if (!declared.has(ref) || present.has(ref)) predecessors.delete(ref);
  return parts;
}

/** The id of the managed ruleset that a rule deploys; a zone deploys each only once. */
export function deployedBy(rule: Rule | RuleWrite, site: Pick<Ruleset, "kind" | "phase">): unknown {
  return site.kind === "zone" && deploysManaged(rule, site) ? rule.action_parameters?.["id"] : undefined;
}

/** How good a live rule is as the declared one: the lower, the better; undefined where it is not the declared one. */
function rankOf(rule: Rule, declared: RuleState, live: Ruleset, input: EntrypointInput): number | undefined {
  const owner = ownerOfRule(rule, input);
  if (plainRef(rule) === declared.ref) {
    if (owner === "ours") return refOf(rule) === wireRef(declared.ref, input) ? 0 : 1;
    if (owner === "orphan") return 2;
    if (owner === "unmarked" && input.takeOver) return 3;
  }
  // A second deployment of one managed ruleset is refused, so the one of a sibling is handed over as it stands.
  const deployed = declared.action === "execute" ? declared.actionParameters?.["id"] : undefined;
  if (deployed === undefined || deployedBy(rule, live) !== deployed) return undefined;
  return owner === "foreign" || (owner === "unmarked" && !input.takeOver) ? undefined : 4;
}

function isUnproved(
  rule: Rule,
  ref: string,
  owner: ReturnType<typeof ownerOfRule>,
  input: EntrypointInput,
): boolean {
  if (refOf(rule) === wireRef(ref, input)) return false;
  // An unmarked rule that the state holds gets its mark with the next change of its own.
  return input.exactRefs === true || !(owner === "ours" && input.ours.has(refOf(rule)));
}

function staysFor(
  rule: Rule,
  owner: ReturnType<typeof ownerOfRule>,
  live: Ruleset,
  { ownership, shown }: EntrypointInput,
): boolean {
  if (ownership === "shared" || deploysManaged(rule, live)) return true;
  // The engine removes a predecessor after its successor is there; what a refresh still shows is no predecessor.
  return owner === "sibling" && !shown?.has(refOf(rule));
}
