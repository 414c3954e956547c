import type { Phase, Rule, Ruleset, RuleWrite } from "../../api/wire";
import {
  deploysManaged,
  isOfSameStack,
  ownerOfRule,
  plainRef,
  refOf,
  rulesOf,
  wireRef,
  type Ownership,
  type OwnRules,
  type RuleOwner,
} from "../rules/ownership";
import type { Placement } from "./placement";
import type { RuleState } from "../rules/rule-map";

/** The members of a live entry point that a plan depends on. */
export type LiveEntrypoint = Pick<Ruleset, "description" | "kind" | "phase" | "rules">;

/** The declared rules of a resource and the live entry point: what a plan of writes is made from. */
export interface EntrypointInput extends OwnRules {
  /** The live entry point; undefined if the phase has none. */
  readonly live: LiveEntrypoint | undefined;
  readonly phase: Phase;
  /** The description. It is written when the entry point is created; later, only an exclusive owner changes it. */
  readonly description?: string | undefined;
  /** The rules that the program declares, in order. */
  readonly rules: readonly RuleState[];
  readonly ownership: Ownership;
  /**
   * The ownership in the last outputs; undefined when the resource is created. A resource that already was exclusive removes foreign
   * rules without `takeOver`.
   */
  readonly previousOwnership?: Ownership | undefined;
  readonly placement?: Placement | undefined;
  /** Allows to take over unmarked rules by their ref, and an exclusive owner to remove foreign rules. Default: false. */
  readonly takeOver?: boolean | undefined;
  readonly kind: "zone" | "root" | "custom";
  /** The name of a new ruleset. Default: the name that the API gives to the entry points that it creates itself. */
  readonly name?: string | undefined;
  /** The refs that other resources of the program declare for this entry point. Default: none. */
  readonly elsewhere?: ReadonlySet<string> | undefined;
  /**
   * Whether a rule, by its id, stays when the resource no longer declares it: another resource of the program manages the rule. Default:
   * no rule does.
   */
  readonly isKept?: ((id: string) => boolean) | undefined;
  /** Whether no resource of the program but the predecessor of this one manages a rule, by its id. Default: true for every rule. */
  readonly isFree?: ((id: string) => boolean) | undefined;
  /** The wire refs of foreign rules that a refresh has added to the state of an exclusive owner. Default: none. */
  readonly shown?: ReadonlySet<string> | undefined;
  /** Whether rules of others stay whatever the ownership says: nothing that the program declares has changed. Default: false. */
  readonly keepsOthers?: boolean | undefined;
  /** Whether the last update wrote exact refs: then each own rule without a mark gets its mark now. Default: false. */
  readonly exactBefore?: boolean | undefined;
}

/** A declared rule that already exists in the live entry point. */
export interface Present {
  readonly rule: Rule;
  /** Whether the live ref does not prove ownership yet, so that the rule must be written even if its content is equal. */
  readonly unproved: boolean;
}

/** The rules of the live entry point, by what a plan does with them. */
export interface ClassifiedRules {
  /** Rules that stay unchanged: foreign rules, and rules of siblings that the engine removes later. */
  readonly kept: readonly Rule[];
  /** Foreign rules that an exclusive owner removes. */
  readonly intruding: readonly Rule[];
  /** Own rules that the program no longer declares, and orphans that match no declared rule. */
  readonly dropped: readonly Rule[];
  /** Declared rules that already exist, by plain ref. */
  readonly present: ReadonlyMap<string, Present>;
  /** Rules of siblings that a declared rule replaces, by plain ref. The new rule goes right behind its predecessor. */
  readonly predecessors: ReadonlyMap<string, Rule>;
}

export function classifyRules(live: LiveEntrypoint, input: EntrypointInput): ClassifiedRules {
  const rules = rulesOf(live).map((rule, index) => {
    const [ref, owner] = [plainRef(rule), ownerOfRule(rule, input)];
    return { rule, index, ref, owner, deployed: deployedBy(rule, live) };
  });
  const byRef = groupRules(rules, ({ ref }) => ref);
  const byDeployed = groupRules(rules, ({ deployed }) => deployed);
  const chosen = new Map(
    input.rules.flatMap((declared) => {
      const sameRef = byRef.get(declared.ref) ?? [];
      const deployed = deployedId(declared);
      const sameDeployed = (deployed === undefined ? undefined : byDeployed.get(deployed)) ?? [];
      const [best] = [...sameRef, ...sameDeployed]
        .flatMap((one) => {
          const rank = rankOf(one, declared, input);
          return rank === undefined ? [] : [{ ...one, rank }];
        })
        .sort((a, b) => a.rank - b.rank || a.index - b.index);
      return best ? [[best.rule, declared.ref] as const] : [];
    }),
  );
  const present = new Map<string, Present>();
  const predecessors = new Map<string, Rule>();
  const parts = { kept: [] as Rule[], intruding: [] as Rule[], dropped: [] as Rule[], present, predecessors };
  const declared = new Set(input.rules.map(({ ref }) => ref));
  for (const { rule, ref: plain, owner } of rules) {
    const ref = chosen.get(rule);
    if (ref !== undefined) present.set(ref, { rule, unproved: isUnproved(rule, ref, owner, input) });
    else if (input.isKept?.(rule.id)) parts.kept.push(rule);
    else if (owner === "ours" || owner === "orphan") parts.dropped.push(rule);
    else if (staysFor(rule, owner, live, input)) parts.kept.push(rule);
    else parts.intruding.push(rule);
    if (isOfSameStack(owner) && ref === undefined) predecessors.set(plain, rule);
  }
  for (const ref of predecessors.keys()) if (!declared.has(ref) || present.has(ref)) predecessors.delete(ref);
  return parts;
}

