import {
  Action,
  ACTION_PHASES,
  ActionParameters,
  ACTIONS_NEEDING_PARAMETERS,
  ErrorCode,
  type Notice,
  type RuleWrite,
} from "../../provider/api";
import { checkShape, invalidValue } from "../decode";
import type { StoredRule } from "../store/rulesets";
import { checkExecute } from "./execute";
import { checkExpression } from "./expression";
import { checkLimits } from "./limits";
import type { RuleSite } from "./site";

/** Problems of one rule by itself. `at` points to it in the body: `/rules/0`, or nothing where it is the body. */
export function checkRule(rule: RuleWrite, at: string, site: RuleSite): Notice[] {
  return [
    ...checkAction(rule, at, site),
    ...checkExpression(rule.expression, "expression", `${at}/expression`, site),
    ...checkRateLimit(rule, at, site),
  ];
}

/** Problems of the rules of a ruleset together, after an edit. */
export function checkTogether(rules: readonly StoredRule[], site: RuleSite): Notice[] {
  return [
    ...repeated(rules, "id", (rule) => rule.id, "it names a rule that another item names already"),
    ...repeated(rules, "ref", (rule) => rule.ref, "it is the ref of another rule of the ruleset"),
    ...(site.kind === "zone"
      ? repeated(rules, "id", executedId, "another rule of the zone executes this managed ruleset already")
      : []),
    ...checkLimits(rules.length, site),
  ];
}

/** Rules of a new list or a new ruleset may name ids only of rules that are there. */
export function checkRuleIds(writes: readonly RuleWrite[], current: readonly StoredRule[]): Notice[] {
  const known = new Set(current.map(({ id }) => id));
  return writes.flatMap(({ id }, index) =>
    id === undefined || known.has(id)
      ? []
      : [invalidValue(id, "id", "the ruleset has no rule with this id", `/rules/${index}/id`)],
  );
}

function checkAction(rule: RuleWrite, at: string, site: RuleSite): Notice[] {
  const action = Action.safeParse(rule.action);
  if (!action.success) {
    const message = `unknown variant for action: ${rule.action}`;
    return [{ message, source: { pointer: `${at}/action` } }];
  }
  const phases = ACTION_PHASES[action.data];
  if (phases && !phases.includes(site.phase)) {
    const reason = `it is not possible to use the ${rule.action} action in a ruleset with phase ${site.phase} and kind ${site.kind}`;
    return [invalidValue(rule.action, "Action", reason, `${at}/action`)];
  }
  return checkParameters(action.data, rule, at, site);
}

function checkParameters(action: Action, rule: RuleWrite, at: string, site: RuleSite): Notice[] {
  const parameters = rule.action_parameters;
  const pointer = `${at}/action_parameters`;
  if (!parameters) {
    if (!ACTIONS_NEEDING_PARAMETERS.has(action)) return [];
    const message = `action parameters are required for the ${action} action`;
    return [{ code: ErrorCode.missingActionParameters, message, source: { pointer } }];
  }
  const faults = checkShape(ActionParameters[action], parameters, pointer);
  if (faults.length > 0 || action !== "execute") return faults;
  return checkExecute(ActionParameters.execute.parse(parameters), rule.expression, at, site);
}

function checkRateLimit({ ratelimit, action }: RuleWrite, at: string, site: RuleSite): Notice[] {
  const pointer = `${at}/ratelimit`;
  const limiting = site.phase === "http_ratelimit" || site.phase === "magic_transit_ratelimit";
  if (!ratelimit) {
    if (!limiting || action === "skip" || action === "execute") return [];
    return [invalidValue("", "ratelimit", `rules of the phase ${site.phase} need it`, pointer)];
  }
  if (!limiting) {
    return [invalidValue(ratelimit, "ratelimit", `it cannot be used in the phase ${site.phase}`, pointer)];
  }
  return [
    ...(site.kind === "zone" && !ratelimit.characteristics.includes("cf.colo.id")
      ? [
          invalidValue(
            ratelimit.characteristics,
            "characteristics",
            'rules of a zone must list "cf.colo.id"',
            `${pointer}/characteristics`,
          ),
        ]
      : []),
    // An empty counting expression stands for the rule's own.
    ...(ratelimit.counting_expression
      ? checkExpression(
          ratelimit.counting_expression,
          "counting_expression",
          `${pointer}/counting_expression`,
          site,
        )
      : []),
  ];
}

function repeated(
  rules: readonly StoredRule[],
  field: string,
  keyOf: (rule: StoredRule) => string | undefined,
  reason: string,
): Notice[] {
  const seen = new Set<string>();
  return rules.flatMap((rule, index) => {
    const key = keyOf(rule);
    if (key === undefined || !seen.has(key)) {
      if (key !== undefined) seen.add(key);
      return [];
    }
    return [invalidValue(key, field, reason, `/rules/${index}`)];
  });
}

function executedId(rule: StoredRule): string | undefined {
  const id = rule.action === "execute" ? rule.action_parameters?.["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}
