import { z } from "zod";
import { isUnknown } from "../../provider/api";
import { implies, walkFilter, type Expression, type IpAddress, type SetItem } from "../../provider/filter";
import { conditionOf } from "../../provider/rulebook/hazards/judged-rule";
import type { ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { verdict, shown, unjudged } from "./verdicts";
import { conditionOfRule, judgeActiveRules, pathInRule, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";

const Config = z.object({
  widestIpv4: z
    .int()
    .min(0)
    .max(32)
    .default(9)
    .describe("The shortest prefix of an IPv4 network that a rule may skip other rules for."),
  widestIpv6: z
    .int()
    .min(0)
    .max(128)
    .default(20)
    .describe("The shortest prefix of an IPv6 network that a rule may skip other rules for."),
});
type Config = z.infer<typeof Config>;

/** A rule must not skip other rules for a large part of the Internet, in which there are always attackers. */
export const forbidWideIpSkips: EdgePolicy<Config> = {
  name: "forbid-wide-ip-skips",
  displayName: "No skip for a large network",
  description:
    "A rule must not skip other rules for all clients of a very large network, such as a whole /8: among so many addresses there are always attackers.",
  severity: "high",
  enforcementLevel: "advisory",
  tags: ["waf", "rulesets", "networks"],
  remediationSteps: "Name the networks that are really meant, or add another condition to the rule.",
  unknownValues: "A skip rule with an unknown condition is reported as not judged.",
  config: Config,
  scope: "resource",
  judge: (resources, config) =>
    rulesetsIn(resources).flatMap((ruleset) =>
      maySkip(ruleset) ? judgeActiveRules(ruleset, (rule) => judgeRule(ruleset, rule, config)) : [],
    ),
};

function maySkip({ phase }: ReviewedRuleset): boolean {
  return phase === undefined || isUnknown(phase) || /_firewall_(?:custom|managed)$/.test(phase);
}

function judgeRule(ruleset: ReviewedRuleset, rule: ReviewedRule, config: Config): Verdict[] {
  const { action, expression } = rule.wire;
  if (action !== "skip" && !isUnknown(action)) return [];
  const path = pathInRule(ruleset, rule, "expression");
  if (isUnknown(expression)) return [unjudged(ruleset, path)];
  const condition = conditionOfRule(rule);
  if (condition === undefined || typeof expression !== "string") return [];
  const wide = wideNetworks(condition, expression, config).filter((network) => {
    const fromThere = conditionOf(`ip.src in {${network}}`);
    // Any other condition narrows the rule.
    return fromThere !== undefined && implies(fromThere, condition);
  });
  const [first] = wide;
  if (first === undefined) return [];
  if (isUnknown(action)) return [unjudged(ruleset, pathInRule(ruleset, rule, "action"))];
  const what = `skips other rules for every client of ${shown(ruleset, path, first)}: name smaller networks, or add a condition`;
  return [verdict(ruleset, path, what)];
}

/** Returns the texts of the networks in an expression that are wider than allowed. */
function wideNetworks(condition: Expression, expression: string, config: Config): string[] {
  const texts: string[] = [];
  walkFilter(condition, (node) => {
    if (node.kind !== "comparison" || node.test.kind !== "oneOf") return;
    for (const item of node.test.items)
      if (isWide(item, config)) texts.push(expression.slice(item.span.start, item.span.end));
  });
  return texts;
}

function isWide(item: SetItem, { widestIpv4, widestIpv6 }: Config): boolean {
  const least = ({ family }: IpAddress) => (family === 4 ? widestIpv4 : widestIpv6);
  if (item.kind === "ipNetwork") return item.prefix < least(item.address);
  if (item.kind !== "ipRange") return false;
  const { first, last } = item;
  const bits = first.family === 4 ? 32 : 128;
  return last.value - first.value + 1n > 1n << BigInt(bits - least(first));
}
