import { isMembers } from "../../api";
import type { Problem } from "../../api/problem";
import { alwaysTrue, type Expression } from "../../filter";
import { OWASP_RULESET, OWASP_SCORING_RULE } from "../../rulebook/managed-rulesets";
import {
  areApart,
  coversAll,
  type JudgedRule,
  judgedRules,
  skipsTheRest,
} from "../../rulebook/hazards/judged-rule";
import { isBefore, type ResourceRules } from "./known-order";
import { joinPaths } from "../../rulebook/hazards/hazard";

/** A skip rule whose condition is known. */
interface Skip extends JudgedRule {
  readonly condition: Expression;
}

/** The entry point of this phase runs before those that its skip rules can name. */
const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";

/**
 * Finds skip rules that switch off what other resources declare in the same zone or account, although the API accepts both: rules
 * and deployments whose requests all match the condition of the skip rule. Nothing is claimed where that is not clear, or where
 * the order of the rules is not known. Products are left out: those names do not reach the rules of any phase. `other` is the resource
 * whose rules are skipped.
 */
export function skippedElsewhere(
  own: ResourceRules,
  others: readonly ResourceRules[],
): (Problem & { readonly other: ResourceRules })[] {
  const rules = judgedRules(own.rules);
  const judged = others.map((other) => ({ other, all: judgedRules(other.rules) }));
  if (others.length === 0) return [];
  return rules.flatMap((rule, index) => {
    if (!isSkip(rule)) return [];
    const earlier = skipsPhases(own, rule) ? earlierSkips(own, rules.slice(0, index), rule, judged) : [];
    return judged.flatMap(({ other, all }) => {
      const skipped = all.filter(
        (target) =>
          namesPlace(own, rule, earlier, other, target) && coversAll(rule.condition, target.condition),
      );
      const message = describe(own, rule, other, skipped, skipped.length === all.length);
      return message === undefined ? [] : [{ path: rule.path, message, other }];
    });
  });
}

/** Returns the rules of the same entry point that may be in front of a skip rule, and may skip it. */
function earlierSkips(
  own: ResourceRules,
  before: readonly JudgedRule[],
  rule: Skip,
  judged: readonly { readonly other: ResourceRules; readonly all: readonly JudgedRule[] }[],
): JudgedRule[] {
  const beside = judged
    .filter(({ other }) => other.phase === own.phase)
    .flatMap(({ other, all }) => all.filter((one) => isBefore(own, rule, other, one) !== true));
  return [...before, ...beside].filter((one) => one.action === undefined || skipsTheRest(one));
}

function skipsPhases(own: ResourceRules, { parameters }: Skip): boolean {
  return own.phase === CUSTOM && Array.isArray(parameters["phases"]);
}

function isSkip(rule: JudgedRule): rule is Skip {
  return rule.action === "skip" && rule.condition !== undefined;
}

/**
 * Whether a request that matches the skip rule surely skips the rule of the other resource. `earlier` are the rules of the same entry
 * point that may skip the skip rule.
 */
function namesPlace(
  own: ResourceRules,
  rule: Skip,
  earlier: readonly JudgedRule[],
  other: ResourceRules,
  target: JudgedRule,
): boolean {
  const { phases } = rule.parameters;
  if (skipsPhases(own, rule) && Array.isArray(phases) && phases.includes(other.phase))
    return earlier.every((one) => areApart(one, target));
  if (other.phase !== own.phase) return false;
  const precedes = isBefore(own, rule, other, target);
  const isManaged = own.phase === MANAGED;
  // A skip of everything without a known order skips the deployment, or nothing at all.
  if (skipsTheRest(rule)) return precedes ?? (isManaged && deploys(target) && alwaysTrue(rule.condition));
  // An exception behind the deployment that it names would have no effect, which is a fault as well.
  return precedes !== false && isManaged && namesDeployment(rule, target);
}

function deploys({ action, parameters }: JudgedRule): boolean {
  return action === "execute" && typeof parameters["id"] === "string";
}

/** Whether a skip rule names the managed ruleset of a deploying rule, or the scoring rule without which it does nothing. */
function namesDeployment({ parameters: { rulesets, rules } }: Skip, target: JudgedRule): boolean {
  if (!deploys(target)) return false;
  const { id } = target.parameters;
  if (Array.isArray(rulesets) && rulesets.includes(id)) return true;
  const single = isMembers(rules) && id === OWASP_RULESET ? rules[OWASP_RULESET] : undefined;
  return Array.isArray(single) && single.includes(OWASP_SCORING_RULE);
}

function describe(
  own: ResourceRules,
  { condition }: Skip,
  other: ResourceRules,
  skipped: readonly JudgedRule[],
  isWhole: boolean,
): string | undefined {
  if (skipped.length === 0) return undefined;
  const isDeployment = other.how !== "";
  const owner = `${JSON.stringify(other.name)}${other.how}`;
  const rules = joinPaths(skipped.map(({ path }) => path));
  const cure = `narrow the expression of this rule of ${JSON.stringify(own.name)}, or remove one of the two`;
  if (alwaysTrue(condition)) {
    const what = isDeployment ? "the managed ruleset" : isWhole ? "the rules" : rules;
    return `every request skips ${what} of ${owner} in ${other.phase}: ${cure}`;
  }
  if (isDeployment)
    return `skips every request that ${owner} selects in ${other.phase}, so its managed ruleset never runs: ${cure}`;
  const [verb, subject] =
    skipped.length > 1 ? ["match", "those rules never run"] : ["matches", "that rule never runs"];
  return `skips every request that ${rules} of ${owner} in ${other.phase} ${verb}, so ${subject}: ${cure}`;
}
