import {
  Action,
  ACTION_PHASES,
  ActionParameters,
  ACTIONS_NEEDING_PARAMETERS,
  ErrorCode,
  type Notice,
  type Phase,
  type RuleWrite,
  type ZonePlan,
} from "../../provider/api";
import { checkRule as checkBook, isRefused } from "../../provider/rulebook";
import { checkShape, invalidValue, pointerOf } from "../decode";
import type { StoredRule } from "../store/rulesets";
import { checkExecute } from "./check-execute";
import { checkExpression } from "./check-expression";
import type { RuleSite } from "./rule-site";

/** Rules that a zone can have in a phase, by plan. */
const MAX_RULES: { readonly [phase in Phase]?: Readonly<Record<ZonePlan, number>> } = {
  http_request_firewall_custom: { free: 5, pro: 20, business: 100, enterprise: 1000 },
  http_ratelimit: { free: 1, pro: 2, business: 15, enterprise: 100 },
};

/** Rules that a custom ruleset of an account can have in any phase. */
const MAX_CUSTOM_RULES = 100;

/** Reports the problems of one rule. `at` is its JSON pointer in the body, such as `/rules/0`, or empty if the rule is the body. */
export function checkRule(rule: RuleWrite, at: string, site: RuleSite): Notice[] {
  const problems = [
    ...checkAction(rule, at, site),
    ...checkExpression(rule.expression, "expression", `${at}/expression`, site),
    ...checkRateLimit(rule, at, site),
  ];
  return problems.length > 0 ? problems : checkConstraints(rule, at, site);
}

/** Reports the constraints of the rule book that a rule of the right shape breaks. */
function checkConstraints(rule: RuleWrite, at: string, { phase, kind }: RuleSite): Notice[] {
  return checkBook(rule, { phase, kind, nameOf: (name) => name })
    .filter(({ constraint }) => isRefused(constraint))
    .map(({ constraint: { code }, path, message, refusal }) => ({
      ...(code !== undefined && { code }),
      message: refusal ?? `${path.at(-1) ?? "rule"} ${message}`,
      source: { pointer: at + pointerOf(path) },
    }));
}

/** Reports the problems of all rules of a ruleset together, after an edit. */
export function checkTogether(rules: readonly StoredRule[], site: RuleSite): Notice[] {
  return [
    ...repeated(rules, "id", (rule) => rule.id, "it names a rule that another item names already"),
    ...repeated(rules, "ref", (rule) => rule.ref, "it is the ref of another rule of the ruleset"),
    ...(site.kind === "zone"
      ? repeated(rules, "id", executedId, "another rule of the zone executes this managed ruleset already")
      : []),
    ...checkCount(rules.length, site),
  ];
}

/** Reports ids in a new list of rules that name no rule of the ruleset. */
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
  const problems = checkShape(ActionParameters[action], parameters, pointer);
  if (problems.length > 0 || action !== "execute") return problems;
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
    // An empty counting expression means the rule's own expression.
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

function checkCount(count: number, site: RuleSite): Notice[] {
  const limit = maxRules(site);
  if (limit === undefined || count <= limit) return [];
  const message = `exceeded the maximum number of rules in the phase ${site.phase}: ${count} out of ${limit}`;
  return [{ code: ErrorCode.tooManyRules, message, source: { pointer: "/rules" } }];
}

function maxRules({ limitedBy, kind, phase }: RuleSite): number | undefined {
  if (limitedBy === undefined) return undefined;
  if (kind === "custom") return MAX_CUSTOM_RULES;
  return kind === "zone" ? MAX_RULES[phase]?.[limitedBy] : undefined;
}

function executedId(rule: StoredRule): string | undefined {
  const id = rule.action === "execute" ? rule.action_parameters?.["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}
