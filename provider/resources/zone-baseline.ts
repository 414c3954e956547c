import * as pulumi from "@pulumi/pulumi";
import type { Phase } from "../api";
import { isMembers } from "../api/plain";
import { checkBaseline } from "./check-baseline";
import { isResourceOfType } from "./edge-resource";
import { OwaspConfig } from "./owasp-config";
import { reportError } from "./program-error";
import type { RuleArgs } from "./rule-args";
import { ValidatedFilter } from "./validated-filter";
import type { BaselineRules, ZoneBaselineArgs } from "./zone-baseline-args";
import { customRule, deployingRule, mapRules, owaspArgs, rateLimitRule } from "./zone-baseline-rules";
import { ZoneEntrypointRuleset } from "./zone-entrypoint-ruleset";

const TYPE = "edge:index:ZoneBaseline";

/**
 * The recommended protection of a zone: custom rules, rate limits, the vendor's managed ruleset and OWASP. Everything only logs
 * unless an `action` is set, and foreign rules in those phases stay.
 *
 * The names of its resources begin with its own name, so an alias of the baseline applies to all of them.
 *
 * @example
 * ```ts
 * import { getZoneOutput, ZoneBaseline } from "pulumi-edge-platform";
 *
 * new ZoneBaseline("example.com", {
 *   zoneId: getZoneOutput({ name: "example.com" }).id,
 *   filters: { login: 'http.request.uri.path eq "/login"', office: "ip.src in {192.0.2.0/24}" },
 *   customRules: ({ office }) => [
 *     { ref: "office", action: "skip", actionParameters: { ruleset: "current" }, expression: office },
 *     { ref: "secret-files", action: "block", expression: 'http.request.uri.path contains "/.git"' },
 *     { ref: "no-user-agent", expression: 'http.user_agent eq ""' }, // logs
 *   ],
 *   rateLimits: ({ login }) => [{ ref: "login", expression: login, requestsPerPeriod: 20 }],
 *   owasp: { paranoiaLevel: 2 },
 * });
 * ```
 */
export class ZoneBaseline<F extends string = never> extends pulumi.ComponentResource {
  readonly zoneId: pulumi.Output<string>;
  readonly filters: Readonly<Record<F, ValidatedFilter>>;
  /** Undefined without custom rules. The same holds for the members below. */
  readonly customRules: ZoneEntrypointRuleset | undefined;
  readonly rateLimits: ZoneEntrypointRuleset | undefined;
  readonly managedRules: ZoneEntrypointRuleset | undefined;
  readonly owasp: OwaspConfig | undefined;

  constructor(name: string, args: ZoneBaselineArgs<F>, opts: pulumi.ComponentResourceOptions = {}) {
    super(TYPE, name, {}, opts);
    // A component has no `check`. An error that is thrown would hide the problems of all resources that come later.
    const problems = checkBaseline(args);
    for (const { path, message } of problems)
      reportError(this, `${TYPE} component '${name}' has a problem: ${path}: ${message}`);
    const {
      zoneId,
      connection,
      filters,
      customRules,
      rateLimits,
      managedRules = {},
      owasp = {},
    } = problems.length > 0 ? nothingOf(args) : args;
    const parent = { parent: this };
    const rulesIn = (suffix: string, phase: Phase, rules: RuleArgs[]): ZoneEntrypointRuleset | undefined =>
      rules.length === 0
        ? undefined
        : new ZoneEntrypointRuleset(`${name}-${suffix}`, { zoneId, connection, phase, rules }, parent);

    this.zoneId = pulumi.output(zoneId);
    this.filters = byName(
      filters,
      (expression, filter) =>
        new ValidatedFilter(`${name}-filter-${filter}`, { expression, connection }, parent),
    );
    const expressions = byName(this.filters, ({ expression }) => expression);
    this.customRules = rulesIn(
      "custom",
      "http_request_firewall_custom",
      mapRules(listOf(customRules, expressions), customRule),
    );
    this.rateLimits = rulesIn(
      "rate-limits",
      "http_ratelimit",
      mapRules(listOf(rateLimits, expressions), rateLimitRule),
    );
    this.managedRules = rulesIn(
      "managed",
      "http_request_firewall_managed",
      managedRules === false ? [] : [deployingRule(managedRules)],
    );
    // New rules go to the end of the phase, so OWASP scores what the managed rules have let through.
    const dependsOn = this.managedRules ? [this.managedRules] : [];
    this.owasp =
      owasp === false
        ? undefined
        : new OwaspConfig(
            `${name}-owasp`,
            { zoneId, connection, ...owaspArgs(owasp) },
            { ...parent, dependsOn },
          );
    this.registerOutputs({ zoneId: this.zoneId });
  }

  static override isInstance(value: unknown): value is ZoneBaseline<string> {
    return isResourceOfType(TYPE, value);
  }
}

/** Returns only the filters, which a program may go on with, so that nothing is written of arguments with problems. */
function nothingOf<F extends string>(args: ZoneBaselineArgs<F> | undefined): ZoneBaselineArgs<F> {
  const { zoneId = "", filters } = { ...args };
  return { zoneId, ...(isMembers(filters) && { filters }), managedRules: false, owasp: false };
}

function listOf<Rule, F extends string>(
  rules: BaselineRules<Rule, F> | undefined,
  expressions: Readonly<Record<F, pulumi.Output<string>>>,
): Rule[] {
  return typeof rules === "function" ? rules(expressions) : (rules ?? []);
}

/** Maps each value by `make`, under the same name. */
function byName<F extends string, V, R>(
  values: Readonly<Record<F, V>> | undefined,
  make: (value: V, name: string) => R,
): Record<F, R> {
  const made = Object.entries<V>(values ?? {}).map(([name, value]) => [name, make(value, name)]);
  // The cast holds: the names are those of `values`, which has every F.
  return Object.fromEntries(made) as Record<F, R>;
}
