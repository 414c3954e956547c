import { z } from "zod";
import { containsUnknown, isUnknown } from "../../provider/api";
import {
  alwaysTrue,
  type Expression,
  implies,
  type IpAddress,
  neverTrue,
  type SetItem,
  walkFilter,
} from "../../provider/filter";
import { conditionOf } from "../../provider/rulebook/hazards/judged-rule";
import type { Reviewed, ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { conditionOfRule, judgeActiveRules, parametersOf, pathInRule, rulesetsIn } from "./judged-rules";
import { definePolicy, shown, unjudged, verdict, type Verdict } from "./policy";

const MANAGED = "http_request_firewall_managed";
/** The former name of the managed rules among the products that a rule can skip. */
const WAF = "waf";
/** The phases whose rules can skip others. */
const SKIPPING = /_firewall_(?:custom|managed)$/;

export const forbidManagedSkips = definePolicy({
  name: "forbid-managed-skips",
  displayName: "Managed rules are not skipped by everybody",
  description:
    "A rule must not skip managed rules for every request, or for a user agent alone: each client chooses its user agent, so an attacker skips the rules too.",
  severity: "critical",
  enforcementLevel: "mandatory",
  tags: ["waf", "owasp", "managed-rules"],
  remediationSteps:
    "Limit the condition to what the client cannot choose, such as its address or a client certificate, or turn off the single managed rule that blocks good requests.",
  unknownValues: "A skip rule with an unknown condition or unknown parameters is reported as not judged.",
  judge: (resources) => judgeSkips(resources, judgeManagedSkip),
});

/** Judges each rule that skips others. Only rules of these phases can: no other phase is asked about what is unknown. */
function judgeSkips(
  resources: readonly Reviewed[],
  judge: (ruleset: ReviewedRuleset, rule: ReviewedRule) => Verdict[],
): Verdict[] {
  return rulesetsIn(resources)
    .filter(({ phase }) => phase === undefined || isUnknown(phase) || SKIPPING.test(phase))
    .flatMap((ruleset) =>
      judgeActiveRules(ruleset, (rule) =>
        rule.wire["action"] === "skip" || isUnknown(rule.wire["action"]) ? judge(ruleset, rule) : [],
      ),
    );
}

function judgeManagedSkip(ruleset: ReviewedRuleset, rule: ReviewedRule): Verdict[] {
  const { action, expression } = rule.wire;
  const skips = skipsManagedRules(ruleset, rule);
  const path = pathInRule(ruleset, rule, "expression");
  const condition = conditionOfRule(ruleset, rule);
  // An invalid condition is reported elsewhere.
  if (skips === false || (condition === undefined && !isUnknown(expression))) return [];
  const why = condition && reasonOf(condition);
  if (condition !== undefined && why === undefined) return [];
  if (isUnknown(action)) return [unjudged(ruleset, pathInRule(ruleset, rule, "action"))];
  if (skips === undefined) return [unjudged(ruleset, pathInRule(ruleset, rule, "action_parameters"))];
  if (why === undefined) return [unjudged(ruleset, path)];
  const what = `${why}, so the rule skips managed rules for attackers too: narrow it by something that clients cannot choose, such as ip.src`;
  return [verdict(ruleset, path, what)];
}

function reasonOf(condition: NonNullable<ReturnType<typeof conditionOfRule>>): string | undefined {
  if (matchesEverything(condition)) return "matches every request";
  return matchesByUserAgent(condition)
    ? "matches by the user agent alone, which each client chooses"
    : undefined;
}

/** Whether a skip rule skips managed rules; undefined if that depends on an unknown value. */
function skipsManagedRules({ phase }: ReviewedRuleset, rule: ReviewedRule): boolean | undefined {
  const { phases, products, ruleset, phase: ownPhase, rulesets, rules } = parametersOf(rule);
  const lists = [phases, products].map((list): readonly unknown[] => (Array.isArray(list) ? list : []));
  if (lists.some((list) => list.includes(MANAGED) || list.includes(WAF))) return true;
  const isOwn = [ruleset, ownPhase, rulesets, rules].some((member) => member !== undefined);
  if (isOwn && phase === MANAGED) return true;
  const { action, action_parameters: parameters } = rule.wire;
  return containsUnknown([parameters, phases, products]) || isUnknown(action) || (isOwn && isUnknown(phase))
    ? undefined
    : false;
}

const WideSkips = z.object({
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
type WideSkips = z.infer<typeof WideSkips>;

export const forbidWideIpSkips = definePolicy({
  name: "forbid-wide-ip-skips",
  displayName: "No skip for a large network",
  description:
    "A rule must not skip other rules for all clients of a very large network, such as a whole /8: among so many addresses there are always attackers.",
  severity: "high",
  enforcementLevel: "advisory",
  tags: ["waf", "rulesets", "networks"],
  remediationSteps: "Name the networks that are really meant, or add another condition to the rule.",
  unknownValues: "A skip rule with an unknown condition is reported as not judged.",
  config: WideSkips,
  judge: (resources, config) =>
    judgeSkips(resources, (ruleset, rule) => judgeWideSkip(ruleset, rule, config)),
});

function judgeWideSkip(ruleset: ReviewedRuleset, rule: ReviewedRule, config: WideSkips): Verdict[] {
  const { action, expression } = rule.wire;
  const path = pathInRule(ruleset, rule, "expression");
  if (isUnknown(expression)) return [unjudged(ruleset, path)];
  const condition = conditionOfRule(ruleset, rule);
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
function wideNetworks(condition: Expression, expression: string, config: WideSkips): string[] {
  const texts: string[] = [];
  walkFilter(condition, (node) => {
    if (node.kind !== "comparison" || node.test.kind !== "oneOf") return;
    for (const item of node.test.items)
      if (isWide(item, config)) texts.push(expression.slice(item.span.start, item.span.end));
  });
  return texts;
}

function isWide(item: SetItem, { widestIpv4, widestIpv6 }: WideSkips): boolean {
  const least = ({ family }: IpAddress) => (family === 4 ? widestIpv4 : widestIpv6);
  if (item.kind === "ipNetwork") return item.prefix < least(item.address);
  if (item.kind !== "ipRange") return false;
  const { first, last } = item;
  const bits = first.family === 4 ? 32 : 128;
  return last.value - first.value + 1n > 1n << BigInt(bits - least(first));
}

const CONSTANTS: readonly string[] = ["true", "false"];
const HEADERS: readonly string[] = ["http.request.headers", "raw.http.request.headers"];

/** Whether every request matches a condition, or every one from an IPv4 address. False if that is not clear. */
export function matchesEverything(condition: Expression): boolean {
  const anyV4 = conditionOf("ip.src in {0.0.0.0/0}");
  return alwaysTrue(condition) || (anyV4 !== undefined && implies(anyV4, condition));
}

/**
 * Whether a client can match a condition by its user agent alone, which it chooses itself: `http.user_agent contains "bot" or …`.
 * A condition that also depends on something else, such as an address, does not count.
 */
export function matchesByUserAgent(condition: Expression): boolean {
  if (neverTrue(condition)) return false;
  switch (condition.kind) {
    case "group":
      return matchesByUserAgent(condition.expression);
    case "combination":
      if (condition.operator === "or") return condition.items.some(matchesByUserAgent);
      break;
  }
  const read = readsOf(condition);
  return read.userAgent && !read.others;
}

function readsOf(condition: Expression): { readonly userAgent: boolean; readonly others: boolean } {
  const reads = { userAgent: false, others: false };
  walkFilter(condition, (node) => {
    if (node.kind !== "value" || node.source.kind !== "field") return;
    const { name } = node.source;
    const [index] = node.indexes;
    const isHeader =
      HEADERS.includes(name) && index?.kind === "key" && index.key.toLowerCase() === "user-agent";
    if (name === "http.user_agent" || isHeader) reads.userAgent = true;
    else if (!CONSTANTS.includes(name)) reads.others = true;
  });
  return reads;
}
