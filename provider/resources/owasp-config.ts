import * as pulumi from "@pulumi/pulumi";
import type { ManagedAction, Phase } from "../api";
import { OWASP_FIELDS } from "../rulesets/owasp/owasp-args";
import { EdgeResource, isResourceOf, requireArguments, typeToken, type CommonArgs } from "./edge-resource";
import { claimDeployment } from "./owasp-claims";
import { warnAboutFilter } from "./filter-warnings";

/** A change of single managed rules, found by `number` (`"920272"`), `id` or `tag`: exactly one of the three. */
export interface OwaspRuleArgs {
  number?: pulumi.Input<string> | undefined;
  id?: pulumi.Input<string> | undefined;
  tag?: pulumi.Input<string> | undefined;
  enabled?: pulumi.Input<boolean> | undefined;
  action?: pulumi.Input<ManagedAction> | undefined;
}

export interface OwaspConfigArgs extends CommonArgs {
  /** A change replaces the deployment. */
  zoneId: pulumi.Input<string>;
  /** 1 to 4: the rules of this level and of those below it are on. */
  paranoiaLevel: pulumi.Input<number>;
  /** The score from which a request is acted upon: a whole number from 1, or `low` (60), `medium` (40), `high` (25). */
  scoreThreshold: pulumi.Input<number | "low" | "medium" | "high">;
  /** What is done then. Default `block`. */
  action?: pulumi.Input<ManagedAction> | undefined;
  rules?: pulumi.Input<pulumi.Input<OwaspRuleArgs>[]> | undefined;
  /** Which requests are looked at. Default `true`: all. */
  expression?: pulumi.Input<string> | undefined;
  /** Default true. */
  enabled?: pulumi.Input<boolean> | undefined;
  /** Name of the managed ruleset. Default: the OWASP core ruleset. A change replaces the deployment. */
  rulesetName?: pulumi.Input<string> | undefined;
  /** Reference of the deploying rule. Default: one made of the managed ruleset. */
  ref?: pulumi.Input<string> | undefined;
  /**
   * Lets this resource manage a deployment that exists and carries no owner's mark, made by hand or by another tool. Default
   * false: the preview fails, and says what the deployment does. One of another stack is refused whatever stands here.
   */
  takeOver?: pulumi.Input<boolean> | undefined;
}

/** Where the deploying rule stands. */
const PHASE: Phase = "http_request_firewall_managed";
/** Every property of the class: its arguments, then what else the state holds. */
const MEMBERS = [
  ...OWASP_FIELDS,
  "takeOver",
  "connection",
  "rulesetId",
  "ruleId",
  "managedRulesetId",
  "managedVersion",
  "createdEntrypoint",
  "version",
  "lastUpdated",
  "ruleCount",
];

/**
 * The managed OWASP core ruleset in a zone: deployed by one rule in the entry point of `http_request_firewall_managed`.
 * A zone has it once: resources of one stack hand it over to each other without a gap, anybody else's deployment is refused. Its
 * id is `<zone id>/<managed ruleset id>`.
 *
 * @example
 * ```ts
 * import { OwaspConfig } from "pulumi-edge-platform";
 *
 * new OwaspConfig("owasp", {
 *   zoneId: "023e105f4ecef8ad9ca31a8372d0c353",
 *   paranoiaLevel: 2,
 *   scoreThreshold: 40,
 *   action: "managed_challenge",
 *   rules: [{ number: "920272", enabled: false }],
 * });
 * ```
 */
export class OwaspConfig extends EdgeResource {
  /** @internal */
  static readonly __pulumiType = typeToken("OwaspConfig");

  declare readonly zoneId: pulumi.Output<string>;
  declare readonly paranoiaLevel: pulumi.Output<number>;
  declare readonly scoreThreshold: pulumi.Output<number | "low" | "medium" | "high">;
  declare readonly action: pulumi.Output<ManagedAction | undefined>;
  declare readonly rules: pulumi.Output<pulumi.UnwrappedObject<OwaspRuleArgs>[] | undefined>;
  declare readonly expression: pulumi.Output<string | undefined>;
  declare readonly enabled: pulumi.Output<boolean | undefined>;
  declare readonly rulesetName: pulumi.Output<string | undefined>;
  declare readonly ref: pulumi.Output<string | undefined>;
  /** The entry point that holds the deploying rule. */
  declare readonly rulesetId: pulumi.Output<string>;
  /** The deploying rule. */
  declare readonly ruleId: pulumi.Output<string>;
  declare readonly managedRulesetId: pulumi.Output<string>;
  /** Version of the managed ruleset that the configuration was made against. */
  declare readonly managedVersion: pulumi.Output<string>;
  /** Whether this resource made the entry point: then it goes with its last rule. */
  declare readonly createdEntrypoint: pulumi.Output<boolean>;
  /** Of the entry point when the deployment was last written or read, which others may raise too. */
  declare readonly version: pulumi.Output<string>;
  /** Of the entry point; UTC. */
  declare readonly lastUpdated: pulumi.Output<string>;
  /** Rules of all owners in that `version` of the entry point. */
  declare readonly ruleCount: pulumi.Output<number>;

  constructor(name: string, args: OwaspConfigArgs, opts: pulumi.CustomResourceOptions = {}) {
    if (opts.id === undefined)
      requireArguments("OwaspConfig", name, args, ["zoneId", "paranoiaLevel", "scoreThreshold"]);
    // A preview alone looks at the deployment that is there: an update does when it writes.
    const preview = pulumi.runtime.isDryRun() && { __preview: true };
    super("OwaspConfig", name, opts.id === undefined ? { ...args, ...preview } : {}, MEMBERS, opts);
    if (opts.id !== undefined) return;
    claimDeployment(this, name, args);
    warnAboutFilter(this, "expression", args.expression, PHASE);
  }

  /** A deployment that exists, looked at and not managed. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OwaspConfig {
    return new OwaspConfig(name, { zoneId: "", paranoiaLevel: 1, scoreThreshold: 1 }, { ...opts, id });
  }

  static override isInstance(value: unknown): value is OwaspConfig {
    return isResourceOf("OwaspConfig", value);
  }
}
