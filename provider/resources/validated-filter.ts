import type * as pulumi from "@pulumi/pulumi";
import type { Phase } from "../api/wire";
import { EdgeResource, isResourceOf, typeToken, type AllowingArgs, type CommonArgs } from "./edge-resource";

/** The arguments of a `ValidatedFilter`. */
export interface ValidatedFilterArgs extends CommonArgs, AllowingArgs {
  /** A filter expression of at most 4,096 characters. A change replaces the filter. */
  expression: pulumi.Input<string>;
  /** The phase in which it will run: adds warnings about fields that this phase lacks. */
  phase?: pulumi.Input<Phase> | undefined;
  /**
   * What validates the expression. `both` (default): this package at preview, offline, and the API's endpoint in the update, with
   * a warning if there is no such endpoint. `local`: only this package. `api`: only the endpoint, at preview too.
   */
  mode?: pulumi.Input<"both" | "local" | "api"> | undefined;
}

/**
 * A validated filter expression. A rule that uses its `expression` waits for the validation. Its id is the first 16 hexadecimal
 * digits of the SHA-256 of the expression.
 *
 * @example
 * ```ts
 * import { ValidatedFilter } from "pulumi-edge-platform";
 *
 * const admin = new ValidatedFilter("admin", { expression: 'http.request.uri.path eq "/admin" and not ip.src in {192.0.2.0/24}' });
 * export const fields = admin.fields; // ["http.request.uri.path", "ip.src"]
 * ```
 */
export class ValidatedFilter extends EdgeResource {
  /** @internal */
  static readonly __pulumiType = typeToken("ValidatedFilter");

  /** The expression. A rule that uses it waits for the validation. */
  declare readonly expression: pulumi.Output<string>;
  /** The phase in which the expression will run. Undefined: none is checked. */
  declare readonly phase: pulumi.Output<Phase | undefined>;
  /** What validates the expression. Undefined: `both`. */
  declare readonly mode: pulumi.Output<"both" | "local" | "api" | undefined>;
  /** The sorted names of the fields that the expression reads. */
  declare readonly fields: pulumi.Output<string[]>;

  constructor(name: string, args: ValidatedFilterArgs, opts: pulumi.CustomResourceOptions = {}) {
    super("ValidatedFilter", name, { ...args }, opts);
  }

  /** Reads a filter by its id and its expression, since the API does not store filters. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    args: Pick<ValidatedFilterArgs, "expression">,
    opts?: pulumi.CustomResourceOptions,
  ): ValidatedFilter {
    return new ValidatedFilter(name, args, { ...opts, id });
  }

  static override isInstance(value: unknown): value is ValidatedFilter {
    return isResourceOf("ValidatedFilter", value);
  }
}
