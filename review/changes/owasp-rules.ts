import { isMembers, type Members } from "../../provider/api";
import { OWASP_RULESET } from "../../provider/rulebook/managed-rulesets";
import type { ReviewedOwasp, ReviewedRuleset } from "../model/reviewed";

const LEVEL_TAG = /^paranoia-level-([1-4])$/;
const LEVELS = [4, 3, 2, 1];

/**
 * Returns the deployment of the OWASP ruleset that rules of an entry point declare, as if `OwaspConfig` had declared it; undefined if
 * none does. Programs of the vendor's own providers write such rules.
 */
export function owaspOf(ruleset: ReviewedRuleset | undefined): ReviewedOwasp | undefined {
  const rule = ruleset?.rules.find(({ wire }) => {
    const { action, action_parameters: parameters } = wire;
    return action === "execute" && isMembers(parameters) && parameters["id"] === OWASP_RULESET;
  });
  if (!ruleset || !rule) return undefined;
  const { origin, urn, name, label, nameOf, position, place } = ruleset;
  const isSecret = () => ruleset.isSecret(`${rule.path}.${nameOf("action_parameters")}`);
  return {
    ...{ origin, urn, name, label, nameOf, place, isSecret, kind: "owasp" },
    ...(position && { position }),
    args: argsOf(rule.wire),
  };
}

function argsOf({ action_parameters: parameters, expression, enabled }: Members): Members {
  const overrides = isMembers(parameters) ? parameters["overrides"] : undefined;
  const { categories, rules, enabled: all } = isMembers(overrides) ? overrides : {};
  const tags = membersOf(categories);
  const off = new Set(tags.filter((tag) => tag["enabled"] === false).map(({ category }) => String(category)));
  // The scoring rule is the only one that has a threshold.
  const scoring = membersOf(rules).find((rule) => rule["score_threshold"] !== undefined);
  return {
    paranoiaLevel: LEVELS.find((level) => !off.has(`paranoia-level-${level}`)) ?? 0,
    ...(scoring && { scoreThreshold: scoring["score_threshold"] }),
    ...(scoring?.["action"] !== undefined && { action: scoring["action"] }),
    expression,
    enabled: enabled !== false && all !== false,
    rules: [
      ...tags
        .filter(({ category }) => !LEVEL_TAG.test(String(category)))
        .map(({ category, ...changes }) => ({ tag: category, ...changes })),
      ...membersOf(rules).filter((rule) => rule !== scoring),
    ],
  };
}

function membersOf(list: unknown): readonly Members[] {
  return Array.isArray(list) ? list.filter(isMembers) : [];
}
