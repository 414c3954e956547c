import { isMembers, type Members } from "../api";
import { listOr } from "../api/suggestion";
import { isUnknown } from "../api/unknown";
import { constraints, shown, type RuleContext, type Violation } from "./constraint";
import { isId, notAnId } from "./ids";
import { managedRuleset, OWASP_RULESET, rulesetOfRule } from "./managed-rulesets";

const WAF_ACTIONS = ["block", "challenge", "js_challenge", "managed_challenge", "log"];
/** The actions that an override can give to a managed rule, by phase. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  http_request_firewall_managed: WAF_ACTIONS,
  http_response_firewall_managed: ["log"],
  ddos_l7: ["block", "managed_challenge", "challenge", "log"],
  ddos_l4: ["block", "log"],
};
const DOCS = "developers docs, ruleset-engine/managed-rulesets/override-managed-ruleset";
const DDOS_DOCS = "developers docs, ddos-protection/managed-rulesets";

export const OVERRIDES = constraints({
  "override-empty": {
    says: "Each override changes something: it has at least one member besides `category` or `id`.",
    source: "the vendor's OpenAPI document",
    confidence: "documented",
  },
  "override-action": {
    says: "An override gives a managed rule an action that its phase allows: `block`, `challenge`, `js_challenge`, `managed_challenge` or `log` in `http_request_firewall_managed`, `log` in `http_response_firewall_managed`, `block`, `managed_challenge`, `challenge` or `log` in `ddos_l7`, `block` or `log` in `ddos_l4`.",
    source: `${DOCS} and ${DDOS_DOCS}`,
    confidence: "documented",
  },
  "override-sensitivity-phase": {
    says: "Only DDoS rulesets have sensitivity levels.",
    source: "the vendor's OpenAPI document",
    confidence: "documented",
  },
  "override-ddos-disabled": {
    says: "`enabled: false` has no effect on DDoS rules. `sensitivity_level` makes them less strict.",
    source: DDOS_DOCS,
    confidence: "documented",
    accepted: true,
  },
  "override-threshold": {
    says: "Only the scoring rule of the OWASP ruleset has a score threshold. On other rules it has no effect.",
    source:
      "developers docs, waf/managed-rules/reference/owasp-core-ruleset; a test against the API for the acceptance",
    confidence: "observed",
    accepted: true,
  },
  "override-once": {
    says: "Overrides name each rule and each category once.",
    source: `${DOCS}; which of two the API follows is not documented`,
    confidence: "inferred",
  },
  "override-rule-id": {
    says: "An override names a rule by its id of 32 hexadecimal digits.",
    source: DOCS,
    confidence: "documented",
  },
  "override-rule-of-ruleset": {
    says: "An override names a rule of the executed ruleset.",
    source: `${DOCS}; that the API refuses others is not documented`,
    confidence: "inferred",
  },
  "override-paranoia-level": {
    says: "The OWASP ruleset has the categories `paranoia-level-1` to `paranoia-level-4`, and other categories that are not levels.",
    source: "developers docs, waf/managed-rules/reference/owasp-core-ruleset/concepts",
    confidence: "documented",
  },
  "override-category": {
    says: "Categories are written as the managed ruleset writes them: lower case, with hyphens.",
    source: "categories in public answers of the API",
    confidence: "inferred",
  },
});

/** Checks the overrides of the ruleset with an id, or of an unknown one. */
export function checkOverrides(
  overrides: Members,
  id: string | undefined,
  context: RuleContext,
): Violation[] {
  const path = ["action_parameters", "overrides"];
  const lists = (name: "categories" | "rules", check: (item: Members, at: Path) => Violation[]) => {
    const list = overrides[name];
    if (!Array.isArray(list)) return [];
    return list.flatMap((item: unknown, index) =>
      isMembers(item)
        ? [...checkOne(item, [...path, name, index], 1, context), ...check(item, [...path, name, index])]
        : [],
    );
  };
  return [
    ...checkOne(overrides, path, 0, context),
    ...lists("categories", ({ category }, at) => checkCategory(category, at, id, context)),
    ...lists("rules", (rule, at) => checkRule(rule, at, id, context)),
    ...checkOnce(overrides["categories"], "category", [...path, "categories"], context),
    ...checkOnce(overrides["rules"], "id", [...path, "rules"], context),
  ];
}

type Path = readonly (string | number)[];

