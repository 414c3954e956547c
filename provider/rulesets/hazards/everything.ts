import { alwaysTrue, type Expression, implies } from "../../filter";
import { lazily } from "../../lazily";
import { hazard, type Hazard, type HazardContext } from "./hazard";
import { actsOnMatch, conditionOf, isChallenge, type JudgedRule, skipsTheRest } from "./judged-rule";

/** Products that do not protect a zone when every request skips them. */
const COMFORT: readonly unknown[] = ["bic", "hot"];
const ANY_V4 = lazily(() => conditionOf("ip.src in {0.0.0.0/0}"));

/** Finds rules that block, challenge, redirect or skip for every request, or for every IPv4 address. */
export function everythingHazards(rules: readonly JudgedRule[], context: HazardContext): Hazard[] {
  // Which requests reach a custom ruleset depends on the rule that executes it.
  if (context.kind === "custom") return [];
  return rules.flatMap((rule, index) => {
    const everything = rule.condition && actsOnMatch(rule) ? describe(rule.condition) : undefined;
    return everything === undefined ? [] : judge(rule, everything, rules.slice(0, index), context);
  });
}

function judge(
  rule: JudgedRule,
  everything: string,
  earlier: readonly JudgedRule[],
  { nameOf }: HazardContext,
): Hazard[] {
  const { action, path, parameters } = rule;
  if (action === "skip") return skipHazards(rule, everything, nameOf);
  if (action === "redirect") {
    if (parameters["from_value"] === undefined) return [];
    const message = `redirects ${everything}: narrow the expression, unless no page of the zone is to be served`;
    return [hazard("redirects-everything", path, message)];
  }
  // Behind a skip of the current ruleset, the usual way to allow only some requests is to block the rest.
  if (earlier.some((other) => skipsTheRest(other) || other.action === undefined)) return [];
  const skip = `put a skip rule with ${nameOf("ruleset")}: "current" before it for the requests to allow`;
  if (action === "block") {
    return [hazard("blocks-everything", path, `blocks ${everything}: narrow the expression, or ${skip}`)];
  }
  if (!isChallenge(rule)) return [];
  const message = `challenges ${everything}, also clients that cannot solve a challenge: narrow the expression, or ${skip}`;
  return [hazard("challenges-everything", path, message)];
}

function skipHazards(
  { path, parameters }: JudgedRule,
  everything: string,
  nameOf: (name: string) => string,
): Hazard[] {
  const { products } = parameters;
  const what = ["ruleset", "phase", "phases", "rulesets", "products"].filter(
    (name) => parameters[name] !== undefined,
  );
  const isComfort = Array.isArray(products) && products.every((product) => COMFORT.includes(product));
  if (what.length === 0 || (isComfort && what.length === 1)) return [];
  const message =
    `skips what ${what.map(nameOf).join(", ")} ${what.length > 1 ? "name" : "names"} for ${everything}, so nothing of it ` +
    "protects the zone: narrow the expression";
  return [hazard("skips-everything", path, message)];
}

function describe(condition: Expression): string | undefined {
  if (alwaysTrue(condition)) return "every request";
  const anyV4 = ANY_V4();
  return anyV4 && implies(anyV4, condition) ? "every request from an IPv4 address" : undefined;
}
