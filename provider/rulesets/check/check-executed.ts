import { found, isMembers, isUnknown, kindOf, pathTo } from "../../api";
import type { Problem } from "../../api/problem";
import type { RulesetSummary } from "../../api/wire";
import { type KnownPlace, managedRuleset, type Reader } from "../../rulebook";
import type { RuleState } from "../rules/rule-map";
import { nearestWords } from "../../words";

type ExecutedAt = KnownPlace & Pick<Reader, "secret">;

const LISTED = 5;

/**
 * Reports rules that execute a ruleset which cannot be executed there. `listed` are all rulesets that the zone or account lists: its
 * own, and the managed rulesets that it can use.
 */
export function checkExecuted(
  rules: readonly RuleState[],
  listed: readonly RulesetSummary[],
  at: ExecutedAt,
): Problem[] {
  return executedIds(rules).flatMap(({ id, ref }) => {
    const message = refusalOf(id, listed, at);
    if (message === undefined) return [];
    return [{ path: `rules[${JSON.stringify(ref)}].actionParameters.id`, message }];
  });
}

/** Warns of rules that skip a ruleset which the zone or account does not list: nobody documents that the API refuses them. */
export function warnOfSkipped(
  rules: readonly RuleState[],
  listed: readonly RulesetSummary[],
  at: ExecutedAt,
): Problem[] {
  return rules.flatMap(({ ref, action, actionParameters = {} }) => {
    const { rulesets, rules: byRuleset } = actionParameters;
    if (action !== "skip") return [];
    const named = [
      ...(Array.isArray(rulesets)
        ? rulesets.map((id: unknown, index) => [id, `rulesets[${index}]`] as const)
        : []),
      ...(isMembers(byRuleset) && !isUnknown(byRuleset)
        ? Object.keys(byRuleset).map((id) => [id, pathTo("rules", id)] as const)
        : []),
    ];
    return named.flatMap(([id, member]) => {
      if (typeof id !== "string" || isUnknown(id) || managedRuleset(id)) return [];
      if (listed.some((one) => one.id === id)) return [];
      const message = `names no ruleset of this ${placeOf(at)}, found ${shown(id, at)}${candidates(id, listed, at)}`;
      return [{ path: `rules[${JSON.stringify(ref)}].actionParameters.${member}`, message }];
    });
  });
}

function executedIds(rules: readonly RuleState[]): { id: string; ref: string }[] {
  return rules.flatMap(({ ref, action, actionParameters }) => {
    const id = action === "execute" ? actionParameters?.["id"] : undefined;
    return typeof id === "string" && !isUnknown(id) ? [{ id, ref }] : [];
  });
}

function refusalOf(id: string, listed: readonly RulesetSummary[], at: ExecutedAt): string | undefined {
  const ruleset = listed.find((one) => one.id === id);
  if (!ruleset) {
    // The rule book judges what is public. Whether a plan includes it is up to the API.
    if (managedRuleset(id)) return undefined;
    const ofAccount =
      at.kind === "zone"
        ? "; a zone cannot execute a custom ruleset of its account: execute that one in an AccountEntrypointRuleset"
        : "";
    return `names no ruleset that this ${placeOf(at)} can execute, found ${shown(id, at)}${candidates(id, listed, at)}${ofAccount}`;
  }
  if (!isExecutable(ruleset))
    return `names the entry point of the phase ${ruleset.phase}, and only managed and custom rulesets can be executed${candidates(id, listed, at)}`;
  if (ruleset.phase === at.phase) return undefined;
  return `names ${JSON.stringify(ruleset.name)} of the phase ${ruleset.phase}, and the rule is in the phase ${at.phase}${candidates(id, listed, at)}`;
}

function candidates(id: string, listed: readonly RulesetSummary[], at: ExecutedAt): string {
  const { phase, secret } = at;
  const fitting = listed.filter((one) => isExecutable(one) && one.phase === phase);
  if (fitting.length === 0) return `; this ${placeOf(at)} has no ruleset of the phase ${phase} to execute`;
  const ids = fitting.map((one) => one.id);
  const near = secret === true ? [] : nearestWords(id, ids);
  const first = fitting.filter((one) => near.length === 0 || near.includes(one.id)).slice(0, LISTED);
  const names = first.map((one) => `${one.id} (${one.name})`).join(", ");
  return near.length > 0 ? `; did you mean ${names}?` : `; rulesets of the phase ${phase} here are ${names}`;
}

function isExecutable({ kind }: RulesetSummary): boolean {
  return kind === "managed" || kind === "custom";
}

function placeOf({ kind }: KnownPlace): string {
  return kind === "zone" ? "zone" : "account";
}

function shown(id: string, { secret }: ExecutedAt): string {
  return secret === true ? kindOf(id) : found(id);
}
