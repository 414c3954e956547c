import { isMembers, type Rule, type Ruleset } from "../../api";
import {
  deploysManaged,
  differingMembers,
  isReadAsOwn,
  ownerOfRule,
  placementNow,
  plainRef,
  refOf,
  ruleFromWire,
  rulesOf,
  rulesToMap,
  ruleToWire,
  sameRule,
  type OwnRules,
  type Placement,
  type RuleState,
} from "../../rulesets";
import { isStorableRef } from "../../rulebook/shape/check-program-rules";
import { markedResources } from "../../evidence";
import { codeOf, parseRef } from "../../marks";
import { isImport } from "../inputs";
import { areRulesSecret, isSecretMember } from "../secret-members";
import { LifecycleError, type Context, type Properties } from "../lifecycle";
import { rulesOfInputs } from "./inputs";
import { SHOWN } from "../../properties/hidden";

const DECIDE = "Run `pulumi refresh` to bring the changes into the state, then decide which to keep.";

/**
 * Returns the inputs that a live ruleset shows to its resource: in a refresh, and in `edge-platform drift`. Undefined if an entry point
 * has none of its rules any more: the resource is gone. One resource owns a custom ruleset with everything in it.
 */
export function seenInputs(outputs: Properties, live: Ruleset, own: OwnRules): Properties | undefined {
  const isCustom = live.kind === "custom";
  const rules = driftedRules(isCustom ? { ...outputs, ownership: "exclusive" } : outputs, live, own);
  if (!isCustom && rules.length === 0 && rulesOfInputs(outputs).length > 0) return undefined;
  return {
    ...(isCustom && { name: live.name }),
    ...(isDescribed(outputs, live) && { description: live.description ?? "" }),
    ...livePosition(outputs, live, own),
    rules: rulesToMap(rules),
  };
}

/** Whether the resource writes the description. The owner of a custom ruleset clears one that its program does not set. */
function isDescribed({ ownership, description }: Properties, live: Ruleset): boolean {
  if (live.kind === "custom") return description !== undefined || (live.description ?? "") !== "";
  return ownership === "exclusive" && description !== undefined;
}

/** Returns the live position, so that a foreign rule in between shows as a change of `position`. */
function livePosition({ position }: Properties, live: Ruleset, own: OwnRules): Properties {
  if (typeof position !== "string" && !isMembers(position)) return {};
  // `check` has passed the position.
  return { position: placementNow(position as Placement, live, own) };
}

/**
 * Returns the resource's live rules in their order. A rule with an equal meaning stays as the program wrote it, so that a diff
 * shows only drift. An exclusive owner also sees foreign rules, since its next update removes them; `.get` sees every rule.
 */
function driftedRules(outputs: Properties, live: Ruleset, own: OwnRules): RuleState[] {
  const written = new Map(rulesOfInputs(outputs).map((rule) => [rule.ref, rule]));
  const all = outputs["stateVersion"] === undefined;
  const shown = new Set(all ? readRules(outputs, live) : shownRules(outputs, live, own));
  const names = namesOf(live);
  return rulesOf(live).flatMap((rule) => {
    const ref = plainRef(rule);
    const ours = !all && isReadAsOwn(rule, own);
    const before = ours ? written.get(ref) : undefined;
    if (before) return [asWritten(before, rule)];
    if (ours) return [{ ...ruleFromWire(rule), ref }];
    return shown.has(rule) ? [{ ...ruleFromWire(rule), ref: names.get(rule) ?? ref }] : [];
  });
}

/** Returns the rules that `.get` sees: all. An import takes only rules without a mark, since those with one have an owner. */
function readRules(outputs: Properties, live: Ruleset): readonly Rule[] {
  if (!isImport(outputs)) return rulesOf(live);
  const taken = rulesOf(live).filter((rule) => !hasOwner(rule));
  const lost = taken.find((rule) => !isStorableRef(plainRef(rule)));
  if (lost)
    throw new LifecycleError(
      `The ruleset ${live.id} cannot be imported: it has a rule with ref ${JSON.stringify(refOf(lost))}, which a state cannot have. ` +
        `Give the rule another ref. Its id is ${lost.id}.`,
    );
  return taken;
}

/** Returns the rules that an import leaves out, because another resource owns them. */
export function leftByImport(live: Ruleset): Rule[] {
  return rulesOf(live).filter(hasOwner);
}

/**
 * Names the owners of rules: `shop/prod (waf): "admin", "tls"; blog/prod: "comments"`. A mark has the names of project and stack; the
 * state of this run's stack also tells the resource.
 */
export async function ownersText(context: Context, rules: readonly Rule[]): Promise<string> {
  const { stack } = context.run;
  const answer = stack === undefined ? undefined : await context.exportStack(stack);
  const names = answer && "document" in answer ? markedResources(answer.document) : new Map<string, string>();
  const byOwner = new Map<string, string[]>();
  for (const rule of rules) {
    const { ref, mark } = parseRef(refOf(rule));
    const name = mark && names.get(codeOf(mark));
    const owner = `${mark?.owner ?? ""}${name === undefined ? "" : ` (${name})`}`;
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), JSON.stringify(ref)]);
  }
  return [...byOwner].map(([owner, refs]) => `${owner}: ${refs.join(", ")}`).join("; ");
}

