import { isMembers, type Members } from "../api";
import { SKIP_PRODUCTS } from "../api/skip-products";
import { didYouMean, listOr } from "../api/suggestion";
import { containsUnknown, isUnknown } from "../api/unknown";
import { constraints, shown, type RuleContext, type Violation } from "./constraint";
import { isId, notAnId } from "./ids";
import { managedRuleset, rulesetOfRule } from "./managed-rulesets";

const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
/** The parameters of `skip` by phase. Those of other phases are not documented. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  [CUSTOM]: ["ruleset", "phases", "products", "phase"],
  [MANAGED]: ["ruleset", "rulesets", "rules"],
};
/** All parameters but `phases`: the API judges its values, not the member. */
const JUDGED = ["ruleset", "phase", "products", "rulesets", "rules"];
const EXCLUSIVE = [
  ["ruleset", "rulesets"],
  ["ruleset", "rules"],
  ["phases", "rulesets"],
] as const;
/** Phases that a rule can skip. */
const SKIPPABLE = ["http_ratelimit", "http_request_sbfm", MANAGED];
const DOCS = "developers docs, waf/custom-rules/skip/options and waf/managed-rules/waf-exceptions";

export const SKIP = constraints({
  "skip-member-phase": {
    says: "`skip` takes `ruleset`, `phases`, `products` and `phase` in `http_request_firewall_custom`, and `ruleset`, `rulesets` and `rules` in `http_request_firewall_managed`.",
    source: `${DOCS}; for code and text an API answer`,
    confidence: "documented",
    code: 20117,
  },
  "skip-exclusive-members": {
    says: "`skip` takes neither `ruleset` with `rulesets` or `rules`, nor `phases` with `rulesets`.",
    source: "the vendor's Terraform provider, ruleset test data",
    confidence: "observed",
  },
  "skip-current-phase": {
    says: '`phase: "current"` is used together with `products`.',
    source: DOCS,
    confidence: "inferred",
  },
  "skip-phase": {
    says: "`phases` lists `http_ratelimit`, `http_request_sbfm` or `http_request_firewall_managed`.",
    source: `${DOCS}; for code and text an API answer`,
    confidence: "documented",
    code: 20120,
  },
  "skip-product": {
    says: "`products` lists `bic`, `hot`, `rateLimit`, `securityLevel`, `uaBlock`, `waf` or `zoneLockdown`, in this case.",
    source: `${DOCS}; for code and text an API answer`,
    confidence: "documented",
    code: 20119,
  },
  "skip-ids": {
    says: "`rulesets` and `rules` name rulesets and rules by their ids of 32 hexadecimal digits.",
    source: DOCS,
    confidence: "documented",
  },
  "skip-rule-of-ruleset": {
    says: "Each id in `rules` belongs to the ruleset under which it is listed.",
    source: DOCS,
    confidence: "documented",
  },
});

/** Checks the parameters of `skip`. */
export function checkSkip(parameters: Members, context: RuleContext): Violation[] {
  return [
    ...checkMembers(parameters, context),
    ...checkTogether(parameters, context),
    ...checkPhases(parameters["phases"], context),
    ...checkProducts(parameters["products"], context),
    ...checkRulesets(parameters["rulesets"], context),
    ...checkRules(parameters["rules"], context),
  ];
}

function checkMembers(parameters: Members, { phase, nameOf }: RuleContext): Violation[] {
  const members = Object.hasOwn(MEMBERS, phase) ? MEMBERS[phase] : undefined;
  if (!members) return [];
  return JUDGED.filter((name) => parameters[name] !== undefined && !members.includes(name)).map((name) => ({
    constraint: SKIP["skip-member-phase"],
    path: ["action_parameters", name],
    message: `cannot be used in the phase ${phase}, where skip takes ${listOr(members.map(nameOf))}`,
    refusal: `skip action parameter '${name}' cannot be used in the phase ${phase}`,
  }));
}

function checkTogether(parameters: Members, { phase, nameOf }: RuleContext): Violation[] {
  const given = (name: string) => parameters[name] !== undefined;
  const clashes = EXCLUSIVE.filter(([first, second]) => given(first) && given(second)).map(
    ([first, second]): Violation => ({
      constraint: SKIP["skip-exclusive-members"],
      path: ["action_parameters"],
      message: `must have ${nameOf(first)} or ${nameOf(second)}, found both; write a rule for each`,
    }),
  );
  const alone = phase === CUSTOM && given("phase") && !given("products");
  if (!alone) return clashes;
  const message = `is documented only together with ${nameOf("products")}; use ${nameOf("ruleset")}: "current" to skip the remaining rules of the ruleset`;
  return [
    ...clashes,
    { constraint: SKIP["skip-current-phase"], path: ["action_parameters", "phase"], message },
  ];
}

function checkPhases(phases: unknown, context: RuleContext): Violation[] {
  const isManaged = context.phase === MANAGED;
  return texts(phases)
    .filter(([phase]) => isManaged || !SKIPPABLE.includes(phase))
    .map(([phase, index]) => ({
      constraint: SKIP["skip-phase"],
      path: ["action_parameters", "phases", index],
      message: isManaged
        ? `cannot be skipped in the phase ${MANAGED}, found ${shown(phase, context)}; write the rule in ${CUSTOM}`
        : `must be ${listOr(SKIPPABLE)}, found ${shown(phase, context)}; rules of other phases cannot be skipped`,
      refusal: `skip action parameter phase '${phase}' is not authorized`,
    }));
}

function checkProducts(products: unknown, context: RuleContext): Violation[] {
  return texts(products)
    .filter(([product]) => !SKIP_PRODUCTS.some((known) => known === product))
    .map(([product, index]) => ({
      constraint: SKIP["skip-product"],
      path: ["action_parameters", "products", index],
      message: `must be ${listOr(SKIP_PRODUCTS)}, found ${shown(product, context)}${context.secret === true ? "" : didYouMean(product, SKIP_PRODUCTS)}`,
      refusal: `skip action parameter product '${product}' is invalid`,
    }));
}

function checkRulesets(rulesets: unknown, context: RuleContext): Violation[] {
  return texts(rulesets)
    .filter(([id]) => !isId(id))
    .map(([id, index]) => malformed(id, ["action_parameters", "rulesets", index], context));
}

function checkRules(rules: unknown, context: RuleContext): Violation[] {
  if (!isMembers(rules)) return [];
  return Object.entries(rules).flatMap(([rulesetId, ids]) => {
    const path = ["action_parameters", "rules", rulesetId];
    if (isUnknown(rulesetId)) return [];
    if (!isId(rulesetId)) return [malformed(rulesetId, path, context)];
    return texts(ids).flatMap(([id, index]): Violation[] => {
      if (!isId(id)) return [malformed(id, [...path, index], context)];
      const owner = rulesetOfRule(id);
      if (owner === undefined || owner === rulesetId || !managedRuleset(rulesetId)) return [];
      const message = `must be a rule of the ruleset ${rulesetId}, found ${shown(id, context)}, which belongs to ${owner} (${managedRuleset(owner)?.name ?? ""}); list it there`;
      return [{ constraint: SKIP["skip-rule-of-ruleset"], path: [...path, index], message }];
    });
  });
}

function malformed(id: string, path: (string | number)[], context: RuleContext): Violation {
  return { constraint: SKIP["skip-ids"], path, message: notAnId(id, context) };
}

/** Returns the known texts of a list, each with its index. */
function texts(list: unknown): [string, number][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, index): [string, number][] =>
    typeof item === "string" && item !== "" && !containsUnknown(item) ? [[item, index]] : [],
  );
}
