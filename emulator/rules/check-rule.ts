import type { z } from "zod";
import { Action, ActionParameters, type Notice, type Overrides, type RuleWrite } from "../../provider/api";
import { judgeRules, WIRE, type FindingSource, type KnownPlace } from "../../provider/rulebook";
import { checkShape, invalidValue } from "../decode";
import type { StoredRule, StoredRuleset } from "../store/rulesets";
import { missingOf } from "./learn-overridden";
import type { RuleSite } from "./rule-site";

/** Reports the problems of one rule. `at` is its JSON pointer in the body, such as `/rules/0`, or empty if the rule is the body. */
export function checkRule(rule: RuleWrite, at: string, site: RuleSite): Notice[] {
  const problems = [
    ...checkAction(rule, at),
    ...refusals([rule], site, at, "language", "limit"),
    ...checkExecuted(rule, at, site),
    ...checkRedirectList(rule, at, site),
  ];
  const broken = refusals([rule], site, at, "constraint");
  // The book knows the codes and texts of the API. It says nothing about shapes, which the rest of the notices does.
  const inBook = new Set(broken.map(({ source }) => source?.pointer));
  return [...problems.filter(({ source }) => !inBook.has(source?.pointer)), ...broken];
}

/** Returns the refusals of the rule book, in the words of the rulesets service if its text is public. `at` is where pointers start. */
export function refusals(
  rules: readonly object[],
  { phase, kind, level, plan, lists, language }: KnownPlace,
  at: string,
  ...sources: readonly FindingSource[]
): Notice[] {
  const named = rules.map((rule) => ({ path: "", rule }));
  const place = { phase, kind, level, plan, lists, language };
  return judgeRules({ rules: named, form: WIRE, place }, ...sources).flatMap(({ refusal }) =>
    refusal ? [{ ...refusal, source: { pointer: at + (refusal.source?.pointer ?? "") } }] : [],
  );
}

/** Reports the problems of all rules of a ruleset together, after an edit. */
export function checkTogether(rules: readonly StoredRule[], site: RuleSite): Notice[] {
  return [
    ...repeated(rules, "id", (rule) => rule.id, "it names a rule that another item names already"),
    ...repeated(rules, "ref", (rule) => rule.ref, "it is the ref of another rule of the ruleset"),
    ...refusals(rules, site, "", "ruleset"),
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

function checkAction(rule: RuleWrite, at: string): Notice[] {
  const action = Action.safeParse(rule.action);
  if (!action.success) {
    const message = `unknown variant for action: ${rule.action}`;
    return [{ message, source: { pointer: `${at}/action` } }];
  }
  const { action_parameters: parameters } = rule;
  return parameters ? checkShape(ActionParameters[action.data], parameters, `${at}/action_parameters`) : [];
}

/** Reports what an `execute` rule of the right shape cannot execute. */
function checkExecuted(
  { action, action_parameters: parameters }: RuleWrite,
  at: string,
  site: RuleSite,
): Notice[] {
  const parsed = ActionParameters.execute.safeParse(parameters);
  return action === "execute" && parsed.success ? checkExecute(parsed.data, at, site) : [];
}

/** Reports a redirect from a list that the account does not have, or whose items are no redirects. See `listsOf` for an account without lists. */
function checkRedirectList(
  { action_parameters: parameters }: RuleWrite,
  at: string,
  { lists }: RuleSite,
): Notice[] {
  const parsed = ActionParameters.redirect.safeParse(parameters);
  const name = parsed.data?.from_list?.name;
  if (name === undefined || lists === undefined || lists.get(name) === "redirect") return [];
  const reason = lists.has(name) ? "it is no list of redirects" : "the account has no list with this name";
  return [invalidValue(name, "name", reason, `${at}/action_parameters/from_list/name`)];
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

const LATEST = "latest";
/** The API's code for a zone that executes a ruleset of its account. */
const OTHER_SCOPE = 20230;

type Execute = z.infer<typeof ActionParameters.execute>;

/** Reports what the rule book cannot know: whether the ruleset, its version, categories and rules exist. */
function checkExecute(parameters: Execute, at: string, site: RuleSite): Notice[] {
  const pointer = `${at}/action_parameters`;
  const refuse = (field: "id" | "version", value: string, reason: string, code?: number) => [
    invalidValue(value, field, reason, `${pointer}/${field}`, code),
  ];
  const executed = site.executable(parameters.id);
  if (!executed) {
    return site.isOfAccount(parameters.id)
      ? refuse(
          "id",
          parameters.id,
          "it is not possible to execute a ruleset of scope account at scope zone",
          OTHER_SCOPE,
        )
      : refuse("id", parameters.id, "the ruleset to execute does not exist");
  }
  if (executed.phase !== site.phase) {
    const reason = `the ruleset to execute belongs to the phase ${executed.phase}, not to ${site.phase}`;
    return refuse("id", parameters.id, reason);
  }
  const version = parameters.version ?? LATEST;
  const rules = site.executableVersion(
    parameters.id,
    version === LATEST ? String(executed.version) : version,
  );
  if (!rules) return refuse("version", version, "the ruleset to execute has no such version");
  return parameters.overrides
    ? checkOverrides(parameters.overrides, `${pointer}/overrides`, rules, site)
    : [];
}

function checkOverrides(
  overrides: Overrides,
  at: string,
  executed: StoredRuleset,
  { learnManagedRules, log }: RuleSite,
): Notice[] {
  const isManaged = executed.scope === "vendor";
  if (isManaged && learnManagedRules) return [];
  const reasons = {
    category: "no rule of the ruleset to execute has this category",
    id: "the ruleset to execute has no rule with this id",
  };
  const refused = missingOf(overrides, executed.rules).map(({ field, name, path }) =>
    invalidValue(name, field, reasons[field], at + path),
  );
  if (isManaged)
    for (const { message } of refused)
      log(
        `refused: ${message}. The platform has a sample of the rules of ${executed.name}: start it with --learn-managed-rules, or add what is missing with POST /_platform/managed/${executed.id}.`,
      );
  return refused;
}
