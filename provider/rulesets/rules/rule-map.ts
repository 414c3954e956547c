import type { RuleState } from "./rule-state";

/**
 * A list of rules keyed by ref, in which each names the one before it: the engine prints the difference of such a map rule by
 * rule, where a list would show all that follows an inserted rule as changed.
 */
export type RuleMap = Record<string, Omit<RuleState, "ref"> & { after?: string }>;

/** Refs are to be known, and each to stand once. */
export function rulesToMap(rules: readonly RuleState[]): RuleMap {
  return Object.fromEntries(
    rules.map(({ ref, ...rest }, index) => {
      const before = rules[index - 1]?.ref;
      return [ref, before === undefined ? rest : { ...rest, after: before }];
    }),
  );
}

/** The list again. Throws where the rules do not form one chain. */
export function rulesFromMap(map: RuleMap): RuleState[] {
  const followers = new Map<string | undefined, RuleState>();
  for (const [ref, { after, ...rest }] of Object.entries(map)) {
    const rival = followers.get(after)?.ref;
    if (rival !== undefined)
      throw new Error(broken(`${quoted(rival)} and ${quoted(ref)} both stand ${place(after)}`));
    if (after !== undefined && !Object.hasOwn(map, after)) {
      throw new Error(broken(`${quoted(ref)} stands after ${quoted(after)}, which is not among them`));
    }
    followers.set(after, { ref, ...rest });
  }
  const rules: RuleState[] = [];
  for (let rule = followers.get(undefined); rule; rule = followers.get(rule.ref)) rules.push(rule);
  if (rules.length < followers.size) throw new Error(broken("some of them follow each other in a circle"));
  return rules;
}

function broken(what: string): string {
  return `The order of the rules is broken: ${what}. Each but the first names the rule before it in "after".`;
}

function place(after: string | undefined): string {
  return after === undefined ? "first" : `after ${quoted(after)}`;
}

function quoted(ref: string): string {
  return JSON.stringify(ref);
}
