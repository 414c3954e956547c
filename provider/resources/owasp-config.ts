import type * as pulumi from "@pulumi/pulumi";
import type { ManagedAction } from "../api/wire";
import type { PARANOIA_LEVELS } from "../rulebook/managed-rulesets";
import type { OrComputed } from "./computed";
import { EdgeResource, isResourceOf, typeToken, type AllowingArgs, type CommonArgs } from "./edge-resource";

/** The paranoia levels of the OWASP core ruleset. */
export type ParanoiaLevel = (typeof PARANOIA_LEVELS)[number];

/** Changes managed rules, selected by exactly one of `number` (such as `"920272"`), `id` and `tag`. */
export interface OwaspRuleArgs {
  /** The number at the beginning of the rule's description: `"920272"`. */
  number?: pulumi.Input<string> | undefined;
  /** The id of the rule: 32 hexadecimal digits. */
  id?: pulumi.Input<string> | undefined;
  /** A tag of rules: `paranoia-level-3`. */
  tag?: pulumi.Input<string> | undefined;
  /** Whether the rules are on. By default the paranoia level decides. */
  enabled?: pulumi.Input<boolean> | undefined;
  /** What the rules do. By default they add to the score. */
  action?: pulumi.Input<ManagedAction> | undefined;
}

/** The arguments of an `OwaspConfig`. */
export interface OwaspConfigArgs extends CommonArgs, AllowingArgs {
  /** The id of the zone: 32 hexadecimal digits. A change replaces the deployment. */
  zoneId: pulumi.Input<string>;
  /** 1 to 4: enables the rules of this level and of the levels below. */
  paranoiaLevel: pulumi.Input<OrComputed<ParanoiaLevel>>;
  /** The score from which `action` applies: a whole number from 1, or `low` (60), `medium` (40), `high` (25). */
  scoreThreshold: pulumi.Input<number | "low" | "medium" | "high">;
  /** What happens to a request that reaches the score. Defaults to `block`. */
  action?: pulumi.Input<ManagedAction> | undefined;
  /** Changes of single rules, which take precedence over the level. Defaults to none. */
  rules?: pulumi.Input<pulumi.Input<OwaspRuleArgs>[]> | undefined;
  /** A filter expression that selects requests. Defaults to `true`, all of them. */
  expression?: pulumi.Input<string> | undefined;
  /** Whether the deploying rule is on. Defaults to true. */
  enabled?: pulumi.Input<boolean> | undefined;
  /** The name of the managed ruleset. Defaults to the OWASP core ruleset. A change replaces the deployment. */
  rulesetName?: pulumi.Input<string> | undefined;
  /** The `ref` of the deploying rule. Defaults to `owasp-core-ruleset`. */
  ref?: pulumi.Input<string> | undefined;
  /**
   * Takes over an existing deployment without an owner's mark, made by hand or by another tool. Defaults to false: the preview
   * fails and describes the deployment. A deployment of another stack is always rejected.
   */
  takeOver?: pulumi.Input<boolean> | undefined;
}

/**
 * The managed OWASP core ruleset in a zone, deployed by one rule in the entry point of `http_request_firewall_managed`.
 * A zone deploys it only once: resources of one stack hand it over to each other without a gap, and a deployment of another owner
 * is rejected. Its id is `<zone id>/<managed ruleset id>`.
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

  /** The id of the zone. */
  declare readonly zoneId: pulumi.Output<string>;
  /** 1 to 4: the rules of this level and of the levels below are on. */
  declare readonly paranoiaLevel: pulumi.Output<ParanoiaLevel>;
  /** The score from which `action` applies: a number, or `low` (60), `medium` (40), `high` (25). */
  declare readonly scoreThreshold: pulumi.Output<number | "low" | "medium" | "high">;
  /** What happens to a request that reaches the score. Undefined: `block`. */
  declare readonly action: pulumi.Output<ManagedAction | undefined>;
  /** Changes of single rules, as the program declares them. */
  declare readonly rules: pulumi.Output<pulumi.UnwrappedObject<OwaspRuleArgs>[] | undefined>;
  /** The filter expression that selects requests. Undefined: all of them. */
  declare readonly expression: pulumi.Output<string | undefined>;
  /** Whether the deploying rule is on. Undefined: true. */
  declare readonly enabled: pulumi.Output<boolean | undefined>;
  /** The name of the managed ruleset. Undefined: the OWASP core ruleset. */
  declare readonly rulesetName: pulumi.Output<string | undefined>;
  /** The `ref` of the deploying rule. Undefined: `owasp-core-ruleset`. */
  declare readonly ref: pulumi.Output<string | undefined>;
  /**
   * What differs between the declared deployment and the live one beside the arguments, in words, as the last refresh has found it. The
   * next update repairs it. Undefined if nothing does.
   */
  declare readonly drift: pulumi.Output<string[] | undefined>;
  /** The id of the entry point with the deploying rule. */
  declare readonly rulesetId: pulumi.Output<string>;
  /** The id of the deploying rule. */
  declare readonly ruleId: pulumi.Output<string>;
  /** The id of the managed ruleset. */
  declare readonly managedRulesetId: pulumi.Output<string>;
  /** The version of the managed ruleset when the configuration was last written or read. */
  declare readonly managedVersion: pulumi.Output<string>;
  /** Whether this resource made the entry point: then it removes the entry point with the last rule. */
  declare readonly createdEntrypoint: pulumi.Output<boolean>;
  /** The version of the entry point when the deployment was last written or read. Changes of foreign rules raise it too. */
  declare readonly version: pulumi.Output<string>;
  /** When the entry point was last changed; UTC. */
  declare readonly lastUpdated: pulumi.Output<string>;
  /** The number of rules of all owners in that `version` of the entry point. */
  declare readonly ruleCount: pulumi.Output<number>;

  constructor(name: string, args: OwaspConfigArgs, opts: pulumi.CustomResourceOptions = {}) {
    super("OwaspConfig", name, opts.id === undefined ? { ...args } : {}, opts);
  }

  /** Reads an existing deployment without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OwaspConfig {
    return new OwaspConfig(name, { zoneId: "", paranoiaLevel: 1, scoreThreshold: 1 }, { ...opts, id });
  }

  static override isInstance(value: unknown): value is OwaspConfig {
    return isResourceOf("OwaspConfig", value);
  }
}
