import type * as pulumi from "@pulumi/pulumi";
import type { Phase } from "../api/wire";
import { isResourceOf, typeToken } from "./edge-resource";
import { EntrypointRuleset, type EntrypointRulesetArgs } from "./ruleset-resource";

/** The arguments of an `AccountEntrypointRuleset`. */
export interface AccountEntrypointRulesetArgs<
  P extends Phase = Phase,
  A extends string = never,
> extends EntrypointRulesetArgs<P, A> {
  /** The account of the entry point. Defaults to the configured account, `edge:accountId`. A change replaces the ruleset. */
  accountId?: pulumi.Input<string> | undefined;
}

/**
 * Rules in an account's entry point of one phase. Its id is `<account id>/<phase>`. These rules run before those of the account's
 * zones, and a rule with the action `execute` deploys a custom {@link Ruleset}. The rules are merged into an existing entry point,
 * which is never overwritten.
 *
 * @example
 * ```ts
 * import { AccountEntrypointRuleset, Ruleset } from "pulumi-edge-platform";
 *
 * const shared = new Ruleset("no-scanners", {
 *   name: "No scanners",
 *   phase: "http_request_firewall_custom",
 *   rules: [{ ref: "env-files", action: "block", expression: 'ends_with(http.request.uri.path, "/.env")' }],
 * });
 * new AccountEntrypointRuleset("custom", {
 *   phase: "http_request_firewall_custom",
 *   rules: [
 *     {
 *       ref: "no-scanners",
 *       action: "execute",
 *       actionParameters: { id: shared.rulesetId },
 *       expression: 'cf.zone.name in {"example.com" "example.org"} and cf.zone.plan eq "ENT"',
 *     },
 *   ],
 * });
 * ```
 */
export class AccountEntrypointRuleset<
  P extends Phase = Phase,
  A extends string = never,
> extends EntrypointRuleset<P> {
  /** @internal */
  static readonly __pulumiType = typeToken("AccountEntrypointRuleset");

  /** The account of the entry point. */
  declare readonly accountId: pulumi.Output<string>;

  constructor(
    name: string,
    args: AccountEntrypointRulesetArgs<P, A>,
    opts: pulumi.CustomResourceOptions = {},
  ) {
    const given = opts.id === undefined ? args : undefined;
    super("AccountEntrypointRuleset", name, given, opts);
  }

  /** Reads an existing entry point with all of its rules, without managing it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): AccountEntrypointRuleset {
    return new AccountEntrypointRuleset(
      name,
      { phase: "http_request_firewall_custom", rules: [] },
      { ...opts, id },
    );
  }

  static override isInstance(value: unknown): value is AccountEntrypointRuleset {
    return isResourceOf("AccountEntrypointRuleset", value);
  }
}
