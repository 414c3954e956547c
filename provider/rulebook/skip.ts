import { isMembers, type Members } from "../api";
import { SKIP_PRODUCTS } from "../api/skip-products";
import { containsUnknown, isUnknown } from "../api/unknown";
import {
  constraints,
  isId,
  levelOf,
  notAnId,
  shown,
  type RuleContext,
  type Violation,
  violation,
} from "./constraint";
import { managedRuleset, rulesetOfRule } from "./managed-rulesets";
import { didYouMean, joinQuotedOr } from "../words";

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
  "skip-account": {
    says: "The entry point of an account in `http_request_firewall_custom` takes no `skip`. Custom rulesets of the account do.",
    source: "an API answer, quoted by the authors of another linter in October 2026",
    confidence: "observed",
    code: 20016,
  },
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
    says: '`phase: "current"` skips what remains of the phase, also custom rulesets that are executed later. It is documented for the entry point and the custom rulesets of a zone.',
    source: "developers docs, waf/custom-rules/skip/options (October 2026); cloudflare-docs 32976",
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

/** Checks whether the ruleset takes `skip`. */
export function* checkSkipPlace({ action }: Members, { phase, kind }: RuleContext): Iterable<Violation> {
  if (action !== "skip" || kind !== "root" || phase !== CUSTOM) return;
  const message = `must not be "skip" in the entry point of an account in the phase ${CUSTOM}; write the rule in a custom ruleset that the entry point executes, or in the zones`;
  yield violation(SKIP["skip-account"], ["action"], message);
}

/** Checks the parameters of `skip`. */
export function* checkSkip(parameters: Members, context: RuleContext): Iterable<Violation> {
  yield* checkMembers(parameters, context);
  yield* checkPhases(parameters["phases"], context);
  for (const [product, index] of texts(parameters["products"])) {
    if (SKIP_PRODUCTS.some((known) => known === product)) continue;
    const hint = context.secret === true ? "" : didYouMean(product, SKIP_PRODUCTS);
    const message = `must be ${joinQuotedOr(SKIP_PRODUCTS)}, found ${shown(product, context)}${hint}`;
    const refusal = `skip action parameter product '${product}' is invalid`;
    yield violation(SKIP["skip-product"], ["products", index], message, refusal);
  }
  for (const [id, index] of texts(parameters["rulesets"]))
    if (!isId(id)) yield malformed(id, ["rulesets", index], context);
  yield* checkRules(parameters["rules"], context);
}

function* checkMembers(parameters: Members, context: RuleContext): Iterable<Violation> {
  const { phase, nameOf } = context;
  const given = (name: string) => parameters[name] !== undefined;
  // In other phases, nothing is known.
  const members = (Object.hasOwn(MEMBERS, phase) ? MEMBERS[phase] : undefined) ?? JUDGED;
  for (const name of JUDGED.filter((one) => given(one) && !members.includes(one))) {
    const message = `cannot be used in the phase ${phase}, where skip takes ${joinQuotedOr(members.map(nameOf))}`;
    const refusal = `skip action parameter '${name}' cannot be used in the phase ${phase}`;
    yield violation(SKIP["skip-member-phase"], [name], message, refusal);
  }
  for (const [first, second] of EXCLUSIVE) {
    if (!given(first) || !given(second)) continue;
    const message = `must have ${nameOf(first)} or ${nameOf(second)}, found both; write a rule for each`;
    yield violation(SKIP["skip-exclusive-members"], [], message);
  }
  if (phase !== CUSTOM || !given("phase") || levelOf(context) === "zone") return;
  const message = `is documented only for rules of a zone, where it skips the rest of the phase; ${nameOf("ruleset")}: "current" skips the remaining rules of this ruleset, and not those that are executed later`;
  yield violation(SKIP["skip-current-phase"], ["phase"], message);
}

function* checkPhases(phases: unknown, context: RuleContext): Iterable<Violation> {
  const isManaged = context.phase === MANAGED;
  for (const [phase, index] of texts(phases)) {
    if (!isManaged && SKIPPABLE.includes(phase)) continue;
    const found = `found ${shown(phase, context)}`;
    const message = isManaged
      ? `cannot be skipped in the phase ${MANAGED}, ${found}; write the rule in ${CUSTOM}`
      : `must be ${joinQuotedOr(SKIPPABLE)}, ${found}; rules of other phases cannot be skipped`;
    const refusal = `skip action parameter phase '${phase}' is not authorized`;
    yield violation(SKIP["skip-phase"], ["phases", index], message, refusal);
  }
}

function* checkRules(rules: unknown, context: RuleContext): Iterable<Violation> {
  if (!isMembers(rules)) return;
  for (const [rulesetId, ids] of Object.entries(rules)) {
    const path = ["rules", rulesetId];
    if (isUnknown(rulesetId)) continue;
    if (!isId(rulesetId)) {
      yield malformed(rulesetId, path, context);
      continue;
    }
    for (const [id, index] of texts(ids)) {
      const owner = rulesetOfRule(id);
      if (!isId(id)) yield malformed(id, [...path, index], context);
      else if (owner !== undefined && owner !== rulesetId && managedRuleset(rulesetId)) {
        const message = `must be a rule of the ruleset ${rulesetId}, found ${shown(id, context)}, which belongs to ${owner} (${managedRuleset(owner)?.name ?? ""}); list it there`;
        yield violation(SKIP["skip-rule-of-ruleset"], [...path, index], message);
      }
    }
  }
}

function malformed(id: string, path: (string | number)[], context: RuleContext): Violation {
  return violation(SKIP["skip-ids"], path, notAnId(id, context));
}

/** Returns the known texts of a list, each with its index. */
function texts(list: unknown): [string, number][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, index): [string, number][] =>
    typeof item === "string" && item !== "" && !containsUnknown(item) ? [[item, index]] : [],
  );
}
