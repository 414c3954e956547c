import { isMembers, isUnknown, pathTo, type Problem } from "../../api";
import { expressionsOf } from "../../rulebook";
import { camelName, type RulesAt } from "../../rulesets";
import { checkExpression } from "../check-expression";
import type { Properties } from "../lifecycle";
import { isSecretMember } from "../secret-members";

/**
 * Checks the expressions of rules that are known and of the right shape; `checkRules` reports the others. `given` are the arguments
 * of the resource, which tell what is secret.
 */
export function checkExpressions(rules: unknown, { phase, kind }: RulesAt, given: Properties): Problem[] {
  if (!Array.isArray(rules)) return [];
  const at = { kind, ...(typeof phase === "string" && !isUnknown(phase) && { phase }) };
  return rules.flatMap((rule: unknown, index) => {
    if (!isMembers(rule)) return [];
    return expressionsOf(rule, camelName).flatMap(({ path, purpose, expression }) => {
      if (typeof expression !== "string" || expression === "") return [];
      const where = path.reduce((parent, step) => pathTo(parent, step), pathTo("rules", index));
      const [member = ""] = path;
      const secret = isSecretMember(given, rule["ref"], member);
      return checkExpression(where, expression, secret, { ...at, purpose });
    });
  });
}
