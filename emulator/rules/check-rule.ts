import type { z } from "zod";
import {
  Action,
  ActionParameters,
  ErrorCode,
  type Notice,
  type Overrides,
  type RuleWrite,
} from "../../provider/api";
import { type ExpressionPurpose, MAX_EXPRESSION_LENGTH, printEngine } from "../../provider/filter";
import {
  checkRule as checkBook,
  checkTogether as checkTogetherByBook,
  expressionsOf,
  isRefused,
  judgeExpression,
  maxRules,
  type RuleContext,
  takesRoom,
  type Violation,
} from "../../provider/rulebook";
import { checkShape, invalidValue, pointerOf } from "../decode";
import type { StoredRule, StoredRuleset } from "../store/rulesets";
import type { RuleSite } from "./rule-site";

/** Reports the problems of one rule. `at` is its JSON pointer in the body, such as `/rules/0`, or empty if the rule is the body. */
export function checkRule(rule: RuleWrite, at: string, site: RuleSite): Notice[] {
  const problems = [
    ...checkAction(rule, at),
    ...checkExpressions(rule, at, site),
    ...checkExecuted(rule, at, site),
  ];
  const broken = checkBook(rule, contextOf(site))
    .filter(({ constraint }) => isRefused(constraint))
    .map((violation) => noticeOf(violation, at));
  // The book knows the codes and texts of the API. It says nothing about shapes, which the rest of the notices does.
  const inBook = new Set(broken.map(({ source }) => source?.pointer));
  return [...problems.filter(({ source }) => !inBook.has(source?.pointer)), ...broken];
}

function contextOf({ phase, kind, level, limitedBy }: RuleSite): RuleContext {
  return { phase, kind, level, ...(limitedBy && { plan: limitedBy }), nameOf: (name) => name };
}

/** Words a violation as the rulesets service does, if its text is public. */
export function noticeOf({ constraint: { code }, path, message, refusal }: Violation, at: string): Notice {
  return {
    ...(code !== undefined && { code }),
    message: refusal ?? `${String(path.at(-1) ?? "rule")} ${message}`,
    source: { pointer: at + pointerOf(path) },
  };
}

/** Reports the problems of all rules of a ruleset together, after an edit. */
export function checkTogether(rules: readonly StoredRule[], site: RuleSite): Notice[] {
  return [
    ...repeated(rules, "id", (rule) => rule.id, "it names a rule that another item names already"),
    ...repeated(rules, "ref", (rule) => rule.ref, "it is the ref of another rule of the ruleset"),
    ...checkTogetherByBook(rules, contextOf(site)).map((violation) => noticeOf(violation, "/rules")),
    ...checkCount(rules, site),
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

function checkCount(rules: readonly StoredRule[], site: RuleSite): Notice[] {
  const { limitedBy, kind, phase } = site;
  const limit = limitedBy && maxRules(phase, kind, limitedBy);
  const count = rules.filter((rule) => takesRoom(phase, rule)).length;
  if (limit === undefined || count <= limit) return [];
  const message = `exceeded the maximum number of rules in the phase ${site.phase}: ${count} out of ${limit}`;
  return [{ code: ErrorCode.tooManyRules, message, source: { pointer: "/rules" } }];
}

type Site = Pick<RuleSite, "kind" | "phase">;

/** Reports the problems of all expressions of a rule of the right shape, in the words of the rulesets service. */
function checkExpressions(rule: RuleWrite, at: string, site: Site): Notice[] {
  return expressionsOf(rule, (name) => name).flatMap(({ path, purpose, expression }) => {
    // The schema of the parameters reports empty value expressions.
    if (typeof expression !== "string" || (purpose !== "filter" && expression === "")) return [];
    return checkExpression(expression, purpose, path.at(-1) ?? "", at + pointerOf(path), site);
  });
}

function checkExpression(
  expression: string,
  purpose: ExpressionPurpose,
  field: string,
  pointer: string,
  { kind, phase }: Site,
): Notice[] {
  if (purpose === "filter" && expression.trim() === "") {
    const reason = "the expression cannot be blank";
    return [invalidValue(expression, field, reason, pointer, ErrorCode.blankExpression)];
  }
  // The limit is in code points. Counting them is slow, so only texts that can exceed the limit are counted.
  if (expression.length > MAX_EXPRESSION_LENGTH && Array.from(expression).length > MAX_EXPRESSION_LENGTH) {
    const reason = `it is longer than ${MAX_EXPRESSION_LENGTH} characters`;
    return [invalidValue(expression, field, reason, pointer)];
  }
  const faults = judgeExpression(expression, { phase, kind, purpose });
  if (faults === undefined) return [];
  const [diagnostic] = faults.diagnostics;
  const reason =
    diagnostic.causeClass === "NotAllowed"
      ? diagnostic.cause
      : `could not parse ${faults.what}: ${printEngine(expression, diagnostic)}`;
  // The expression is not shortened: the text of the parse error points into it.
  const message = `'${expression}' is not a valid value for ${field} because ${reason}`;
  const code = faults.what === "value expression" ? { code: ErrorCode.invalidValueExpression } : {};
  return [{ ...code, message, source: { pointer } }];
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
  return parameters.overrides ? checkOverrides(parameters.overrides, `${pointer}/overrides`, rules) : [];
}

function checkOverrides(overrides: Overrides, at: string, executed: StoredRuleset): Notice[] {
  const categories = new Set(executed.rules.flatMap((rule) => rule.categories ?? []));
  const rules = new Set(executed.rules.map(({ id }) => id));
  return [
    ...(overrides.categories ?? []).flatMap(({ category }, index) => {
      if (categories.has(category)) return [];
      const reason = "no rule of the ruleset to execute has this category";
      return [invalidValue(category, "category", reason, `${at}/categories/${index}/category`)];
    }),
    ...(overrides.rules ?? []).flatMap(({ id }, index) => {
      if (rules.has(id)) return [];
      const reason = "the ruleset to execute has no rule with this id";
      return [invalidValue(id, "id", reason, `${at}/rules/${index}/id`)];
    }),
  ];
}
