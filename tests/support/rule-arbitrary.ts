import fc from "fast-check";
import {
  ACTION_PHASES,
  ActionParameters,
  ACTIONS_NEEDING_PARAMETERS,
  ExposedCredentialCheck,
  ManagedAction,
  RateLimit,
  type Action,
  type Phase,
} from "../../provider/api";
import { namesFromWire } from "../../provider/rulesets/rules/naming";
import { OWASP } from "./platform";
import { schemaArbitrary, type TextsOf } from "./schema-arbitrary";

/** Ids of the managed OWASP ruleset. */
const TAGS = ["attack-sqli", "attack-xss", "paranoia-level-2", "paranoia-level-4"] as const;
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";

const conditions = fc.constantFrom(
  "true",
  "ssl",
  'http.host eq "example.com"',
  "not ssl and ip.src in {192.0.2.0/24}",
);
const values = fc.constantFrom("http.request.uri.path", "lower(http.host)");
const ids = fc.constantFrom("a".repeat(32), "0123456789abcdef0123456789abcdef");
const headers = fc.constantFrom("X-Frame-Options", "x_key", "vary", "toString");
const directives = fc.constantFrom("max-age", "s-maxage", "no-store", "must_revalidate");

/** Texts with a meaning for the API. Other texts are arbitrary. */
const textsOf: TextsOf = (name) => {
  if (name === "counting_expression") return conditions;
  if (name.endsWith("expression")) return values;
  if (name === "characteristics")
    return fc.constantFrom("cf.colo.id", "ip.src", 'http.request.headers["x-Key"]');
  if (["rules key", "rules", "rulesets"].includes(name)) return ids;
  if (["headers key", "contains key"].includes(name)) return headers;
  return name === " key" ? directives : undefined;
};

/** Parameters of a rule that executes a managed ruleset, with overrides if it has rules. */
const execute = fc.record(
  {
    id: fc.constant(OWASP),
    version: fc.constantFrom("latest", "35"),
    matched_data: schemaArbitrary(ActionParameters.execute.shape.matched_data.unwrap(), textsOf),
    overrides: fc
      .record(
        {
          action: fc.constantFrom(...ManagedAction.options),
          enabled: fc.boolean(),
          categories: fc.uniqueArray(
            fc.record({ category: fc.constantFrom(...TAGS), enabled: fc.boolean() }),
            { selector: ({ category }) => category, minLength: 1 },
          ),
          rules: fc.tuple(
            fc.record({
              id: fc.constant(SCORING),
              score_threshold: fc.integer({ min: 1, max: 100 }),
              action: fc.constantFrom(...ManagedAction.options),
            }),
          ),
        },
        { requiredKeys: [] },
      )
      .filter((overrides) => Object.keys(overrides).length > 0),
  },
  { requiredKeys: ["id"] },
);

/** Returns a phase whose entry points accept rules with this action, preferably a request phase. */
export function phaseFor(action: Action): Phase {
  const phases = ACTION_PHASES[action] ?? ["http_request_firewall_managed"];
  return (
    phases.find((phase) => phase.startsWith("http_")) ?? phases.at(-1) ?? "http_request_firewall_managed"
  );
}

/** Any rule with this action in that phase, as a program writes it: each member, also with its default, is given or left out. */
export function ruleArbitrary(action: Action, phase: Phase): fc.Arbitrary<Record<string, unknown>> {
  const parameters = action === "execute" ? execute : schemaArbitrary(ActionParameters[action], textsOf);
  const needed = ACTIONS_NEEDING_PARAMETERS.has(action);
  const limited = phase === "http_ratelimit";
  return fc
    .record({
      action: fc.constant(action),
      expression: conditions,
      actionParameters: needed ? parameters : fc.option(parameters, { nil: undefined }),
      enabled: fc.option(fc.boolean(), { nil: undefined }),
      description: fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }),
      logging: fc.option(fc.record({ enabled: fc.boolean() }), { nil: undefined }),
      ratelimit: limited ? schemaArbitrary(RateLimit, textsOf).map(countedInColo) : fc.constant(undefined),
      exposedCredentialCheck: fc.option(schemaArbitrary(ExposedCredentialCheck, textsOf), { nil: undefined }),
    })
    .map(({ actionParameters, ratelimit, exposedCredentialCheck, ...rule }) => ({
      ...rule,
      actionParameters: namesFromWire(actionParameters, action),
      ratelimit: namesFromWire(ratelimit),
      exposedCredentialCheck: namesFromWire(exposedCredentialCheck),
    }))
    .map(given);
}

/** In a zone, each data center counts requests separately. */
function countedInColo(limit: unknown): unknown {
  const { characteristics, ...rest } = RateLimit.parse(limit);
  return { ...rest, characteristics: [...new Set(["cf.colo.id", ...characteristics])] };
}

function given(rule: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rule).filter(([, member]) => member !== undefined));
}
