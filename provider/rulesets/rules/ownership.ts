import type { Rule, Ruleset, RuleWrite } from "../../api";
import { codeOf, markedRef, parseRef, relationOf, type Mark } from "../../marks";

/** `shared` touches only the rules that it declares; `exclusive` owns all of the entry point but managed deployments of others. */
export type Ownership = "shared" | "exclusive";

/** A rule without a ref of its own has its id for one. */
export function refOf(rule: Rule): string {
  return rule.ref ?? rule.id;
}

/** The rules of a ruleset; none where there is no ruleset, or an empty one. */
export function rulesOf(ruleset: Ruleset | undefined): readonly Rule[] {
  return ruleset?.rules ?? [];
}

/**
 * Whether a rule of an entry point deploys a managed ruleset: then an OwaspConfig may manage it, which no state but its own
 * knows of, and whoever owns the rest of the entry point leaves it alone.
 */
export function deploysManaged(
  rule: Rule | RuleWrite,
  { kind, phase }: Pick<Ruleset, "kind" | "phase">,
): boolean {
  return kind !== "custom" && rule.action === "execute" && phase.endsWith("_firewall_managed");
}

/** How a resource tells its own rules from those of others. */
export interface OwnRules {
  /** Stands behind the ref of each rule on the wire. Left out: refs are exact, and the state alone tells which rules are ours. */
  readonly mark?: Mark | undefined;
  /** Rules carry no mark all the same: `refs: "exact"`. Default false. */
  readonly exactRefs?: boolean | undefined;
  /** Refs of unmarked rules that the state holds: made with exact refs, or by a release that knew no marks. */
  readonly ours: ReadonlySet<string>;
  /** Ids of our rules in the state: who edits a rule by its plain ref takes the mark off, and the id stays. Default: none. */
  readonly ids?: ReadonlySet<string> | undefined;
  /** Codes of marks that the state is known to hold: their rules are no orphans. Default: none. */
  readonly held?: ReadonlySet<string> | undefined;
  /** Milliseconds since 1970; an orphan is at most a day old. Default: the age does not matter. */
  readonly now?: number | undefined;
}

/**
 * `ours`: exactly our mark, or unmarked and in our state. `orphan`: made by an interrupted attempt of this resource, and in no
 * state. `sibling`: of another resource of this stack, or of this one's predecessor. `unmarked`: by hand, or by another tool.
 */
export type RuleOwner = "ours" | "orphan" | "sibling" | "unmarked" | "foreign";

const ORPHAN_AGE_MS = 24 * 60 * 60_000;

export function ownerOfRule(rule: Rule, own: OwnRules): RuleOwner {
  const { ref, mark } = parseRef(refOf(rule));
  if (!mark) return own.ours.has(ref) || own.ids?.has(rule.id) ? "ours" : "unmarked";
  if (!own.mark) return "foreign";
  const relation = relationOf(mark, own.mark);
  if (relation === "own") return "ours";
  if (relation !== "attempt") return relation;
  return own.held?.has(codeOf(mark)) || !isRecent(rule.last_updated, own.now) ? "sibling" : "orphan";
}

/** Whether something is so young that an interrupted run may have made it. */
export function isRecent(time: string | null | undefined, now: number | undefined): boolean {
  return now === undefined || now - Date.parse(time ?? "") <= ORPHAN_AGE_MS;
}

/** The ref that the rule has on the wire. */
export function wireRef(ref: string, { mark, exactRefs }: Pick<OwnRules, "mark" | "exactRefs">): string {
  return mark && !exactRefs ? markedRef(ref, mark) : ref;
}

/** The program's name of a live rule: its ref without the mark. */
export function plainRef(rule: Rule): string {
  return parseRef(refOf(rule)).ref;
}

/** Whose a rule of others is, for people: `owned by shop/prod`. */
export function ownerText(rule: Rule): string {
  const { mark } = parseRef(refOf(rule));
  return mark ? `owned by ${mark.owner}` : "without an owner's mark";
}
