import { ACTION, DESCRIPTION, LOGGING } from "./action";
import { CHARACTERISTICS } from "./characteristics";
import { RULESET_PLACE } from "./check-rule";
import type { Constraint } from "./constraint";
import { ENTITLEMENTS } from "./entitlements";
import { EXECUTE } from "./execute";
import { EXPOSED_CREDENTIALS } from "./exposed-credentials";
import { EXPRESSION, EXPRESSION_LANGUAGE, EXPRESSION_LIMITS } from "./expression-limits";
import { OVERRIDES } from "./overrides";
import { PARAMETER_TOPICS } from "./parameters";
import { RATE_LIMIT } from "./rate-limit";
import { SKIP } from "./skip";

export { activeAllowances, allowanceOf, languageOfRule, type RuleAllowance, UNKNOWN_NAME } from "./allowance";
export { checkRule, checkRulesetPlace, checkTogether } from "./check-rule";
export {
  expressionsOf,
  type ListName,
  listsIn,
  mayNameList,
  namedLists,
  type RuleExpression,
} from "./expressions";
export { type FilledTemplate, fillTemplate, type StandIn, withStandIns } from "./fill-template";
export { judgeExpression, lintExpression, parseCondition, parseExpression } from "./judge-expression";
export {
  isRefused,
  type Confidence,
  type Constraint,
  type KnownPlace,
  type Reader,
  type RuleContext,
  type Violation,
} from "./constraint";
export type { Finding, FindingSource, Severity } from "./finding";
export { judgeRules, problemsOf, withoutRepeats, type WrittenRules } from "./judge-rules";
export { judgeWritten } from "./judge-written";
export { lackOfManaged, managedRuleset } from "./managed-rulesets";
export { messageWithId } from "./message-with-id";
export { camelName, pathInRule, PROGRAM, snakeName, WIRE, wireOf, type Form } from "./naming";
export {
  actionsOf,
  ACTIONS_NEEDING_PARAMETERS,
  customLevelsOf,
  levelsOf,
  phasesOf,
  phasesWith,
} from "./phases";
export { includes, maxCustomRulesets, maxRules, planOfAction, planOfPhase, takesRoom } from "./plan-limits";

/** The constraints by topic, in the order of the documentation. */
const TOPICS = [
  RULESET_PLACE,
  ACTION,
  EXPRESSION,
  EXPRESSION_LANGUAGE,
  EXPRESSION_LIMITS,
  LOGGING,
  DESCRIPTION,
  SKIP,
  EXECUTE,
  OVERRIDES,
  RATE_LIMIT,
  CHARACTERISTICS,
  EXPOSED_CREDENTIALS,
  ...PARAMETER_TOPICS,
  ENTITLEMENTS,
] as const;
type KeyOf<Topic> = Topic extends unknown ? keyof Topic : never;
/** The id of a constraint of the book. */
export type ConstraintId = KeyOf<(typeof TOPICS)[number]>;

/** Every constraint of the book, in the order of the documentation. */
export const CONSTRAINTS: readonly Constraint[] = TOPICS.flatMap((topic) => Object.values<Constraint>(topic));
