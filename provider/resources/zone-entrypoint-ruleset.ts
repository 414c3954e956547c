import type * as pulumi from "@pulumi/pulumi";
import type { Phase } from "../api/wire";
import { isResourceOf, typeToken } from "./edge-resource";
import { EntrypointRuleset, type EntrypointRulesetArgs } from "./ruleset-resource";

/** The arguments of a `ZoneEntrypointRuleset`. */
export interface ZoneEntrypointRulesetArgs<
  P extends Phase = Phase,
  A extends string = never,
> extends EntrypointRulesetArgs<P, A> {
  /** The id of the zone: 32 hexadecimal digits. A change replaces the ruleset. */
  zoneId: pulumi.Input<string>;
}

/**
 * Rules in a zone's entry point of one phase. Its id is `<zone id>/<phase>`. The rules are merged into an existing entry point,
 * which is never overwritten.
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
export class ZoneEntrypointRuleset<
  P extends Phase = Phase,
  A extends string = never,
> extends EntrypointRuleset<P> {
  /** @internal */
  static readonly __pulumiType = typeToken("ZoneEntrypointRuleset");

  /** The id of the zone. */
  declare readonly zoneId: pulumi.Output<string>;

  constructor(name: string, args: ZoneEntrypointRulesetArgs<P, A>, opts: pulumi.CustomResourceOptions = {}) {
    const given = opts.id === undefined ? args : undefined;
    super("ZoneEntrypointRuleset", name, given, opts);
  }

  /** Reads an existing entry point with all of its rules, without managing it. */
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
