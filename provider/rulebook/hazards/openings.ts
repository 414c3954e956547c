import {
  alwaysTrue,
  emptyRequirements,
  type Expression,
  nodesOf,
  openWildcards,
  printFilter,
} from "../../filter";
import type { Reader } from "../constraint";
import type { Finding } from "../finding";
import { describeBroad } from "./everything";
import { hazard } from "./hazard";
import { expressionPath, type JudgedRule } from "./judged-rule";

/** Finds skip rules with a network of all addresses, so that the addresses limit nothing. */
export function* anyAddressHazards(rules: readonly JudgedRule[]): Iterable<Finding> {
  for (const { path, action, condition } of rules) {
    // A condition that is true for every address has a more severe hazard.
    if (action !== "skip" || condition === undefined || describeBroad(condition) !== undefined) continue;
    const family = anyFamilyIn(condition);
    if (family === undefined) continue;
    const message =
      `has ${family === 4 ? "0.0.0.0/0" : "::/0"}, which is every IPv${family} address, so the addresses limit nothing: the rule skips for ` +
      "every such visitor whom the other conditions select; write the networks that may skip, or leave the addresses out";
    yield hazard("skip-by-any-address", expressionPath(path), message);
  }
}

/** Returns the family of a network of all addresses in a condition on addresses that is not negated. */
function anyFamilyIn(expression: Expression): 4 | 6 | undefined {
  if (expression.kind === "group") return anyFamilyIn(expression.expression);
  if (expression.kind === "combination") {
    if (expression.operator === "xor") return undefined;
    return expression.items.map(anyFamilyIn).find((family) => family !== undefined);
  }
  if (expression.kind !== "comparison" || expression.test.kind !== "oneOf") return undefined;
  const { source } = expression.left;
  if (source.kind !== "field" || source.name !== "ip.src") return undefined;
  const any = expression.test.items.find((item) => item.kind === "ipNetwork" && item.prefix === 0);
  return any?.kind === "ipNetwork" ? any.address.family : undefined;
}

/** Finds skip rules whose wildcard for a host also matches the path of any other host, so that everybody can skip. */
export function* openSkipHazards(rules: readonly JudgedRule[]): Iterable<Finding> {
  for (const { path, action, condition } of rules) {
    if (action !== "skip" || condition === undefined || openWildcards(nodesOf(condition)).length === 0)
      continue;
    const message =
      "has a wildcard with a star in the host, and a star also matches slashes: a request whose path contains the rest of the " +
      "pattern skips too; compare http.host and http.request.uri.path";
    yield hazard("skip-by-open-wildcard", expressionPath(path), message);
  }
}

/** Finds skip rules that require a low threat score, which every request has, so that they skip for more requests than meant. */
export function* scoredSkipHazards(rules: readonly JudgedRule[]): Iterable<Finding> {
  for (const { path, action, condition } of rules) {
    // A condition that is always true has another hazard.
    if (action !== "skip" || condition === undefined || alwaysTrue(condition)) continue;
    const [first] = emptyRequirements(condition);
    if (first === undefined) continue;
    const message =
      `compares the threat score in ${printFilter(first)}, but the service does not compute it any more: it is always 0, so the rule also skips for ` +
      "visitors with a bad reputation; use another field, such as cf.waf.score or cf.bot_management.score";
    yield hazard("skip-by-threat-score", expressionPath(path), message);
  }
}

/** Values of settings that leave a visitor or the origin without protection. */
const OFF: readonly (readonly [setting: string, values: readonly unknown[], effect: string])[] = [
  ["ssl", ["off"], "visitors and the origin are connected without encryption"],
  ["security_level", ["off", "essentially_off"], "no visitor is challenged for a bad reputation"],
];

/** Finds configuration rules that turn encryption or the security level off. */
export function* settingHazards(rules: readonly JudgedRule[], { nameOf }: Reader): Iterable<Finding> {
  for (const { path, action, parameters } of rules) {
    if (action !== "set_config") continue;
    for (const [setting, values, effect] of OFF) {
      const value = parameters[setting];
      if (!values.includes(value)) continue;
      const at = `${path}.${nameOf("action_parameters")}.${nameOf(setting)}`;
      const message = `is ${JSON.stringify(value)}, so ${effect} where the rule matches: leave it out, unless that is meant`;
      yield hazard("protection-turned-off", at, message);
    }
  }
}
