import { pathTo } from "../../api";
import type { Problem } from "../../api/problem";
import type { Rule, Ruleset } from "../../api/wire";
import { numberOf, scoringRuleOf } from "./managed-ruleset";
import type { OwaspRuleOverride } from "./owasp-args";
import { rulesOf } from "../rules/ownership";
import { didYouMean, joinQuotedOr } from "../../words";

/** The target of an item of `rules`: one managed rule by its id, or all managed rules with a tag. */
export interface OwaspTarget {
  readonly by: "id" | "category";
  readonly key: string;
  readonly changes: Pick<OwaspRuleOverride, "enabled" | "action">;
}

/** Finds the managed rules and tags that the arguments name. A missing rule or tag is a problem. */
export function findTargets(
  rules: readonly OwaspRuleOverride[],
  managed: Ruleset,
): { targets: OwaspTarget[]; problems: Problem[] } {
  const targets: OwaspTarget[] = [];
  const problems: Problem[] = [];
  for (const [index, rule] of rules.entries()) {
    const found = findTarget(rule, managed);
    if (typeof found === "string") problems.push({ path: pathOf(rule, index), message: found });
    else targets.push(found);
  }
  return { targets, problems };
}

/** Reports items that name the same managed rule or tag as an earlier one: which of them the API would follow is not documented. */
export function repeatedTargets(rules: readonly OwaspRuleOverride[], managed: Ruleset): Problem[] {
  const first = new Map<string, number>();
  return rules.flatMap((rule, index) => {
    const target = findTarget(rule, managed);
    if (typeof target === "string") return [];
    const earlier = first.get(`${target.by} ${target.key}`);
    if (earlier !== undefined)
      return [{ path: pathOf(rule, index), message: `names the same as rules[${earlier}]: join both items` }];
    first.set(`${target.by} ${target.key}`, index);
    return [];
  });
}

function pathOf({ number, tag }: OwaspRuleOverride, index: number): string {
  const name = tag !== undefined ? "tag" : number !== undefined ? "number" : "id";
  return pathTo(pathTo("rules", index), name);
}

// A string is the reason why there is no target.
function findTarget(
  { number, id, tag, enabled, action }: OwaspRuleOverride,
  managed: Ruleset,
): OwaspTarget | string {
  const changes = { ...(enabled !== undefined && { enabled }), ...(action !== undefined && { action }) };
  const all = rulesOf(managed);
  if (tag !== undefined) {
    const tags = new Set(all.flatMap(({ categories }) => categories ?? []));
    return tags.has(tag)
      ? { by: "category", key: tag, changes }
      : `no rule of ${managed.name} has the tag ${hint(tag, tags)}`;
  }
  const rule = all.find((one) => (id === undefined ? numberOf(one) === number : one.id === id));
  if (!rule)
    return id === undefined ? noNumber(number ?? "", managed) : `${managed.name} has no rule with id "${id}"`;
  if (rule.id === scoringRuleOf(managed)?.id) {
    return `${titleOf(rule)} is the scoring rule; set scoreThreshold and action of the resource instead`;
  }
  return { by: "id", key: rule.id, changes };
}

function hint(tag: string, tags: Iterable<string>): string {
  return `${JSON.stringify(tag)}${didYouMean(tag, tags)}`;
}

function noNumber(number: string, managed: Ruleset): string {
  const near = rulesOf(managed)
    .flatMap((rule) => numberOf(rule) ?? [])
    .map((known) => ({ known, away: Math.abs(Number(known) - Number(number)) }))
    .sort((a, b) => a.away - b.away)
    .slice(0, 3)
    .map(({ known }) => known);
  const nearby = near.length > 0 ? `; the nearest numbers are ${joinQuotedOr(near)}` : "";
  return `${managed.name} (version ${managed.version}) has no rule with number "${number}"${nearby}`;
}

function titleOf({ id, description }: Rule): string {
  return description ? JSON.stringify(description) : `the rule ${id}`;
}
