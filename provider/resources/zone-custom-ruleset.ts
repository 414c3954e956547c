import type * as pulumi from "@pulumi/pulumi";
import type { ZONE_CUSTOM_PHASE } from "../rulesets/rules/ownership";
import { isResourceOf, typeToken } from "./edge-resource";
import { RulesetResource, type RulesArgs } from "./ruleset-resource";

/** The only phase in which custom rulesets of a zone are documented. */
type ZoneCustomPhase = typeof ZONE_CUSTOM_PHASE;

/** The arguments of a `ZoneCustomRuleset`. */
export interface ZoneCustomRulesetArgs<A extends string = never> extends RulesArgs<ZoneCustomPhase, A> {
  /** The id of the zone. A change replaces the ruleset. */
  zoneId: pulumi.Input<string>;
  /**
   * The phase in which the rules run. Defaults to `http_request_firewall_custom`, the only phase in which a zone has custom rulesets, so
   * that it need not be set.
   */
  phase?: pulumi.Input<ZoneCustomPhase> | undefined;
  /**
   * The name of the ruleset. A change replaces the ruleset, and the new ruleset is made before the old one is removed. Defaults to the
   * resource's name and a code that proves that the ruleset belongs to this resource.
   */
  name?: pulumi.Input<string> | undefined;
  /** The description of the ruleset. Defaults to none. */
  description?: pulumi.Input<string> | undefined;
  /** Takes over an existing custom ruleset of that name in the zone, and replaces its rules. Defaults to false. */
  takeOver?: pulumi.Input<boolean> | undefined;
}

/**
 * A custom ruleset of a zone. Its rules run where a rule with the action `execute` in a {@link ZoneEntrypointRuleset} of the zone
 * names the ruleset: for the requests that the expression of that rule matches. Its phase is `http_request_firewall_custom`. This
 * resource owns all of its rules. Its id is `zone/<zone id>/<ruleset id>`.
 *
 * @example
 * ```ts
 * import { ZoneCustomRuleset, ZoneEntrypointRuleset } from "pulumi-edge-platform";
 *
 * const zoneId = "023e105f4ecef8ad9ca31a8372d0c353";
 * const scanners = new ZoneCustomRuleset("no-scanners", {
 *   zoneId,
 *   rules: [{ ref: "env-files", action: "block", expression: 'ends_with(http.request.uri.path, "/.env")' }],
 * });
 * new ZoneEntrypointRuleset("custom", {
 *   zoneId,
 *   phase: "http_request_firewall_custom",
 *   rules: [
 *     {
 *       ref: "no-scanners",
 *       action: "execute",
 *       actionParameters: { id: scanners.rulesetId },
 *       expression: 'not starts_with(http.request.uri.path, "/health")',
 *     },
 *   ],
 * });
 * ```
 */
export class ZoneCustomRuleset<A extends string = never> extends RulesetResource<ZoneCustomPhase> {
  /** @internal */
  static readonly __pulumiType = typeToken("ZoneCustomRuleset");

  /** The id of the zone. */
  declare readonly zoneId: pulumi.Output<string>;
  /** The name of the ruleset, by default with the code that proves its owner. */
  declare readonly name: pulumi.Output<string>;

  constructor(name: string, args: ZoneCustomRulesetArgs<A>, opts: pulumi.CustomResourceOptions = {}) {
    const given = opts.id === undefined ? args : undefined;
    super("ZoneCustomRuleset", name, given, opts);
  }

  /** Reads an existing custom ruleset with all of its rules, without managing it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): ZoneCustomRuleset {
    return new ZoneCustomRuleset(name, { zoneId: "", rules: [] }, { ...opts, id });
  }

  static override isInstance(value: unknown): value is ZoneCustomRuleset {
    return isResourceOf("ZoneCustomRuleset", value);
  }
}
