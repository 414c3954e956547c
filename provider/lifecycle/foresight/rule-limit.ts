import { ZONE_PLANS, type Phase, type Problem, type Zone, type ZonePlan } from "../../api";
import {
  activeAllowances,
  allowanceOf,
  includes,
  judgeRules,
  type KnownPlace,
  maxRules,
  planOfPhase,
  problemsOf,
} from "../../rulebook";
import type { EntrypointInput, RuleLimit } from "../../rulesets";
import type { Context, Properties } from "../lifecycle";
import { namedByRef, writtenRulesOf } from "../ruleset/inputs";

/** Returns the plan of a zone, if the answer names a known one. */
export function planOf(zone: Zone | undefined): ZonePlan | undefined {
  return ZONE_PLANS.find((plan) => plan === zone?.plan?.legacy_id);
}

/** Returns how many rules the plan of a zone allows in a phase; undefined if that is not known. */
export function ruleLimitOf(
  zone: Zone | undefined,
  phase: Phase,
  kind: EntrypointInput["kind"],
): RuleLimit | undefined {
  const plan = planOf(zone);
  const max = plan && maxRules(phase, kind, plan);
  return max === undefined ? undefined : { max, plan: `the plan ${plan} of ${zone?.name}` };
}

/**
 * Returns the largest number of rules that the documentation states for a ruleset of an account; undefined if it states none. The API
 * does not tell the plan of an account, and an agreement may allow more: so it is only a reason to warn.
 */
export function accountLimitOf(phase: Phase, kind: EntrypointInput["kind"]): RuleLimit | undefined {
  const limits = kind === "zone" ? [] : ZONE_PLANS.flatMap((plan) => maxRules(phase, kind, plan) ?? []);
  return limits.length === 0 ? undefined : { max: Math.max(...limits), plan: "the largest plan" };
}

/** Whether any plan allows fewer rules than that. */
export function mayExceed(count: number, phase: Phase, kind: EntrypointInput["kind"]): boolean {
  return ZONE_PLANS.some((plan) => count > (maxRules(phase, kind, plan) ?? Infinity));
}

/** Reports what the plan of the zone does not include. `check` has passed the rules without a plan. */
export function planProblems(
  { language }: Context,
  { phase, kind, level }: Pick<EntrypointInput, "phase" | "kind"> & Pick<KnownPlace, "level">,
  rules: EntrypointInput["rules"],
  plan: ZonePlan | undefined,
  inputs: Properties,
): Problem[] {
  if (!plan) return [];
  const needed = planOfPhase(phase, "zone");
  const message = `${phase} needs the plan ${needed}, and the plan of the zone is ${plan}`;
  const written = writtenRulesOf(rules, inputs, { phase, kind, level, plan, language });
  const isIncluded =
    includes(plan, needed) || allowanceOf(activeAllowances(inputs["allowances"]), "plan-phase");
  return [
    ...(isIncluded ? [] : [{ path: "phase", message }]),
    ...namedByRef(rules, problemsOf(judgeRules(written, "constraint"))),
  ];
}
