/**
 * Rules keyed by ref. Each rule names the rule before it in `after`. The engine prints the diff of a map rule by rule; in the diff
 * of a list, every rule behind an inserted one would be a change.
 */
export type RuleMap = Record<string, Omit<RuleState, "ref"> & { after?: string }>;

/** Converts a list of rules to a map. All refs must be known and unique. */
export function rulesToMap(rules: readonly RuleState[]): RuleMap {
  return Object.fromEntries(
    rules.map(({ ref, ...rest }, index) => {
      const before = rules[index - 1]?.ref;
      return [ref, before === undefined ? rest : { ...rest, after: before }];
    }),
  );
}

/**
 * Converts a map of rules back to a list.
 *
 * @throws Error if the rules do not form one chain
 */
export function rulesFromMap(map: RuleMap): RuleState[] {
  const followers = new Map<string | undefined, RuleState>();
  for (const [ref, { after, ...rest }] of Object.entries(map)) {
    const rival = followers.get(after)?.ref;
    if (rival !== undefined)
      throw new Error(broken(`${quoted(rival)} and ${quoted(ref)} both stand ${place(after)}`));
    if (after !== undefined && !Object.hasOwn(map, after)) {
      throw new Error(broken(`${quoted(ref)} stands after ${quoted(after)}, which does not exist`));
    }
    // The key decides: the map may come from a file, and a `ref` that differs would lead the walk below in a circle.
    followers.set(after, { ...rest, ref });
  }
  const rules: RuleState[] = [];
  for (let rule = followers.get(undefined); rule; rule = followers.get(rule.ref)) rules.push(rule);
  if (rules.length < followers.size) throw new Error(broken("some of them form a cycle"));
  return rules;
}

function broken(what: string): string {
  return `The order of the rules is invalid: ${what}. Each rule except the first must name the rule before it in "after".`;
}

function place(after: string | undefined): string {
  return after === undefined ? "first" : `after ${quoted(after)}`;
}

function quoted(ref: string): string {
  return JSON.stringify(ref);
}

/** A rule in the state of a resource. All member names are camelCase, including those in `actionParameters`. */
export interface RuleState {
  /** Identifies the rule in its ruleset. Unique and stable for the lifetime of the rule. */
  ref: string;
  action: string;
  actionParameters?: Record<string, unknown>;
  expression: string;
  /** Default: true. */
  enabled?: boolean;
  description?: string;
  logging?: { enabled: boolean };
  ratelimit?: RateLimitState;
  exposedCredentialCheck?: { usernameExpression: string; passwordExpression: string };
}

/** The rate limit of a rule in the state of a resource. `period` and `mitigationTimeout` are in seconds. */
export interface RateLimitState {
  /** The fields that requests are counted by. In a zone, they must include `cf.colo.id`. */
  characteristics: string[];
  period: number;
  requestsPerPeriod?: number;
  mitigationTimeout?: number;
  countingExpression?: string;
  requestsToOrigin?: boolean;
  scorePerPeriod?: number;
  scoreResponseHeaderName?: string;
}
