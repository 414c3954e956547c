import type { Rule, Ruleset, RuleWrite } from "../../api/wire";
import { codeOf, markedRef, parseRef, relationOf, type Mark } from "../../marks";

/**
 * How much of an entry point a resource manages: with `shared`, only the rules that it declares; with `exclusive`, all rules except
 * foreign deployments of managed rulesets.
 */
export type Ownership = "shared" | "exclusive";

/** Returns the ref of a live rule. The API uses the id as the ref of a rule that has none. */
export function refOf(rule: Rule): string {
  return rule.ref ?? rule.id;
}

/** Returns the rules of a ruleset; an empty list if it is undefined or has none. */
export function rulesOf(ruleset: Pick<Ruleset, "rules"> | undefined): readonly Rule[] {
  return ruleset?.rules ?? [];
}

/**
 * Whether a rule of an entry point deploys a managed ruleset. An OwaspConfig may manage such a rule, without the knowledge of any
 * other resource, so an exclusive owner of the entry point keeps it.
 */
export function deploysManaged(
  rule: Rule | RuleWrite,
  { kind, phase }: Pick<Ruleset, "kind" | "phase">,
): boolean {
  return kind !== "custom" && rule.action === "execute" && phase.endsWith("_firewall_managed");
}

/** What identifies the rules of a resource. */
export interface OwnRules {
  /** The mark that is appended to each ref on the wire. Default: none; refs are exact, and only the state identifies own rules. */
  readonly mark?: Mark | undefined;
  /** Whether rules carry no mark although the resource has one: `refs: "exact"`. Default: false. */
  readonly exactRefs?: boolean | undefined;
  /** The refs of unmarked rules in the state: created with exact refs, or by a release without marks. */
  readonly ours: ReadonlySet<string>;
  /** The ids of own rules in the state. An edit by hand that writes the plain ref removes the mark, but keeps the id. Default: none. */
  readonly ids?: ReadonlySet<string> | undefined;
  /** The codes of marks that the state contains: their rules belong to this stack, whatever its name is now. Default: none. */
  readonly held?: ReadonlySet<string> | undefined;
  /** The ids of rules that the state contains: an unmarked one of them belongs to this stack. Default: none. */
  readonly heldIds?: ReadonlySet<string> | undefined;
  /** The codes of marks of interrupted attempts of this stack: no state contains their rules. Default: none. */
  readonly interrupted?: ReadonlySet<string> | undefined;
  /** Returns the name of another stack that owns an unmarked rule, according to a record. Default: no record. */
  readonly recordedOwner?: ((id: string) => string | undefined) | undefined;
  /** The ids of rules that a person has named for this run: they are taken over whoever owned them. Default: none. */
  readonly named?: ReadonlySet<string> | undefined;
}

/**
 * The owner of a rule, seen from a resource.
 * - `ours`: the rule has the mark of the resource, or it is unmarked and in the state of the resource.
 * - `orphan`: an interrupted attempt of the resource created the rule, and no state contains it.
 * - `suspected`: the mark is that of another attempt of the resource, and nothing proves whose: an interrupted run may have created
 *   the rule, or another stack that has, or had, the names of this one.
 * - `held`: the state contains the mark, or the id of an unmarked rule: the rule belongs to another resource of this stack, or to the
 *   predecessor of the resource.
 * - `sibling`: the mark names another resource of a stack with the names of this one, which the state does not confirm.
 * - `unmarked`: the rule was created by hand, or by another tool.
 * - `foreign`: the rule belongs to another stack, by its mark or by a record.
 */
export type RuleOwner = "ours" | "orphan" | "suspected" | "held" | "sibling" | "unmarked" | "foreign";

/** Returns the owner of a live rule, seen from the resource that `own` describes. */
export function ownerOfRule(rule: Rule, own: OwnRules): RuleOwner {
  const { ref, mark } = parseRef(refOf(rule));
  if (!mark && (own.ours.has(ref) || own.ids?.has(rule.id))) return "ours";
  if (!mark && own.heldIds?.has(rule.id)) return "held";
  if (!mark) return own.recordedOwner?.(rule.id) === undefined ? "unmarked" : "foreign";
  if (!own.mark) return "foreign";
  const relation = relationOf(mark, own.mark);
  if (relation === "own") return "ours";
  if (own.held?.has(codeOf(mark))) return "held";
  if (relation !== "attempt") return relation;
  const isProved = own.interrupted?.has(codeOf(mark)) === true || own.named?.has(rule.id) === true;
  // A rule whose id the state of the resource contains: an interrupted attempt has written its mark into it.
  return isProved || own.ids?.has(rule.id) === true ? "orphan" : "suspected";
}

/**
 * Whether a resource that is read has a rule. A rule of its state that another resource of the stack has taken over belongs to both until an
 * update is complete: if the program of before comes back, the rule is handed back.
 */
export function isReadAsOwn(rule: Rule, own: OwnRules): boolean {
  const owner = ownerOfRule(rule, own);
  return owner === "ours" || (isOfSameStack(owner) && own.ids?.has(rule.id) === true);
}

/** Whether a rule belongs, or may belong, to a resource of this stack: the engine removes it, or its owner keeps it. */
export function isOfSameStack(owner: RuleOwner): boolean {
  return owner === "held" || owner === "sibling" || owner === "suspected";
}

/** Returns the wire ref of a declared rule: with the mark, unless refs are exact. */
export function wireRef(ref: string, { mark, exactRefs }: Pick<OwnRules, "mark" | "exactRefs">): string {
  return mark && !exactRefs ? markedRef(ref, mark) : ref;
}

/** Returns the ref of a live rule as a program declares it, without the mark. */
export function plainRef(rule: Rule): string {
  return parseRef(refOf(rule)).ref;
}

export function ownerText(rule: Rule): string {
  const { mark } = parseRef(refOf(rule));
  return mark ? `owned by ${mark.owner}` : "without an owner's mark";
}

/** The only phase in which custom rulesets of a zone are documented. */
export const ZONE_CUSTOM_PHASE = "http_request_firewall_custom";

/** The resources with rules, with the kind of the ruleset that each manages, and who owns the ruleset. */
export const RULESET_KINDS = {
  AccountEntrypointRuleset: { kind: "root", level: "account" },
  Ruleset: { kind: "custom", level: "account" },
  ZoneCustomRuleset: { kind: "custom", level: "zone" },
  ZoneEntrypointRuleset: { kind: "zone", level: "zone" },
} as const;

/** Whether a resource of that kind has rules of a ruleset. */
export function isRulesetKind(kind: string): kind is keyof typeof RULESET_KINDS {
  return Object.hasOwn(RULESET_KINDS, kind);
}