/** Returns the id of the managed ruleset that a zone's rule deploys. A zone can deploy each managed ruleset only once. */
export function deployedBy(rule: Rule | RuleWrite, site: Pick<Ruleset, "kind" | "phase">): unknown {
  return site.kind === "zone" && deploysManaged(rule, site) ? rule.action_parameters?.["id"] : undefined;
}

interface OwnedRule {
  readonly rule: Rule;
  readonly ref: string;
  readonly owner: RuleOwner;
  /** The id of the managed ruleset that the rule deploys. */
  readonly deployed: unknown;
}

/** Returns the rules by a key, so that each declared rule is compared only with those that may match. */
function groupRules<Owned>(rules: readonly Owned[], keyOf: (rule: Owned) => unknown): Map<unknown, Owned[]> {
  const groups = new Map<unknown, Owned[]>();
  for (const rule of rules) {
    const group = groups.get(keyOf(rule));
    if (group === undefined) groups.set(keyOf(rule), [rule]);
    else group.push(rule);
  }
  return groups;
}

function deployedId({ action, actionParameters }: RuleState): unknown {
  return action === "execute" ? actionParameters?.["id"] : undefined;
}

/** Ranks how well a live rule matches a declared rule: lower is better, undefined is no match. */
function rankOf(
  { rule, ref, owner, deployed }: OwnedRule,
  declared: RuleState,
  input: EntrypointInput,
): number | undefined {
  if (ref === declared.ref) {
    if (owner === "ours") return refOf(rule) === wireRef(declared.ref, input) ? 0 : 1;
    if (owner === "orphan") return 2;
    if (isLeftBehind(rule, owner, input) && !input.elsewhere?.has(ref)) return 3;
    if (isTakeable(rule, owner, input)) return 4;
  }
  // The API rejects a second deployment of a managed ruleset, so the declared rule takes over that of another resource in the state.
  if (deployed === undefined || deployed !== deployedId(declared)) return undefined;
  const isOfState = owner === "ours" || owner === "orphan" || owner === "held";
  return isOfState || isTakeable(rule, owner, input) ? 5 : undefined;
}

/**
 * Whether a resource of this stack that no longer declares the rule, or that the program no longer has, leaves it behind. The state proves
 * that: it has the mark of the rule, or the rule in the resource itself, from which a failed run has taken it.
 */
function isLeftBehind(rule: Rule, owner: RuleOwner, { ids, isFree }: EntrypointInput): boolean {
  const isProved = owner === "held" || (isOfSameStack(owner) && ids?.has(rule.id) === true);
  return isProved && isFree?.(rule.id) !== false;
}

/** Whether the program or a person has asked to take over a rule of another owner. */
function isTakeable(rule: Rule, owner: RuleOwner, { takeOver, named }: EntrypointInput): boolean {
  return (owner === "unmarked" && takeOver === true) || named?.has(rule.id) === true;
}

function isUnproved(rule: Rule, ref: string, owner: RuleOwner, input: EntrypointInput): boolean {
  if (refOf(rule) === wireRef(ref, input)) return false;
  if (input.exactRefs === true || input.exactBefore === true) return true;
  // An unmarked rule in the state of a release without marks gets its mark when its content changes next.
  return !(owner === "ours" && input.ours.has(refOf(rule)));
}

function staysFor(
  rule: Rule,
  owner: RuleOwner,
  live: LiveEntrypoint,
  { ownership, shown, keepsOthers }: EntrypointInput,
): boolean {
  if (ownership === "shared" || keepsOthers === true || deploysManaged(rule, live)) return true;
  // In a replacement, the engine removes the predecessor after its successor exists. A rule that a refresh has shown is none.
  return isOfSameStack(owner) && !shown?.has(refOf(rule));
}

/**
 * Returns the rule of another stack at the edge where `position` wants these rules. If the other stack wants that edge too, each
 * update of one moves its rules past those of the other.
 */
export function rivalAtEdge(input: EntrypointInput): Rule | undefined {
  const { placement, live } = input;
  if (placement !== "first" && placement !== "last") return undefined;
  const rule = rulesOf(live).at(placement === "first" ? 0 : -1);
  return rule && ownerOfRule(rule, input) === "foreign" ? rule : undefined;
}
