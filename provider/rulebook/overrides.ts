import { isMembers, type Members } from "../api";
import { isUnknown } from "../api/unknown";
import { constraints, isId, notAnId, shown, type RuleContext, type Violation, violation } from "./constraint";
import { managedRuleset, type ManagedRuleset, rulesetOfRule } from "./managed-rulesets";
import { listAt } from "./parameters/members";
import { joinQuotedOr } from "../words";

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
  "override-ddos-enabled": {
    says: "Overrides of the HTTP DDoS ruleset (`ddos_l7`) have no `enabled`, at any level, neither true nor false.",
    source: "an API answer (cloudflare-go PR 824; terraform-provider-cloudflare 1408)",
    confidence: "observed",
  },
  "override-ddos-disabled": {
    says: "`enabled: false` has no effect on rules of the network-layer DDoS ruleset (`ddos_l4`). `sensitivity_level` makes them less strict.",
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
export function* checkOverrides(
  overrides: Members,
  id: string | undefined,
  context: RuleContext,
): Iterable<Violation> {
  const path = ["overrides"];
  const ruleset = id === undefined ? undefined : managedRuleset(id);
  yield* checkOne(overrides, path, 0, context);
  for (const [item, at] of itemsOf(overrides, "categories")) {
    yield* checkOne(item, at, 1, context);
    yield* checkCategory(item["category"], at, ruleset, context);
  }
  for (const [item, at] of itemsOf(overrides, "rules")) {
    yield* checkOne(item, at, 1, context);
    yield* checkRule(item, at, id, context);
  }
  yield* checkOnce(overrides, "categories", "category", context);
  yield* checkOnce(overrides, "rules", "id", context);
}

type Path = readonly (string | number)[];

function itemsOf(overrides: Members, name: "categories" | "rules"): [item: Members, path: Path][] {
  return listAt(overrides, name).flatMap((item, index): [Members, Path][] =>
    isMembers(item) ? [[item, ["overrides", name, index]]] : [],
  );
}

/** Checks one override. `names` is the number of its members that only name what it overrides. */
function* checkOne(override: Members, path: Path, names: number, context: RuleContext): Iterable<Violation> {
  const { phase, nameOf } = context;
  const { action, enabled, sensitivity_level: sensitivity } = override;
  const isDdos = phase === "ddos_l4" || phase === "ddos_l7";
  const actions = Object.hasOwn(ACTIONS, phase) ? ACTIONS[phase] : undefined;
  if (Object.values(override).filter((member) => member !== undefined).length <= names) {
    const refusal = "an override needs at least one member to override";
    yield violation(OVERRIDES["override-empty"], path, `overrides nothing; ${refusal}`, refusal);
  }
  if (typeof action === "string" && !isUnknown(action) && actions && !isAllowed(action, actions, phase)) {
    const message = `must be ${joinQuotedOr(actions)} in the phase ${phase}, found ${shown(action, context)}`;
    yield violation(OVERRIDES["override-action"], [...path, "action"], message);
  }
  if (sensitivity !== undefined && !isDdos && actions) {
    const message = `belongs to DDoS rulesets, but the phase is ${phase}; remove it`;
    yield violation(OVERRIDES["override-sensitivity-phase"], [...path, "sensitivity_level"], message);
  }
  if (enabled !== undefined && phase === "ddos_l7") {
    const message = `cannot be used in the phase ddos_l7; remove it, and use ${nameOf("sensitivity_level")}: "eoff" to make rules act hardly ever`;
    const refusal = "DDoS L7 overrides cannot use the enabled field";
    yield violation(OVERRIDES["override-ddos-enabled"], [...path, "enabled"], message, refusal);
  } else if (enabled === false && isDdos) {
    const message = `has no effect: DDoS rules cannot be disabled; use ${nameOf("sensitivity_level")}: "eoff" instead`;
    yield violation(OVERRIDES["override-ddos-disabled"], [...path, "enabled"], message);
  }
}

function* checkOnce(
  overrides: Members,
  list: "categories" | "rules",
  name: "category" | "id",
  context: RuleContext,
): Iterable<Violation> {
  const first = new Map<string, Path>();
  for (const [item, path] of itemsOf(overrides, list)) {
    const named = item[name];
    if (typeof named !== "string" || isUnknown(named)) continue;
    const earlier = first.get(named);
    if (earlier === undefined) first.set(named, path);
    else {
      const message = `is ${shown(named, context)} again, as in ${list}[${String(earlier.at(-1))}]; join both overrides`;
      yield violation(OVERRIDES["override-once"], [...path, name], message);
    }
  }
}

/** The rules of the exposed credentials ruleset have the action `rewrite`, so an override may restore it. */
function isAllowed(action: string, actions: readonly string[], phase: string): boolean {
  return actions.includes(action) || (action === "rewrite" && phase === "http_request_firewall_managed");
}

function* checkCategory(
  category: unknown,
  at: Path,
  ruleset: ManagedRuleset | undefined,
  context: RuleContext,
): Iterable<Violation> {
  if (typeof category !== "string" || isUnknown(category) || !ruleset) return;
  if (ruleset.categories.includes(category)) return;
  const path = [...at, "category"];
  const found = shown(category, context);
  const levels = ruleset.categories.filter((one) => one.startsWith("paranoia"));
  if (levels.length > 0 && /^paranoia/i.test(category)) {
    const message = `must be ${joinQuotedOr(levels)} for a paranoia level, found ${found}`;
    yield violation(OVERRIDES["override-paranoia-level"], path, message);
    return;
  }
  const meant = ruleset.categories.find((one) => folded(one) === folded(category));
  if (meant === undefined) return;
  const message = `is probably not a category of ${ruleset.name}, found ${found}; did you mean ${JSON.stringify(meant)}?`;
  yield violation(OVERRIDES["override-category"], path, message);
}

function* checkRule(
  { id: ruleId, score_threshold: threshold }: Members,
  at: Path,
  id: string | undefined,
  context: RuleContext,
): Iterable<Violation> {
  if (typeof ruleId !== "string" || ruleId === "" || isUnknown(ruleId)) return;
  const ruleset = id === undefined ? undefined : managedRuleset(id);
  const owner = rulesetOfRule(ruleId);
  if (!isId(ruleId)) {
    yield violation(OVERRIDES["override-rule-id"], [...at, "id"], notAnId(ruleId, context));
  } else if (ruleset && owner !== undefined && owner !== id) {
    const message = `belongs to ${managedRuleset(owner)?.name ?? ""} (${owner}), but the rule executes ${ruleset.name}; override it there`;
    yield violation(OVERRIDES["override-rule-of-ruleset"], [...at, "id"], message);
  } else if (ruleset && threshold !== undefined && ruleId !== ruleset.scoringRule) {
    const scoring = ruleset.scoringRule
      ? `only the scoring rule ${ruleset.scoringRule} has a threshold`
      : `no rule of ${ruleset.name} has a threshold`;
    yield violation(OVERRIDES["override-threshold"], [...at, "score_threshold"], `has no effect: ${scoring}`);
  }
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[\s_-]/g, "");
}
