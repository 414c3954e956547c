import fc from "fast-check";

import { compileFilter, type RequestFields } from "../../../../provider/filter";
import { conditionOf, type JudgedRule, judgedRules } from "../../../../provider/rulebook/hazards/judged-rule";
import type { PhaseRules } from "../../../../provider/rulesets/meaning/run-phase";

/** A rule as a test writes it. */
export interface Written {
  readonly ref: string;
  readonly action: string;
  readonly expression: string;
  readonly action_parameters?: Parameters;
  readonly ratelimit?: object;
}

/** Parameters of the actions of the small world. */
interface Parameters {
  readonly id?: string;
  readonly ruleset?: "current";
  readonly phase?: "current";
  readonly phases?: readonly string[];
  readonly rulesets?: readonly string[];
  readonly from_value?: object;
  readonly ssl?: string;
  readonly uri?: WrittenUri;
}

/** What a rule of the small world writes into the URL. A path with an expression gets a text in front. */
interface WrittenUri {
  readonly path?: { readonly value: string } | { readonly expression: string };
  readonly query?: { readonly value: string };
}

/** An entry point as a test writes it, with the custom rulesets that its rules execute. */
export interface WrittenPhase {
  readonly rules: readonly Written[];
  readonly rulesets: Readonly<Record<string, readonly Written[]>>;
}

export function phaseOf(rules: readonly Written[], rulesets: WrittenPhase["rulesets"] = {}): PhaseRules {
  const own = Object.entries(rulesets).map(([id, written]) => [id, judgedOf(written)] as const);
  return { rules: judgedOf(rules), rulesets: new Map(own) };
}

/** How many lists a property tries. `npm run claims` tries many times as many, from a seed that it prints. */
export function tries(lists: number): fc.Parameters<unknown> {
  const { EDGE_TEST_LISTS: many, EDGE_TEST_SEED: seed } = process.env;
  return { numRuns: Number(many ?? lists), ...(seed !== undefined && { seed: Number(seed) }) };
}

function judgedOf(rules: readonly Written[]): JudgedRule[] {
  const all = judgedRules(rules.map(({ ref, ...rule }) => ({ path: ref, rule })));
  for (const { condition, path } of all) if (!condition) throw new Error(`${path} has no valid expression`);
  return all;
}

const filters = new Map<string, (request: RequestFields) => boolean>();

/** Whether a request matches an expression. Properties ask about the same few expressions again and again. */
export function matchesIn(expression: string, request: RequestFields): boolean {
  const known = filters.get(expression);
  if (known) return known(request);
  const condition = conditionOf(expression);
  if (!condition) throw new Error(`${expression} is not valid`);
  const filter = compileFilter(condition);
  const matches = (fields: RequestFields): boolean => filter.run(fields, new Map());
  filters.set(expression, matches);
  return matches(request);
}

/** Whether a request matches a rule. */
export function matchesRule({ rule: { expression } }: JudgedRule, request: RequestFields): boolean {
  if (typeof expression !== "string") throw new Error("a rule of the small world has an expression");
  return matchesIn(expression, request);
}

const HOSTS = ["www.example.com", "api.example.com"];
const PATHS = ["/", "/admin", "/admin/users", "/api/v1", "/login", "/login.php"];
const METHODS = ["GET", "POST", "PUT"];
const ADDRESSES = [0xc0000207n, 0xc6336407n, 0xcb007109n];

/** The fields of a URL, each from the others. */
function urlFields(host: string, path: string, query: string) {
  const uri = query === "" ? path : `${path}?${query}`;
  const extension = /\.([^./]*)$/.exec(path)?.[1];
  return {
    "http.host": Buffer.from(host),
    "http.request.uri.path": Buffer.from(path),
    ...(extension !== undefined && {
      "http.request.uri.path.extension": Buffer.from(extension.toLowerCase()),
    }),
    "http.request.uri.query": Buffer.from(query),
    "http.request.uri": Buffer.from(uri),
    "http.request.full_uri": Buffer.from(`https://${host}${uri}`),
  };
}

