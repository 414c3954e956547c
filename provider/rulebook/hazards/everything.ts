import { alwaysTrue, type Expression, implies, type Place } from "../../filter";
import { lazily } from "../../lazily";
import { isChallenge } from "../phases";
import type { Reader } from "../constraint";
import type { Finding } from "../finding";
import { hazard } from "./hazard";
import { actsOnMatch, conditionOf, expressionPath, type JudgedRule, skipsTheRest } from "./judged-rule";

/** Products that do not protect a zone when every request skips them. */
const COMFORT: readonly unknown[] = ["bic", "hot"];
/** Conditions that select nearly everything. */
const BROAD = lazily(() =>
  [
    { what: "from an IPv4 address", expression: "ip.src in {0.0.0.0/0}" },
    // "Not from the office" selects all of IPv6 too, and is how only some clients are let in.
    { what: "from an IPv6 address", expression: "ip.src in {::/0}", alone: true },
    { what: "to a zone with an Enterprise plan", expression: 'cf.zone.plan eq "ENT"' },
  ].flatMap(({ what, expression, alone }) => {
    const condition = conditionOf(expression);
    return condition ? [{ what, condition, alone }] : [];
  }),
);

const FAMILIES = lazily(() =>
  [
    { name: "IPv4", expression: "ip.src in {0.0.0.0/0}" },
    { name: "IPv6", expression: "ip.src in {::/0}" },
  ].flatMap(({ name, expression }) => {
    const condition = conditionOf(expression);
    return condition ? [{ name, condition }] : [];
  }),
);

/** Finds rules that block, challenge, redirect or skip for every request, every address of a family, or every Enterprise zone. */
export function* everythingHazards(rules: readonly JudgedRule[], context: Place & Reader): Iterable<Finding> {
  // Which requests reach a custom ruleset depends on the rule that executes it.
  if (context.kind === "custom") return;
  let isBehindSkip = false;
  for (const rule of rules) {
    const everything = rule.condition && actsOnMatch(rule) ? describeBroad(rule.condition) : undefined;
    if (everything !== undefined) yield* judge(rule, everything, isBehindSkip, context);
    if (everything !== undefined && isBehindSkip) yield* familyHazards(rule, rules);
    isBehindSkip ||= skipsTheRest(rule) || rule.action === undefined;
  }
}

function* judge(
  rule: JudgedRule,
  everything: string,
  isBehindSkip: boolean,
  { nameOf }: Reader,
): Iterable<Finding> {
  const { action, parameters } = rule;
  const path = expressionPath(rule.path);
  if (action === "skip") yield* skipHazards(rule, everything, nameOf);
  else if (action === "redirect") {
    if (parameters["from_value"] === undefined) return;
    const message = `${everything}, so the rule redirects them all: narrow it, unless no page of the zone is to be served`;
    yield hazard("redirects-everything", path, message);
  }
  // Behind a skip of the current ruleset, the usual way to allow only some requests is to block the rest.
  if (isBehindSkip) return;
  const cure = `narrow it, or put a skip rule with ${nameOf("ruleset")}: "current" before the rule for the requests to allow`;
  if (action === "block")
    yield hazard("blocks-everything", path, `${everything}, so the rule blocks them all: ${cure}`);
  else if (isChallenge(action)) {
    const message = `${everything}, so the rule challenges them all, also clients that cannot solve a challenge: ${cure}`;
    yield hazard("challenges-everything", path, message);
  }
}

function* skipHazards(
  { path, parameters }: JudgedRule,
  everything: string,
  nameOf: Reader["nameOf"],
): Iterable<Finding> {
  const { products } = parameters;
  const what = ["ruleset", "phase", "phases", "rulesets", "products"].filter(
    (name) => parameters[name] !== undefined,
  );
  const isComfort = Array.isArray(products) && products.every((product) => COMFORT.includes(product));
  if (what.length === 0 || (isComfort && what.length === 1)) return;
  const message = `${everything}, so what ${what.map(nameOf).join(", ")} ${what.length > 1 ? "name" : "names"} protects the zone from none of them: narrow it`;
  yield hazard("skips-everything", expressionPath(path), message);
}

/** Finds a rule that is to stop everybody whom a skip before it does not let pass, and stops one family of addresses only. */
function* familyHazards(
  { condition, action, path }: JudgedRule,
  rules: readonly JudgedRule[],
): Iterable<Finding> {
  if (condition === undefined || !stops(action)) return;
  const family = FAMILIES().find((one) => implies(condition, one.condition));
  const other = FAMILIES().find((one) => one !== family);
  if (family === undefined || other === undefined) return;
  const isStopped = (rule: JudgedRule) =>
    stops(rule.action) &&
    actsOnMatch(rule) &&
    rule.condition !== undefined &&
    implies(other.condition, rule.condition);
  if (rules.some(isStopped)) return;
  const message =
    `${action === "block" ? "blocks" : "challenges"} every request from an ${family.name} address and none from an ${other.name} address, so ` +
    `visitors with ${other.name} pass without the skip before it: write true, or the networks of both families`;
  yield hazard("blocks-one-family", expressionPath(path), message);
}

function stops(action: string | undefined): boolean {
  return action === "block" || isChallenge(action);
}

/** Describes a condition that is true for every request, every address of a family, or every Enterprise zone. */
export function describeBroad(condition: Expression): string | undefined {
  if (alwaysTrue(condition)) return "is true for every request";
  const broad = BROAD().find(
    (one) => implies(one.condition, condition) && (one.alone !== true || implies(condition, one.condition)),
  );
  return broad && `is true for every request ${broad.what}`;
}
