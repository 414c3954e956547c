import type * as pulumi from "@pulumi/pulumi";
import { BaselineComponent, isBaseline } from "./baseline-component";
import { OwaspConfig } from "./owasp-config";
import { ValidatedFilter } from "./validated-filter";
import type { ZoneBaselineArgs } from "./zone-baseline-args";
import { ZoneEntrypointRuleset } from "./zone-entrypoint-ruleset";

/**
 * The recommended protection of a zone: custom rules, rate limits, the vendor's managed ruleset and OWASP. With `logOnlyUntil`, everything
 * without an `action` only logs: begin so in a zone with traffic. Foreign rules in those phases stay.
 *
 * The names of its resources begin with its own name, so an alias of the baseline applies to all of them.
 *
 * @example
 * ```ts
 * import { getZoneOutput, ZoneBaseline } from "pulumi-edge-platform";
 *
 * new ZoneBaseline("example.com", {
 *   zoneId: getZoneOutput({ name: "example.com" }).id,
 *   logOnlyUntil: "2027-01-31", // remove it to enforce
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
export class ZoneBaseline<F extends string = never, A extends string = never> extends BaselineComponent<
  F,
  ValidatedFilter,
  ZoneEntrypointRuleset,
  OwaspConfig
> {
  constructor(name: string, args: ZoneBaselineArgs<F, A>, opts?: pulumi.ComponentResourceOptions) {
    super({ ValidatedFilter, ZoneEntrypointRuleset, OwaspConfig }, name, args, opts);
  }

  /** Whether a value is a ZoneBaseline, also if another copy of the package made it. */
  static override isInstance(value: unknown): value is ZoneBaseline<string> {
    return isBaseline(value);
  }
}