function hasOwner(rule: Rule): boolean {
  return parseRef(refOf(rule)).mark !== undefined;
}

/** Returns the outputs that mark foreign rules in a state as such: see `shownRefs`. */
export function shownOutputs(outputs: Properties, live: Ruleset, own: OwnRules): Properties {
  const refs = shownRules(outputs, live, own).map(refOf);
  return refs.length > 0 ? { [SHOWN]: refs } : {};
}

/** Returns the wire refs of the foreign rules that the last refresh has shown to an exclusive owner. */
export function shownRefs(outputs: Properties): ReadonlySet<string> {
  const refs = outputs[SHOWN];
  return new Set(Array.isArray(refs) ? refs.map(String) : []);
}

function shownRules(outputs: Properties, live: Ruleset, own: OwnRules): Rule[] {
  if (outputs["ownership"] !== "exclusive") return [];
  return rulesOf(live).filter((rule) => !isReadAsOwn(rule, own) && !deploysManaged(rule, live));
}

/** Returns a unique name for each foreign rule: its plain ref, or its ref on the wire if several rules have that plain ref. */
function namesOf(live: Ruleset): ReadonlyMap<Rule, string> {
  const plain = rulesOf(live).map(plainRef);
  return new Map(
    rulesOf(live).map((rule) => {
      const ref = plainRef(rule);
      return [rule, plain.indexOf(ref) === plain.lastIndexOf(ref) ? ref : refOf(rule)];
    }),
  );
}

/** For `onConcurrentChange: "fail"`: throws if the resource's rules have drifted since the state was written. */
export function refuseChangesSince(olds: Properties, live: Ruleset, own: OwnRules): void {
  if (olds["rulesetId"] === live.id && olds["version"] === live.version) return;
  const changes = changesOf(olds, live, own);
  if (changes.length === 0) return;
  throw new LifecycleError(
    `Somebody changed these rules since version ${String(olds["version"])} (now ${live.version}), and ` +
      `onConcurrentChange is "fail". Nothing was written.\n${changes.join("\n")}\n${DECIDE}`,
  );
}

/** For `onConcurrentChange: "fail"`: throws if somebody changed the rules of `news` while they were written. */
export function refuseChangesMeanwhile(news: Properties, live: Ruleset, own: OwnRules): void {
  const changes = changesOf(news, live, own);
  if (changes.length === 0) return;
  throw new LifecycleError(
    `Somebody changed these rules while they were written (now version ${live.version}), and ` +
      `onConcurrentChange is "fail".\n${changes.join("\n")}\n${DECIDE}`,
  );
}

/** Describes how the live rules differ from those of a state or a program, one line for each difference. */
function changesOf(known: Properties, live: Ruleset, own: OwnRules): string[] {
  const mine = rulesOf(live).filter((rule) => ownerOfRule(rule, own) === "ours");
  const rules = new Map(mine.map((rule) => [plainRef(rule), rule]));
  const ours = rulesOfInputs(known);
  const isHidden = areRulesSecret(known);
  const names = new Map(ours.map(({ ref }, index) => [ref, isHidden ? `rules[${index}]` : ref]));
  const nameOf = (ref: string) => names.get(ref) ?? ref;
  const changes = ours.flatMap((before) => {
    const now = rules.get(before.ref);
    if (!now) return [`  ${nameOf(before.ref)}: removed`];
    const seen = { ...ruleToWire(before), ref: refOf(now) };
    return differingMembers(now, seen).map((member) => {
      // A changed secret may still contain most of the old one.
      if (isSecretMember(known, before.ref, camelCase(member)))
        return `  ${nameOf(before.ref)}: ${member} was changed`;
      // The member is a name of either rule.
      const [last, found] = [seen, now].map((rule) =>
        JSON.stringify((rule as Record<string, unknown>)[member]),
      );
      return `  ${nameOf(before.ref)}: ${member} was ${last}, is ${found}`;
    });
  });
  const order = ours.map(({ ref }) => ref).filter((ref) => rules.has(ref));
  const now = [...rules.keys()].filter((ref) => order.includes(ref));
  const moved = order.some((ref, index) => ref !== now[index]);
  const listed = (refs: readonly string[]) => refs.map(nameOf).join(", ");
  return moved ? [...changes, `  the order was ${listed(order)}, is ${listed(now)}`] : changes;
}

function asWritten(before: RuleState, live: Rule): RuleState {
  const wire = { ...ruleToWire(before), ref: refOf(live) };
  if (sameRule(live, wire)) return before;
  const now = { ...ruleFromWire(live), ref: before.ref };
  const drifted = new Set(differingMembers(live, wire).map(camelCase));
  const kept = Object.entries(before).filter(([member]) => !drifted.has(member));
  const changed = Object.entries(now).filter(([member]) => drifted.has(member));
  // The cast holds: each member is copied from one of two rules.
  return Object.fromEntries([...kept, ...changed]) as unknown as RuleState;
}

function camelCase(member: string): string {
  return member.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