/** Returns a request as phases see it behind rules that have written into its URL, the last one last. */
export function rewritten(request: RequestFields, writes: readonly WrittenUri[]): RequestFields {
  // A question mark without a query stays where nothing is written.
  if (writes.length === 0) return request;
  const text = (name: string) => {
    const value = request.get(name);
    return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : "";
  };
  let [path, query] = [text("http.request.uri.path"), text("http.request.uri.query")];
  for (const one of writes) {
    if (one.path !== undefined)
      path = "value" in one.path ? one.path.value : `${PREFIX}${text("http.request.uri.path")}`;
    if (one.query !== undefined) query = one.query.value;
  }
  const others = [...request].filter(([name]) => name !== "http.request.uri.path.extension");
  return new Map([...others, ...Object.entries(urlFields(text("http.host"), path, query))]);
}

/** Every request of a small world. */
export const WORLD: readonly RequestFields[] = HOSTS.flatMap((host) =>
  PATHS.flatMap((path, place) =>
    METHODS.flatMap((method, index) =>
      ADDRESSES.map(
        (value) =>
          new Map<string, never>(
            Object.entries({
              ...urlFields(host, path, (place + index) % 2 === 0 ? "" : "a=1"),
              "http.request.method": Buffer.from(method),
              "ip.src": { family: 4, value },
              // The types of fields differ; the evaluator checks them.
            }) as [string, never][],
          ),
      ),
    ),
  ),
);

export const EXPRESSIONS = [
  'http.host eq "www.example.com"',
  'http.host in {"www.example.com" "api.example.com"}',
  'starts_with(http.request.uri.path, "/admin")',
  'http.request.uri.path contains "admin"',
  'http.request.uri.path matches "^/login(\\\\.php)?$"',
  'lower(http.request.uri.path) wildcard "/api/*"',
  'http.request.method eq "POST"',
  'http.request.method in {"GET" "HEAD"}',
  "ip.src in {192.0.2.0/24}",
  "not ip.src in {192.0.2.0/24 198.51.100.0/24}",
  'ends_with(http.request.uri.path, ".php")',
];
/** What a rewrite of the URL changes in one way or another. */
const OF_URL = [
  'http.request.uri.path eq "/new"',
  'http.request.uri.path.extension eq "php"',
  'http.request.uri.query eq "a=1"',
  'http.request.uri in {"/new" "/login.php?a=1"}',
  'http.request.full_uri contains "admin"',
  'not http.request.full_uri contains "a=1" and http.host eq "www.example.com"',
];

export const expressions = fc.oneof(
  fc.constantFrom(...EXPRESSIONS),
  fc
    .tuple(
      fc.constantFrom(...EXPRESSIONS),
      fc.constantFrom("and", "or", "xor"),
      fc.constantFrom(...EXPRESSIONS),
    )
    .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  fc.constantFrom(...EXPRESSIONS).map((expression) => `not (${expression})`),
);

export const ACTIONS = [
  { action: "block" },
  { action: "managed_challenge" },
  { action: "challenge" },
  { action: "js_challenge" },
  { action: "log" },
  { action: "skip", action_parameters: { ruleset: "current" as const } },
  { action: "skip", action_parameters: { phases: ["http_ratelimit"] } },
  { action: "redirect", action_parameters: { from_value: { target_url: { value: "https://example.com" } } } },
];

