import { isMembers } from "../api";
import type { Members } from "../api/arguments";
import type { Phase } from "../api/wire";
import { isUnknown } from "../api/unknown";
import { checkAction, checkDescription, checkLogging } from "./action";
import { constraints, levelOf, type RuleContext, type Violation, violation } from "./constraint";
import { checkEntitlements } from "./entitlements";
import { checkEnterprise, checkExecute, EXECUTE } from "./execute";
import { checkExposedCredentials } from "./exposed-credentials";
import { checkExpression } from "./expression-limits";
import { managedRuleset } from "./managed-rulesets";
import { PARAMETER_CHECKS, type ParameterCheck } from "./parameters";
import { customLevelsOf, isPhase, levelsOf } from "./phases";
import { checkRateLimit } from "./rate-limit";
import { checkSkip, checkSkipPlace } from "./skip";

type RuleCheck = (rule: Members, context: RuleContext) => Iterable<Violation>;

/** The checks of `action_parameters`, by action. */
const PARAMETERS: Readonly<Record<string, ParameterCheck>> = {
  execute: checkExecute,
  skip: checkSkip,
  ...PARAMETER_CHECKS,
};

/** The checks of every rule, one topic a line. */
const TOPICS: readonly RuleCheck[] = [
  checkAction,
  checkParameters,
  checkExpression,
  checkEnterprise,
  checkSkipPlace,
  checkLogging,
  checkDescription,
  checkRateLimit,
  checkExposedCredentials,
  checkEntitlements,
];

/**
 * Returns the constraints that a rule breaks. The rule has wire names; values of the wrong type pass, since the schemas in
 * `provider/api` report them, and so do the unknown values of a preview.
 */
export function checkRule(rule: Members, context: RuleContext): Violation[] {
  return TOPICS.flatMap((check) => [...check(rule, context)]);
}

function* checkParameters(rule: Members, context: RuleContext): Iterable<Violation> {
  const { action, action_parameters: parameters } = rule;
  if (typeof action !== "string" || !isMembers(parameters)) return;
  const check = Object.hasOwn(PARAMETERS, action) ? PARAMETERS[action] : undefined;
  for (const { path, ...found } of check?.(parameters, context, rule) ?? [])
    yield { ...found, path: ["action_parameters", ...path] };
}

export const RULESET_PLACE = constraints({
  "phase-level": {
    says: "An entry point belongs to a level that its phase has: zone, account or both.",
    source: "developers docs, ruleset-engine/reference/phases-list; for the code an API answer",
    confidence: "documented",
    code: 20004,
  },
  "custom-ruleset-phase": {
    says: "Custom rulesets exist in `http_request_firewall_custom`, and in accounts also in `http_ratelimit`, `http_request_firewall_managed` and `magic_transit`.",
    source: "developers docs, waf/reference/phases; other phases are not mentioned",
    confidence: "inferred",
  },
});

/** Checks where a ruleset of a phase can be. The paths of violations are those of the ruleset. */
export function checkRulesetPlace({ phase, kind, level }: Omit<RuleContext, "nameOf">): Violation[] {
  if (isUnknown(phase) || !isPhase(phase) || kind === "managed") return [];
  const owner = levelOf({ kind, level });
  const levels = levelsOf(phase);
  if ((kind === "custom" ? customLevelsOf(phase) : levels).includes(owner)) return [];
  if (kind === "custom") {
    const message = `no documentation mentions custom rulesets of ${article(owner)} in the phase ${phase}; the API may refuse this one`;
    return [violation(RULESET_PLACE["custom-ruleset-phase"], ["phase"], message)];
  }
  const [other = "account"] = levels;
  const className = other === "zone" ? "ZoneEntrypointRuleset" : "AccountEntrypointRuleset";
  const message = `must be a phase of ${article(owner)}, found ${JSON.stringify(phase)}, which only ${article(other)} has; use ${className}`;
  const refusal = `'${kind}' is not a valid value for kind because kind "${kind}" cannot be used for phase "${phase}"`;
  return [violation(RULESET_PLACE["phase-level"], ["phase"], message, refusal)];
}

/** How often a zone executes a managed ruleset in a phase. Default: once. */
const MAX_EXECUTIONS: { readonly [phase in Phase]?: number } = { ddos_l7: 10 };

/** Returns the constraints that the rules of one ruleset break together. The first step of each path is the index of the rule. */
export function checkTogether(rules: readonly Members[], context: RuleContext): Violation[] {
  if (context.kind !== "zone" || levelOf(context) !== "zone") return [];
  const most = (isPhase(context.phase) ? MAX_EXECUTIONS[context.phase] : undefined) ?? 1;
  if (context.phase === "http_response_firewall_custom") return checkSingleExecution(rules);
  const executing = new Map<string, number[]>();
  return rules.flatMap((rule, index) => {
    const id = executedId(rule);
    if (id === undefined) return [];
    const earlier = executing.get(id) ?? [];
    if (earlier.length >= most) return [executedTooOften(id, index, earlier, most)];
    executing.set(id, [...earlier, index]);
    return [];
  });
}

function checkSingleExecution(rules: readonly Members[]): Violation[] {
  const [first, ...more] = rules.flatMap(({ action }, index) => (action === "execute" ? [index] : []));
  const message = `is "execute" again, as in rules[${first}]; the phase has at most one rule with this action, so remove one`;
  return more.map((index) => violation(EXECUTE["execute-single"], [index, "action"], message));
}

function executedTooOften(id: string, index: number, earlier: readonly number[], most: number): Violation {
  const name = managedRuleset(id)?.name ?? "this managed ruleset";
  const message =
    most === 1
      ? `executes ${name} again, as rules[${earlier[0]}] does; a zone executes a managed ruleset once, so join both rules`
      : `executes ${name} again; a zone executes this managed ruleset at most ${most} times, so join rules`;
  const others = most === 1 ? "another rule of the zone executes" : `${most} other rules of the zone execute`;
  const refusal = `'${id}' is not a valid value for id because ${others} this managed ruleset already`;
  return violation(EXECUTE["execute-once"], [index, "action_parameters", "id"], message, refusal);
}

function executedId({ action, action_parameters: parameters }: Members): string | undefined {
  const id = action === "execute" && isMembers(parameters) ? parameters["id"] : undefined;
  return typeof id === "string" && !isUnknown(id) && managedRuleset(id) ? id : undefined;
}

function article(level: "zone" | "account"): string {
  return level === "zone" ? "a zone" : "an account";
}
