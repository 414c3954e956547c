/** Values by the ref of their rule. `string & {}` is any text, but no number: `rules[0]` does not compile. */
export type ByRef<T> = { [ref: string & {}]: T };

/**
 * Rules keyed by ref. Each rule names the rule before it in `after`. The engine prints the diff of a map rule by rule; in the diff
 * of a list, every rule behind an inserted one would be a change.
 */
export type RuleMap = ByRef<
  Omit<RuleState, "ref"> & {
    /** The ref of the rule before this one. Undefined for the first rule. */
    after?: string;
  }
>;

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
  /** What happens to a request that matches. */
  action: string;
  /** The parameters of the action, in camelCase. */
  actionParameters?: Record<string, unknown>;
  /** The filter expression that selects requests. */
  expression: string;
  /** Whether the rule is on. Undefined: true. */
  enabled?: boolean;
  /** What the rule is for. */
  description?: string;
  /** Whether matches are logged; only of skip rules. */
  logging?: {
    /** Whether matches are logged. */
    enabled: boolean;
  };
  /** The rate limit; only in `http_ratelimit`. */
  ratelimit?: RateLimitState;
  /** Where a request has the credentials that are compared with leaked ones. */
  exposedCredentialCheck?: {
    /** The expression of the user name. */
    usernameExpression: string;

    /** The expression of the password. */
    passwordExpression: string;
  };
}

/** The rate limit of a rule in the state of a resource. `period` and `mitigationTimeout` are in seconds. */
export interface RateLimitState {
  /** The fields that requests are counted by. In a zone, they must include `cf.colo.id`. */
  characteristics: string[];
  /** Seconds. */
  period: number;
  /** Requests beyond this number in a period match. */
  requestsPerPeriod?: number;
  /** Seconds for which the action continues. */
  mitigationTimeout?: number;
  /** The filter expression that selects the requests that are counted. Undefined: the `expression` of the rule. */
  countingExpression?: string;
  /** Whether only requests that reach the origin are counted. Undefined: false. */
  requestsToOrigin?: boolean;
  /** A sum of scores beyond this number in a period matches. */
  scorePerPeriod?: number;
  /** The response header in which the origin returns the score of a request. */
  scoreResponseHeaderName?: string;
}
