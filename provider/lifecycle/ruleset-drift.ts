import type { Rule, Ruleset } from "../api";
import {
  deploysManaged,
  differingMembers,
  refOf,
  ruleFromWire,
  rulesOf,
  ruleToWire,
  sameRule,
  type RuleArgs,
} from "../rulesets";
import { rulesOfInputs } from "./ruleset-inputs";
import { isSecretInput } from "./inputs";
import { LifecycleError, type Properties } from "./lifecycle";

/**
 * Our rules as they stand now, in their order: as the program wrote them where that is what is there, so that only what
 * drifted shows. An exclusive owner sees the rules of others too, since it would remove them; `.get` sees every rule.
 */
export function driftedRules(outputs: Properties, live: Ruleset): RuleArgs[] {
  const written = new Map(rulesOfInputs(outputs).map((rule) => [rule.ref, rule]));
  const all = outputs["stateVersion"] === undefined;
  const exclusive = outputs["ownership"] === "exclusive";
  return rulesOf(live).flatMap((rule) => {
    const before = written.get(refOf(rule));
    if (before) return [asWritten(before, rule)];
    return all || (exclusive && !deploysManaged(rule, live)) ? [ruleFromWire(rule)] : [];
  });
}

/** For `onConcurrentChange: "fail"`: somebody else has changed, moved or removed a rule of ours since it was last seen. */
export function refuseChangesSince(olds: Properties, live: Ruleset): void {
  if (olds["rulesetId"] === live.id && olds["version"] === live.version) return;
  const changes = changesOf(olds, live);
  if (changes.length === 0) return;
  throw new LifecycleError(
    `Somebody changed these rules since version ${String(olds["version"])} (now ${live.version}), and onConcurrentChange is "fail". ` +
      `Nothing was written.\n${changes.join("\n")}\nRun \`pulumi refresh\` to take the changes into the state, then decide.`,
  );
}

/** The same where it happened while the rules of `news` were written. */
export function refuseChangesMeanwhile(news: Properties, live: Ruleset): void {
  const changes = changesOf(news, live);
  if (changes.length === 0) return;
  throw new LifecycleError(
    `Somebody changed these rules while they were written (now version ${live.version}), and onConcurrentChange is "fail".\n` +
      `${changes.join("\n")}\nRun \`pulumi refresh\` to take the changes into the state, then decide.`,
  );
}

/** In what our rules differ from what a state or a program has: a line each. */
function changesOf(known: Properties, live: Ruleset): string[] {
  const secret = isSecretInput(known, "rules");
  const rules = new Map(rulesOf(live).map((rule) => [refOf(rule), rule]));
  const ours = rulesOfInputs(known);
  const changes = ours.flatMap((before) => {
    const now = rules.get(before.ref);
    if (!now) return [`  ${before.ref}: removed`];
    const seen = ruleToWire(before);
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

function asWritten(before: RuleArgs, live: Rule): RuleArgs {
  const wire = ruleToWire(before);
  if (sameRule(live, wire)) return before;
  const now = ruleFromWire(live);
  const drifted = new Set(differingMembers(live, wire).map(camelCase));
  const kept = Object.entries(before).filter(([member]) => !drifted.has(member));
  const changed = Object.entries(now).filter(([member]) => drifted.has(member));
  // Each member comes from one of two rules, whole.
  return Object.fromEntries([...kept, ...changed]) as unknown as RuleArgs;
}

function camelCase(member: string): string {
  return member.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
