import type * as pulumi from "@pulumi/pulumi";
import type { Phase } from "../api/wire";
import { isResourceOf, typeToken } from "./edge-resource";
import { RulesetResource, type RulesetCommonArgs } from "./ruleset-resource";

/** The arguments of a `Ruleset`. */
export interface RulesetArgs<P extends Phase = Phase, A extends string = never> extends RulesetCommonArgs<
  P,
  A
> {
  /** The account of the ruleset. Defaults to the configured account, `edge:accountId`. A change replaces the ruleset. */
  accountId?: pulumi.Input<string> | undefined;
  /**
   * The name of the ruleset. A change replaces the ruleset, and the new ruleset is made before the old one is removed. Defaults to the
   * resource's name and a code that proves that the ruleset belongs to this resource.
   */
  name?: pulumi.Input<string> | undefined;
  /** The description of the ruleset. Defaults to none. */
  description?: pulumi.Input<string> | undefined;
  /** Takes over an existing custom ruleset of that name and phase, and replaces its rules. Defaults to false. */
  takeOver?: pulumi.Input<boolean> | undefined;
}

/**
 * A custom ruleset of an account. Its rules run where a rule with the action `execute` in an {@link AccountEntrypointRuleset}
 * names the ruleset. This resource owns all of its rules. Its id is `account/<account id>/<ruleset id>`.
 *
 * @example
 * ```ts
 * import { Ruleset } from "pulumi-edge-platform";
 *
 * const shared = new Ruleset("no-scanners", {
 *   name: "No scanners",
 *   phase: "http_request_firewall_custom",
 *   rules: [{ ref: "env-files", action: "block", expression: 'ends_with(http.request.uri.path, "/.env")' }],
 * });
 * export const rulesetId = shared.rulesetId;
 * ```
 */
export class Ruleset<P extends Phase = Phase, A extends string = never> extends RulesetResource<P> {
  /** @internal */
  static readonly __pulumiType = typeToken("Ruleset");

  /** The account of the ruleset. */
  declare readonly accountId: pulumi.Output<string>;
  /** The name of the ruleset, by default with the code that proves its owner. */
  declare readonly name: pulumi.Output<string>;

  constructor(name: string, args: RulesetArgs<P, A>, opts: pulumi.CustomResourceOptions = {}) {
    const given = opts.id === undefined ? args : undefined;
    super("Ruleset", name, given, opts);
  }

  /** Reads an existing custom ruleset with all of its rules, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Ruleset {
    return new Ruleset(name, { name: "", phase: "http_request_firewall_custom", rules: [] }, { ...opts, id });
  }

  static override isInstance(value: unknown): value is Ruleset {
    return isResourceOf("Ruleset", value);
  }
}
