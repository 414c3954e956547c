import type { Rule, Ruleset } from "../../api";
import {
  deploysManaged,
  differingMembers,
  ownerOfRule,
  plainRef,
  refOf,
  ruleFromWire,
  rulesOf,
  ruleToWire,
  sameRule,
  type OwnRules,
  type RuleState,
} from "../../rulesets";
import { rulesOfInputs } from "./inputs";
import { isSecretInput } from "../inputs";
import { LifecycleError, type Properties } from "../lifecycle";

/** In outputs, hidden from diffs: `shownRefs`. */
const SHOWN = "__shown";

/**
 * Our rules as they stand now, in their order: as the program wrote them where that is what is there, so that only what
 * drifted shows. An exclusive owner sees the rules of others too, since it would remove them; `.get` sees every rule.
 */
export function driftedRules(outputs: Properties, live: Ruleset, own: OwnRules): RuleState[] {
  const written = new Map(rulesOfInputs(outputs).map((rule) => [rule.ref, rule]));
  const all = outputs["stateVersion"] === undefined;
  const shown = new Set(all ? rulesOf(live) : shownRules(outputs, live, own));
  const names = namesOf(live);
  return rulesOf(live).flatMap((rule) => {
    const ref = plainRef(rule);
    const ours = !all && ownerOfRule(rule, own) === "ours";
    const before = ours ? written.get(ref) : undefined;
    if (before) return [asWritten(before, rule)];
    if (ours) return [{ ...ruleFromWire(rule), ref }];
    return shown.has(rule) ? [{ ...ruleFromWire(rule), ref: names.get(rule) ?? ref }] : [];
  });
}

/** Which of them are not ours, for the state to tell them from rules of ours that have the same ref: see `shownRefs`. */
export function shownOutputs(outputs: Properties, live: Ruleset, own: OwnRules): Properties {
  const refs = shownRules(outputs, live, own).map(refOf);
  return refs.length > 0 ? { [SHOWN]: refs } : {};
}

/** Wire refs of the rules of others that the last refresh has shown to an exclusive owner. */
export function shownRefs(outputs: Properties): ReadonlySet<string> {
  const refs = outputs[SHOWN];
  return new Set(Array.isArray(refs) ? refs.map(String) : []);
}

function shownRules(outputs: Properties, live: Ruleset, own: OwnRules): Rule[] {
  if (outputs["ownership"] !== "exclusive") return [];
  return rulesOf(live).filter((rule) => ownerOfRule(rule, own) !== "ours" && !deploysManaged(rule, live));
}

/** What rules are called that are not ours: by their plain ref where no other rule has it, else by the ref on the wire. */
function namesOf(live: Ruleset): ReadonlyMap<Rule, string> {
  const plain = rulesOf(live).map(plainRef);
  return new Map(
    rulesOf(live).map((rule) => {
      const ref = plainRef(rule);
      return [rule, plain.indexOf(ref) === plain.lastIndexOf(ref) ? ref : refOf(rule)];
    }),
  );
}

/** For `onConcurrentChange: "fail"`: somebody else has changed, moved or removed a rule of ours since it was last seen. */
export function refuseChangesSince(olds: Properties, live: Ruleset, own: OwnRules): void {
  if (olds["rulesetId"] === live.id && olds["version"] === live.version) return;
  const changes = changesOf(olds, live, own);
  if (changes.length === 0) return;
  throw new LifecycleError(
    `Somebody changed these rules since version ${String(olds["version"])} (now ${live.version}), and onConcurrentChange is "fail". ` +
      `Nothing was written.\n${changes.join("\n")}\nRun \`pulumi refresh\` to take the changes into the state, then decide.`,
  );
}

/** The same where it happened while the rules of `news` were written. */
export function refuseChangesMeanwhile(news: Properties, live: Ruleset, own: OwnRules): void {
  const changes = changesOf(news, live, own);
  if (changes.length === 0) return;
  throw new LifecycleError(
    `Somebody changed these rules while they were written (now version ${live.version}), and onConcurrentChange is "fail".\n` +
      `${changes.join("\n")}\nRun \`pulumi refresh\` to take the changes into the state, then decide.`,
  );
}

/** In what our rules differ from what a state or a program has: a line each. */
function changesOf(known: Properties, live: Ruleset, own: OwnRules): string[] {
  const secret = isSecretInput(known, "rules");
  const mine = rulesOf(live).filter((rule) => ownerOfRule(rule, own) === "ours");
  const rules = new Map(mine.map((rule) => [plainRef(rule), rule]));
  const ours = rulesOfInputs(known);
  const changes = ours.flatMap((before) => {
    const now = rules.get(before.ref);
    if (!now) return [`  ${before.ref}: removed`];
    const seen = { ...ruleToWire(before), ref: refOf(now) };
    return differingMembers(now, seen).map((member) => {
      // What somebody made of a secret may hold most of it.
      if (secret) return `  ${before.ref}: ${member} was changed`;
      const [last, found] = [seen, now].map((rule) =>
        JSON.stringify((rule as Record<string, unknown>)[member]),
      );
      return `  ${before.ref}: ${member} was ${last}, is ${found}`;
    });
  });
  const order = ours.map(({ ref }) => ref).filter((ref) => rules.has(ref));
  const now = [...rules.keys()].filter((ref) => order.includes(ref));
  const moved = order.some((ref, index) => ref !== now[index]);
  return moved ? [...changes, `  the order was ${order.join(", ")}, is ${now.join(", ")}`] : changes;
}

function asWritten(before: RuleState, live: Rule): RuleState {
  const wire = { ...ruleToWire(before), ref: refOf(live) };
  if (sameRule(live, wire)) return before;
  const now = { ...ruleFromWire(live), ref: before.ref };
  const drifted = new Set(differingMembers(live, wire).map(camelCase));
  const kept = Object.entries(before).filter(([member]) => !drifted.has(member));
  const changed = Object.entries(now).filter(([member]) => drifted.has(member));
  // Each member comes from one of two rules, whole.
  return Object.fromEntries([...kept, ...changed]) as unknown as RuleState;
}

function camelCase(member: string): string {
  return member.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
