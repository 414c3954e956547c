import * as pulumi from "@pulumi/pulumi";
import type { Action, Phase } from "../api";
import type { RuleMap } from "../rulesets";
import { EdgeResource, isResourceOf, requireArguments, typeToken, type CommonArgs } from "./edge-resource";
import { warnAboutFilter } from "./filter-warnings";

/** Seconds throughout. Rules of a zone count by `cf.colo.id` among their characteristics. */
export interface RateLimitArgs {
  characteristics: pulumi.Input<pulumi.Input<string>[]>;
  period: pulumi.Input<number>;
  requestsPerPeriod?: pulumi.Input<number> | undefined;
  mitigationTimeout?: pulumi.Input<number> | undefined;
  countingExpression?: pulumi.Input<string> | undefined;
  requestsToOrigin?: pulumi.Input<boolean> | undefined;
  scorePerPeriod?: pulumi.Input<number> | undefined;
  scoreResponseHeaderName?: pulumi.Input<string> | undefined;
}

export interface RuleArgs {
  /** The rule's own name in the ruleset, unique there: it keeps its identity, and the vendor's id, over every edit. */
  ref: pulumi.Input<string>;
  action: pulumi.Input<Action>;
  /** What the action takes, in camelCase: `{ response: { statusCode: 403, … } }` of block, `{ ruleset: "current" }` of skip. */
  actionParameters?: pulumi.Input<Record<string, unknown>> | undefined;
  /** A filter expression, parsed at preview; the `expression` of a `ValidatedFilter` makes the rule wait for it. */
  expression: pulumi.Input<string>;
  /** Default true. */
  enabled?: pulumi.Input<boolean> | undefined;
  description?: pulumi.Input<string> | undefined;
  /** Whether matches are logged; of skip rules. */
  logging?: pulumi.Input<{ enabled: pulumi.Input<boolean> }> | undefined;
  /** Of rules in `http_ratelimit`. */
  ratelimit?: pulumi.Input<RateLimitArgs> | undefined;
  exposedCredentialCheck?:
    | pulumi.Input<{ usernameExpression: pulumi.Input<string>; passwordExpression: pulumi.Input<string> }>
    | undefined;
}

export interface ZoneEntrypointRulesetArgs extends CommonArgs {
  /** A change replaces the ruleset. */
  zoneId: pulumi.Input<string>;
  /** A change replaces the ruleset. */
  phase: pulumi.Input<Phase>;
  /** Of the entry point: set when this resource makes it, and kept by an exclusive owner. */
  description?: pulumi.Input<string> | undefined;
  /** In the order of evaluation. */
  rules: pulumi.Input<pulumi.Input<RuleArgs>[]>;
  /**
   * `shared` (default): only these rules are touched, whatever else stands in the entry point. `exclusive`: what is not here
   * is removed, but for the deploying rules of managed rulesets.
   */
  ownership?: pulumi.Input<"shared" | "exclusive"> | undefined;
  /**
   * Where these rules stand among those of others: `first`, `last`, before or after the rule of a ref. Default: new ones at the
   * end, those that are there already where they are.
   */
  position?:
    | pulumi.Input<"first" | "last" | { before: pulumi.Input<string> } | { after: pulumi.Input<string> }>
    | undefined;
  /** Lets an exclusive ruleset begin on an entry point that holds others' rules, which are then removed. Default false. */
  takeOver?: pulumi.Input<boolean> | undefined;
  /** When somebody else has changed these rules: `overwrite` (default) puts them back, `fail` names what differs. */
  onConcurrentChange?: pulumi.Input<"overwrite" | "fail"> | undefined;
}

/** Every property of the class: its arguments, then what else the state holds. */
const MEMBERS = [
  "zoneId",
  "phase",
  "description",
  "rules",
  "ownership",
  "position",
  "takeOver",
  "onConcurrentChange",
  "connection",
  "rulesetId",
  "version",
  "lastUpdated",
  "ruleIds",
  "createdEntrypoint",
];

/**
 * Rules in a zone's entry point of one phase. Its id is `<zone id>/<phase>`. An entry point that exists is merged with, never
 * refused and never overwritten.
 *
 * @example
 * ```ts
 * import { ZoneEntrypointRuleset } from "pulumi-edge-platform";
 *
 * new ZoneEntrypointRuleset("custom", {
 *   zoneId: "023e105f4ecef8ad9ca31a8372d0c353",
 *   phase: "http_request_firewall_custom",
 *   rules: [
 *     { ref: "office", action: "skip", actionParameters: { ruleset: "current" }, expression: "ip.src in {192.0.2.0/24}" },
 *     { ref: "admin", action: "managed_challenge", expression: 'starts_with(http.request.uri.path, "/admin")' },
 *   ],
 * });
 * ```
 */
export class ZoneEntrypointRuleset extends EdgeResource {
  /** @internal */
  static readonly __pulumiType = typeToken("ZoneEntrypointRuleset");

  declare readonly zoneId: pulumi.Output<string>;
  declare readonly phase: pulumi.Output<Phase>;
  declare readonly description: pulumi.Output<string | undefined>;
  /** By ref, each naming the one before it: so an inserted rule shows as one insert. */
  declare readonly rules: pulumi.Output<RuleMap>;
  declare readonly ownership: pulumi.Output<"shared" | "exclusive" | undefined>;
  /** The vendor's id of the entry point. */
  declare readonly rulesetId: pulumi.Output<string>;
  /** Version of the whole entry point, which others may raise too. */
  declare readonly version: pulumi.Output<string>;
  /** UTC. */
  declare readonly lastUpdated: pulumi.Output<string>;
  /** The vendor's ids of these rules, by ref. */
  declare readonly ruleIds: pulumi.Output<Record<string, string>>;
  /** Whether this resource made the entry point: then it goes with its last rule. */
  declare readonly createdEntrypoint: pulumi.Output<boolean>;

  constructor(name: string, args: ZoneEntrypointRulesetArgs, opts: pulumi.CustomResourceOptions = {}) {
    if (opts.id === undefined)
      requireArguments("ZoneEntrypointRuleset", name, args, ["zoneId", "phase", "rules"]);
    super("ZoneEntrypointRuleset", name, opts.id === undefined ? { ...args } : {}, MEMBERS, opts);
    if (opts.id === undefined) warnAboutRules(this, args);
  }

  /** An entry point that exists, with all of its rules, looked at and not managed. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): ZoneEntrypointRuleset {
    return new ZoneEntrypointRuleset(
      name,
      { zoneId: "", phase: "http_request_firewall_custom", rules: [] },
      { ...opts, id },
    );
  }

  static override isInstance(value: unknown): value is ZoneEntrypointRuleset {
    return isResourceOf("ZoneEntrypointRuleset", value);
  }
}

function warnAboutRules(ruleset: ZoneEntrypointRuleset, { rules, phase }: ZoneEntrypointRulesetArgs): void {
  if (!Array.isArray(rules)) return;
  rules.forEach((rule: pulumi.Input<RuleArgs>, index) => {
    const later = pulumi.Output.isInstance(rule) || rule instanceof Promise;
    const name = !later && typeof rule.ref === "string" ? JSON.stringify(rule.ref) : String(index);
    // Of a rule in plain, the expression may be known, or no secret, where other members are not.
    const expression = later ? pulumi.output(rule).apply((known) => known.expression) : rule.expression;
    warnAboutFilter(ruleset, `rules[${name}].expression`, expression, phase);
  });
}