/** The custom rulesets of the small world: the outer one executes the inner one, and the entry point both. */
export const OUTER = "0b9b8c949ac4650a09736fc376e9aee1";
export const INNER = "0b9b8c949ac4650a09736fc376e9aee2";
const EXECUTES = [OUTER, INNER].map((id) => ({ action: "execute", action_parameters: { id } }));
/** A ruleset whose rules are not known. */
export const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
/** What acts beyond a single request, and moves to other requests with its condition. */
export const MOVING = [
  { action: "execute", action_parameters: { id: MANAGED } },
  { action: "skip", action_parameters: { phases: ["http_request_firewall_managed"] } },
];
const LIMIT = { action: "block", ratelimit: { period: 10, requests_per_period: 5 } };
const LIMITS = [
  LIMIT,
  { action: "block", ratelimit: { period: 10, requests_per_period: 50 } },
  { action: "managed_challenge", ratelimit: { period: 60, requests_per_period: 5, mitigation_timeout: 60 } },
  {
    action: "block",
    ratelimit: {
      period: 10,
      requests_per_period: 5,
      characteristics: ["cf.colo.id", "ip.src"],
      counting_expression: 'http.request.method eq "POST"',
    },
  },
];
const SKIPS_INSIDE = [
  { action: "skip", action_parameters: { ruleset: "current" as const } },
  { action: "skip", action_parameters: { phase: "current" as const } },
  { action: "skip", action_parameters: { rulesets: [INNER] } },
];

/** Lists of 1 to `maxLength` rules that do one of `acts`. */
const listsOf = (
  name: string,
  acts: readonly Omit<Written, "ref" | "expression">[],
  maxLength: number,
  conditions = expressions,
) =>
  fc
    .array(fc.record({ act: fc.constantFrom(...acts), expression: conditions }), { minLength: 1, maxLength })
    .map((all) =>
      all.map(({ act, expression }, index): Written => ({ ref: `${name}${index}`, expression, ...act })),
    );

/** What a rule with a computed path writes in front of it. */
const PREFIX = "/admin";
const uri = (target: WrittenUri) => ({ action: "rewrite", action_parameters: { uri: target } });
const COMPUTED = uri({ path: { expression: `concat("${PREFIX}", http.request.uri.path)` } });
const REWRITES = [
  ...["/new", "/admin", "/login.php"].map((value) => uri({ path: { value } })),
  uri({ query: { value: "" } }),
  uri({ query: { value: "a=1" } }),
  uri({ path: { value: "/new" }, query: { value: "" } }),
  COMPUTED,
];
const small = fc.constantFrom(...EXPRESSIONS);
export const rewriteLists = listsOf("rewrite", REWRITES, 3, small);
export const redirectLists = listsOf("redirect", ACTIONS.slice(-1), 2, small);
/** Rules that read the URL in all ways, and few of them, so that much can be proved. */
export const urlLists = listsOf(
  ...(["url", [...ACTIONS, { action: "block" }], 3] as const),
  fc.oneof(expressions, fc.constantFrom(...OF_URL), fc.constantFrom(...OF_URL)),
);

export const lists = listsOf("r", ACTIONS, 7);
export const movingLists = listsOf("r", [...ACTIONS, ...MOVING, ...MOVING], 7);

/** Entry points whose rules execute custom rulesets: twice, one inside another, by rules that overlap, with skip rules inside. */
const nestedOf = (acts: readonly Omit<Written, "ref" | "expression">[]): fc.Arbitrary<WrittenPhase> =>
  fc
    .record({
      rules: listsOf("r", [...acts, ...EXECUTES, ...EXECUTES, ...EXECUTES], 4),
      twin: fc.option(expressions, { freq: 2 }),
      rulesets: fc.record({
        [OUTER]: listsOf("outer", [...acts, ...EXECUTES.slice(1)], 3),
        [INNER]: listsOf("inner", acts, 3),
      }),
    })
    .map(({ rules: first, twin, rulesets }) => {
      const executes = first.find(({ action }) => action === "execute");
      if (!executes) return { rules: first, rulesets };
      // Half of the twins run the ruleset for all other requests: then nothing of the first run may get lost.
      const expression = twin ?? `not (${executes.expression})`;
      return { rules: [...first, { ...executes, ref: "twin", expression }], rulesets };
    });
