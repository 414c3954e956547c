import type * as pulumi from "@pulumi/pulumi";
import type { Phase } from "../api";
import { EdgeResource, isResourceOf, requireArguments, typeToken, type CommonArgs } from "./edge-resource";
import { warnAboutFilter } from "./filter-warnings";

export interface ValidatedFilterArgs extends CommonArgs {
  /** A filter expression, at most 4,096 characters. A change replaces the filter. */
  expression: pulumi.Input<string>;
  /** Where it will run: adds warnings about fields that this phase lacks. */
  phase?: pulumi.Input<Phase> | undefined;
  /**
   * Who judges. `both` (default): the package at preview, offline, and the API's endpoint at apply, with a warning where there
   * is no such endpoint. `local`: the package alone. `api`: the endpoint alone, at preview too.
   */
  mode?: pulumi.Input<"both" | "local" | "api"> | undefined;
}

/** Every property of the class: its arguments, then what else the state holds. */
const MEMBERS = ["expression", "phase", "mode", "connection", "fields"];

/**
 * A filter expression that is known to be good. A rule that takes its `expression` waits for it. Its id is the first 16
 * hexadecimal digits of the expression's SHA-256.
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

  declare readonly expression: pulumi.Output<string>;
  declare readonly phase: pulumi.Output<Phase | undefined>;
  declare readonly mode: pulumi.Output<"both" | "local" | "api" | undefined>;
  /** Names of the fields that the expression reads, sorted. */
  declare readonly fields: pulumi.Output<string[]>;

  constructor(name: string, args: ValidatedFilterArgs, opts: pulumi.CustomResourceOptions = {}) {
    requireArguments("ValidatedFilter", name, args, ["expression"]);
    super("ValidatedFilter", name, { ...args }, MEMBERS, opts);
    warnAboutFilter(this, "expression", args.expression, args.phase);
  }

  /** A filter by its id and the expression that the id is made of, since filters are stored nowhere. */
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