/** Checks one override. `names` is the number of its members that only name what it overrides. */
function checkOne(override: Members, path: Path, names: number, context: RuleContext): Violation[] {
  const { phase, nameOf } = context;
  const { action, enabled, sensitivity_level: sensitivity } = override;
  const isDdos = phase === "ddos_l4" || phase === "ddos_l7";
  const actions = Object.hasOwn(ACTIONS, phase) ? ACTIONS[phase] : undefined;
  const members = Object.values(override).filter((member) => member !== undefined).length;
  const violations: Violation[] = [];
  if (members <= names) {
    violations.push({
      constraint: OVERRIDES["override-empty"],
      path,
      message: "overrides nothing; an override needs at least one member to override",
      refusal: "an override needs at least one member to override",
    });
  }
  if (typeof action === "string" && !isUnknown(action) && actions && !isAllowed(action, actions, phase)) {
    violations.push({
      constraint: OVERRIDES["override-action"],
      path: [...path, "action"],
      message: `must be ${listOr(actions)} in the phase ${phase}, found ${shown(action, context)}`,
    });
  }
  if (sensitivity !== undefined && !isDdos && actions) {
    violations.push({
      constraint: OVERRIDES["override-sensitivity-phase"],
      path: [...path, "sensitivity_level"],
      message: `belongs to DDoS rulesets, but the phase is ${phase}; remove it`,
    });
  }
  if (enabled === false && isDdos) {
    violations.push({
      constraint: OVERRIDES["override-ddos-disabled"],
      path: [...path, "enabled"],
      message: `has no effect: DDoS rules cannot be disabled; use ${nameOf("sensitivity_level")}: "eoff" instead`,
    });
  }
  return violations;
}

function checkOnce(list: unknown, name: "category" | "id", path: Path, context: RuleContext): Violation[] {
  if (!Array.isArray(list)) return [];
  const first = new Map<string, number>();
  return list.flatMap((item: unknown, index): Violation[] => {
    const named = isMembers(item) ? item[name] : undefined;
    if (typeof named !== "string" || isUnknown(named)) return [];
    const earlier = first.get(named);
    if (earlier === undefined) {
      first.set(named, index);
      return [];
    }
    const message = `is ${shown(named, context)} again, as in ${String(path.at(-1))}[${earlier}]; join both overrides`;
    return [{ constraint: OVERRIDES["override-once"], path: [...path, index, name], message }];
  });
}

/** The rules of the exposed credentials ruleset have the action `rewrite`, so an override may restore it. */
function isAllowed(action: string, actions: readonly string[], phase: string): boolean {
  return actions.includes(action) || (action === "rewrite" && phase === "http_request_firewall_managed");
}

function checkCategory(
  category: unknown,
  at: Path,
  id: string | undefined,
  context: RuleContext,
): Violation[] {
  const ruleset = id === undefined ? undefined : managedRuleset(id);
  if (typeof category !== "string" || isUnknown(category) || !ruleset) return [];
  if (ruleset.categories.includes(category)) return [];
  const path = [...at, "category"];
  const found = shown(category, context);
  if (id === OWASP_RULESET && /^paranoia/i.test(category)) {
    const levels = ruleset.categories.filter((one) => one.startsWith("paranoia"));
    return [
      {
        constraint: OVERRIDES["override-paranoia-level"],
        path,
        message: `must be ${listOr(levels)} for a paranoia level, found ${found}`,
      },
    ];
  }
  const meant = ruleset.categories.find((one) => folded(one) === folded(category));
  if (meant === undefined) return [];
  const message = `is probably not a category of ${ruleset.name}, found ${found}; did you mean ${JSON.stringify(meant)}?`;
  return [{ constraint: OVERRIDES["override-category"], path, message }];
}

function checkRule(rule: Members, at: Path, id: string | undefined, context: RuleContext): Violation[] {
  const { id: ruleId, score_threshold: threshold } = rule;
  if (typeof ruleId !== "string" || ruleId === "" || isUnknown(ruleId)) return [];
  const path = [...at, "id"];
  if (!isId(ruleId))
    return [{ constraint: OVERRIDES["override-rule-id"], path, message: notAnId(ruleId, context) }];
  const ruleset = id === undefined ? undefined : managedRuleset(id);
  if (!ruleset) return [];
  const owner = rulesetOfRule(ruleId);
  if (owner !== undefined && owner !== id) {
    const message = `belongs to ${managedRuleset(owner)?.name ?? ""} (${owner}), but the rule executes ${ruleset.name}; override it there`;
    return [{ constraint: OVERRIDES["override-rule-of-ruleset"], path, message }];
  }
  if (threshold === undefined || ruleId === ruleset.scoringRule) return [];
  const scoring = ruleset.scoringRule
    ? `only the scoring rule ${ruleset.scoringRule} has a threshold`
    : `no rule of ${ruleset.name} has a threshold`;
  return [
    {
      constraint: OVERRIDES["override-threshold"],
      path: [...at, "score_threshold"],
      message: `has no effect: ${scoring}`,
    },
  ];
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[\s_-]/g, "");
}
