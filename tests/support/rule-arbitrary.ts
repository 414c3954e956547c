import fc from "fast-check";
import {
  ActionParameters,
  ExposedCredentialCheck,
  ManagedAction,
  type Action,
  type Phase,
} from "../../provider/api";
import {
  ACTIONS_NEEDING_PARAMETERS,
  checkRule,
  isRefused,
  phasesWith,
  type RuleContext,
} from "../../provider/rulebook";
import { namesFromWire } from "../../provider/rulebook/naming";
import { CORRECT_PARAMETERS } from "./correct-parameters";
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
    return fc.constantFrom("cf.colo.id", "ip.src", 'http.request.headers["x-key"]');
  if (["rules key", "rules", "rulesets"].includes(name)) return ids;
  if (["headers key", "contains key"].includes(name)) return headers;
  return name === " key" ? directives : undefined;
};

/** The expression of `set_cache_tags` computes a list. */
const textsOfTags: TextsOf = (name) =>
  name === "expression" ? fc.constant('split(http.response.headers["x-tags"][0], ",", 10)') : textsOf(name);

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

/** The parameters of `skip`, by phase. */
const SKIPS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  http_request_firewall_custom: fc.record(
    {
      ruleset: fc.constant("current"),
      phases: fc.constant(["http_ratelimit", "http_request_sbfm"]),
      products: fc.constant(["waf", "zoneLockdown"]),
    },
    { requiredKeys: ["products"] },
  ),
  http_request_firewall_managed: fc.oneof(
    fc.constant({ ruleset: "current" }),
    fc.record(
      { rulesets: fc.tuple(ids), rules: fc.dictionary(ids, fc.tuple(ids), { minKeys: 1, maxKeys: 2 }) },
      { requiredKeys: ["rulesets"] },
    ),
  ),
};

const MAX_REFUSED = 2_000;

/** Returns a phase whose entry points accept rules with this action, preferably a request phase. */
export function phaseFor(action: Action): Phase {
  if (action === "execute") return "http_request_firewall_managed";
  const phases = phasesWith(action);
  return (
    phases.find((phase) => phase.startsWith("http_")) ?? phases.at(-1) ?? "http_request_firewall_managed"
  );
}

/** Any rule with this action in that phase, as a program writes it: each member, also with its default, is given or left out. */
export function ruleArbitrary(
  action: Action,
  phase: Phase,
  kind: RuleContext["kind"] = "zone",
): fc.Arbitrary<Record<string, unknown>> {
  const needed = ACTIONS_NEEDING_PARAMETERS.has(action);
  const parameters = parametersOf(action, phase);
  const checked = kind === "custom" && phase === "http_request_firewall_custom" && action !== "skip";
  const condition =
    kind === "root" && (action === "skip" || action === "execute")
      ? fc.constant('(ssl) and cf.zone.plan eq "ENT"')
      : conditions;
  let refused = 0;
  return fc
    .record({
      action: fc.constant(action),
      expression: phase === "http_log_custom_fields" ? fc.constant("true") : condition,
      action_parameters: needed ? parameters : fc.option(parameters, { nil: undefined }),
      enabled: fc.option(fc.boolean(), { nil: undefined }),
      description: fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }),
      logging:
        action === "skip"
          ? fc.option(fc.record({ enabled: fc.boolean() }), { nil: undefined })
          : fc.constant(undefined),
      ratelimit: phase === "http_ratelimit" && action !== "skip" ? rateLimits : fc.constant(undefined),
      exposed_credential_check: checked
        ? fc.option(schemaArbitrary(ExposedCredentialCheck, textsOf), { nil: undefined })
        : fc.constant(undefined),
    })
    .map(given)
    .filter((rule) => {
      refused = isLawful(rule, { phase, kind, nameOf: (name) => name }) ? 0 : refused + 1;
      // Otherwise, a rule that can never be lawful would be drawn forever.
      if (refused > MAX_REFUSED)
        throw new Error(`no rule with ${action} is lawful in ${phase}, kind ${kind}`);
      return refused === 0;
    })
    .map(({ action_parameters, exposed_credential_check, ratelimit, ...rule }) =>
      given({
        ...rule,
        actionParameters: namesFromWire(action_parameters, action),
        ratelimit: namesFromWire(ratelimit),
        exposedCredentialCheck: namesFromWire(exposed_credential_check),
      }),
    );
}

function parametersOf(action: Action, phase: Phase): fc.Arbitrary<unknown> {
  if (action === "execute") return execute;
  if (action === "skip") return SKIPS[phase] ?? fc.constant({ ruleset: "current" });
  const any = schemaArbitrary(ActionParameters[action], action === "set_cache_tags" ? textsOfTags : textsOf);
  const correct = CORRECT_PARAMETERS.filter((one) => one[0] === action && one[1] === phase).map(
    (one) => one[2],
  );
  // Few of all parameters are lawful, so known ones are mixed in.
  return correct.length > 0 ? fc.oneof(fc.constantFrom<unknown>(...correct), any) : any;
}

function isLawful(rule: Record<string, unknown>, context: RuleContext): boolean {
  return !checkRule(rule, context).some(({ constraint }) => isRefused(constraint));
}

/** A rate limit as a zone may have it: counted in each data centre, with one threshold. */
const rateLimits = fc.record(
  {
    characteristics: fc
      .subarray(["ip.src", 'http.request.headers["x-key"]', "ip.src.country"])
      .map((more) => ["cf.colo.id", ...more]),
    period: fc.constantFrom(10, 60, 3600),
    requests_per_period: fc.integer({ min: 1, max: 10_000 }),
    mitigation_timeout: fc.constantFrom(0, 10, 600, 86_400),
    counting_expression: conditions,
    requests_to_origin: fc.boolean(),
  },
  { requiredKeys: ["characteristics", "period", "requests_per_period"] },
);

function given(rule: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rule).filter(([, member]) => member !== undefined));
}