export const nestedPhases = nestedOf([...ACTIONS, ...SKIPS_INSIDE, LIMIT]);
export const limitedPhases = nestedOf([...ACTIONS, ...SKIPS_INSIDE, ...MOVING, ...LIMITS]);
/** Nothing there blocks a single request, so that much can be proved. */
export const limitingPhases = nestedOf([
  { action: "log" },
  ...SKIPS_INSIDE,
  LIMIT,
  LIMIT,
  { ...LIMIT, action: "managed_challenge" },
]);

/** Whether a rule of an entry point runs a ruleset that another one runs, too. */
export function executesTwice({ rules: written }: WrittenPhase): boolean {
  const ids = written.flatMap(({ action_parameters: parameters }) => parameters?.id ?? []);
  return new Set(ids).size < ids.length || (ids.includes(OUTER) && ids.includes(INNER));
}

/** What a plain loop over rules does with one request. */
export interface PlainRun {
  /** The action that ends the phase, or `pass`. */
  readonly result: string;
  readonly logs: boolean;
  readonly skippedPhases: ReadonlySet<string>;
  /** The rulesets of unknown rules that are executed. */
  readonly executed: ReadonlySet<string>;
  /** Rate limits that count the request. */
  readonly limits: ReadonlySet<string>;
  /** The same with the conditions of what they count, which decide after how many requests they stop this one. */
  readonly counted: ReadonlySet<string>;
  /** What these rate limits do after further requests. */
  readonly limitActions: ReadonlySet<string>;
  /** What is written into the URL that later phases see. */
  readonly writes: readonly WrittenUri[];
  /** The refs of the rules that the request reaches and matches. */
  readonly reached: ReadonlySet<string>;
}

/** The clearance that a plain loop needs to go on behind a challenge. */
const PASSED_BY: Readonly<Record<string, number>> = { js_challenge: 1, managed_challenge: 2, challenge: 3 };

/** Runs one request by a plain loop, of a visitor with a clearance from 0 to 3. Shares nothing with the product but the evaluator of expressions. */
export function runPlainly(written: WrittenPhase, request: RequestFields, clearance: number): PlainRun {
  const [skippedPhases, executed, limits, counted, limitActions, reached, exempt] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  const writes: WrittenUri[] = [];
  let [result, logs] = ["pass", false];
  /** Returns whether the request goes on behind the rules. */
  const goesOn = (list: readonly Written[], isInside: boolean): boolean => {
    for (const { ref, action, expression, action_parameters: parameters = {}, ratelimit } of list) {
      if (!matchesIn(expression, request)) continue;
      reached.add(ref);
      if (ratelimit !== undefined) {
        limits.add(JSON.stringify(ratelimit));
        counted.add(JSON.stringify([ratelimit, expression]));
        limitActions.add(action);
        continue;
      }
      switch (action) {
        case "log":
          logs = true;
          break;
        case "rewrite":
          if (parameters.uri !== undefined) writes.push(parameters.uri);
          break;
        case "skip":
          for (const phase of parameters.phases ?? []) skippedPhases.add(phase);
          for (const id of parameters.rulesets ?? []) exempt.add(id);
          if (parameters.phase === "current") return false;
          if (parameters.ruleset === "current") return isInside;
          break;
        case "execute": {
          const { id = "" } = parameters;
          if (exempt.has(id)) break;
          const known = written.rulesets[id];
          if (known === undefined) executed.add(id);
          else if (!goesOn(known, true)) return false;
          break;
        }
        case "js_challenge":
        case "managed_challenge":
        case "challenge":
          if (clearance >= (PASSED_BY[action] ?? 0)) break;
          result = action;
          return false;
        default:
          result = action;
          return false;
      }
    }
    return true;
  };
  goesOn(written.rules, false);
  return { result, logs, skippedPhases, executed, limits, counted, limitActions, writes, reached };
}
