import type * as pulumi from "@pulumi/pulumi";
import type { PermissionGroupName, PermissionScope } from "../api/permission-groups";
import type { Effect, ResourceMap } from "../api/wire";
import type { IpArgs } from "../tokens";
import type { ComputedDuration, Duration, OrAny } from "./computed";
import { EdgeResource, isResourceOf, typeToken, type CommonArgs } from "./edge-resource";

/** A permission group by `id` or by `name`, with `scope` (`zone`, `account`, `user`, `bucket`) if the name is ambiguous. */
export interface PermissionGroupArgs {
  /** The id of the group: 32 hexadecimal digits. Either `id` or `name`. */
  id?: pulumi.Input<string> | undefined;
  /** The name of the group: `Zone WAF Write`. The preview looks up its id. */
  name?: pulumi.Input<OrAny<PermissionGroupName>> | undefined;
  /** The type of resource that the group applies to. Needed only if several groups have the name. */
  scope?: pulumi.Input<PermissionScope> | undefined;
}

/** A policy of an `ApiToken`: what it allows or denies, on which resources. */
export interface PolicyArgs {
  /** Defaults to `allow`. A deny overrides every allow. */
  effect?: pulumi.Input<Effect> | undefined;
  /** The resources of the policy: from helpers such as `zone(id)` and `allZonesIn(accountId)`, or a raw map of resource keys. */
  resources: pulumi.Input<ResourceMap> | pulumi.Input<pulumi.Input<ResourceMap>[]>;
  /** The permissions. A group applies only to resources of the type that it is scoped to. */
  permissionGroups: pulumi.Input<pulumi.Input<PermissionGroupArgs>[]>;
}

/**
 * A rotation schedule. Durations are whole numbers with `s`, `m`, `h`, `d` or `w`: `30d`.
 *
 * @typeParam D the durations, which the compiler finds
 */
export interface RotationArgs<D extends string = string> {
  /** The period after which the next `up` makes a successor; at least `1h`. */
  every: pulumi.Input<Duration | ComputedDuration<D>>;
  /** How long the old token stays valid beside its successor; at least `5m`, and shorter than `every`. */
  overlap: pulumi.Input<Duration | ComputedDuration<D>>;
}

/** A token of an earlier generation. */
export interface PreviousToken {
  /** The API's id of the token. */
  readonly tokenId: string;
  /** The number of the token, from 1. */
  readonly generation: number;
  /** When it expires: UTC, `2030-01-02T03:04:05Z`. */
  readonly expiresOn: string;
}

/** Client networks in CIDR notation, IPv4 or IPv6; a single address is `192.0.2.1/32`. */
export interface IpConditionArgs {
  /** The networks whose clients can use the token. Defaults to all. */
  in?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** The networks whose clients cannot use the token. They take precedence over `in`. Defaults to none. */
  notIn?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** The arguments of an ApiToken. `D` are its durations, which the compiler finds. */
export interface ApiTokenArgs<D extends string = string> extends CommonArgs {
  /**
   * At most 120 characters. Defaults to the resource's name and a code that proves that the token belongs to this resource. An
   * explicit name proves nothing: after a killed run the next `up` stops and lists the tokens of that name.
   */
  name?: pulumi.Input<string> | undefined;
  /** Makes the token account-owned. By default it belongs to the calling user. A change replaces the token. */
  accountId?: pulumi.Input<string> | undefined;
  /** What the token may do; at least one policy. */
  policies: pulumi.Input<pulumi.Input<PolicyArgs>[]>;
  /** The networks from which the token may be used. Defaults to any. */
  condition?:
    | pulumi.Input<{
        /** The networks of the clients; at least one of `in` and `notIn`. */
        requestIp: pulumi.Input<IpConditionArgs>;
      }>
    | undefined;
  /** UTC, whole seconds: `2030-01-02T03:04:05Z`. Defaults to now. */
  notBefore?: pulumi.Input<string> | undefined;
  /** UTC, whole seconds. By default the token never expires. */
  expiresOn?: pulumi.Input<string> | undefined;
  /** Defaults to `active`. */
  status?: pulumi.Input<"active" | "disabled"> | undefined;
  /** Replaces the token regularly by a successor; both are valid for a while. By default the token is not rotated. */
  rotation?: pulumi.Input<RotationArgs<D>> | undefined;
  /**
   * Any text. A change gives the token a new value. With `rotation` that makes a successor, and the old value stays valid for the
   * overlap; otherwise the value is rolled in place, and the old value stops working at once.
   */
  rotationTrigger?: pulumi.Input<string> | undefined;
  /** How long before `expiresOn` each preview warns: `14d`. By default there is no warning. */
  warnBefore?: pulumi.Input<Duration | ComputedDuration<D>> | undefined;
  /** The id of an existing token to adopt. Its value is rolled, since the API never returns an existing value. */
  adopt?: pulumi.Input<string> | undefined;
  /**
   * With `adopt`: leaves the value of the adopted token as it is, so that its users keep access. `value` is then undefined until
   * `rotationTrigger` changes, `rotation` makes a successor, or `keepValue` is removed, which rolls the token.
   */
  keepValue?: pulumi.Input<boolean> | undefined;
  /**
   * The reason why a token that can make tokens also has other permissions, or neither client networks nor an expiry. A reason
   * disables that check. It is stored in the state and not sent to the API.
   */
  allowTokenMaking?: pulumi.Input<string> | undefined;
}

/**
 * An API token of the calling user or of an account. Its id is `user/<token id>` or `account/<account id>/<token id>`.
 *
 * @example
 * ```ts
 * import { ApiToken, zone } from "pulumi-edge-platform";
 *
 * const waf = new ApiToken("waf-editor", {
 *   policies: [{ resources: zone("023e105f4ecef8ad9ca31a8372d0c353"), permissionGroups: [{ name: "Zone WAF Write" }] }],
 *   condition: { requestIp: { in: ["192.0.2.0/24"] } },
 *   expiresOn: "2030-01-01T00:00:00Z",
 * });
 * export const value = waf.value;
 * ```
 */
export class ApiToken<D extends string = never> extends EdgeResource {
  /** @internal */
  static readonly __pulumiType = typeToken("ApiToken");

  /** The name of the token, by default with the code that proves its owner. */
  declare readonly name: pulumi.Output<string>;
  /** The account that owns the token. Undefined: the user owns it. */
  declare readonly accountId: pulumi.Output<string | undefined>;
  /** The policies as the program declares them. */
  declare readonly policies: pulumi.Output<pulumi.UnwrappedObject<PolicyArgs>[]>;
  /** The networks from which the token may be used. Undefined: any. */
  declare readonly condition: pulumi.Output<
    | {
        /** The networks of the clients. */
        requestIp: IpArgs;
      }
    | undefined
  >;
  /** When the token becomes valid: UTC, `2030-01-02T03:04:05Z`. Undefined: from its creation. */
  declare readonly notBefore: pulumi.Output<string | undefined>;
  /** When the token expires: UTC, `2030-01-02T03:04:05Z`. Undefined: never. */
  declare readonly expiresOn: pulumi.Output<string | undefined>;
  /** Undefined: `active`. */
  declare readonly status: pulumi.Output<"active" | "disabled" | undefined>;
  /** The rotation schedule. Undefined: the token is not rotated. */
  declare readonly rotation: pulumi.Output<pulumi.UnwrappedObject<RotationArgs> | undefined>;
  /** How long before `expiresOn` each preview warns: `14d`. Undefined: never. */
  declare readonly warnBefore: pulumi.Output<string | undefined>;
  /** The number of the current token, from 1. Only set with `rotation`. */
  declare readonly generation: pulumi.Output<number | undefined>;
  /** When the current period of `rotation` began; UTC. */
  declare readonly generationSince: pulumi.Output<string | undefined>;
  /** The API's id of the current token. A rotation changes it, but not the resource's id. */
  declare readonly tokenId: pulumi.Output<string>;
  /** The secret for `Authorization: Bearer`. The API returns it only once, so the state keeps it. */
  declare readonly value: pulumi.Output<string>;
  /** Tokens of earlier generations that are not removed yet, the oldest first. */
  declare readonly previous: pulumi.Output<PreviousToken[] | undefined>;
  /** When the token was made: UTC, `2030-01-02T03:04:05Z`. */
  declare readonly issuedOn: pulumi.Output<string>;
  /** When the token was last changed: UTC, `2030-01-02T03:04:05Z`. */
  declare readonly modifiedOn: pulumi.Output<string>;

  constructor(name: string, args: ApiTokenArgs<D>, opts: pulumi.CustomResourceOptions = {}) {
    super("ApiToken", name, opts.id === undefined ? { ...args } : {}, opts);
  }

  /** Reads an existing token without managing it. Its `value` is not known, since the API returns it only once. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ApiToken {
    return new ApiToken(name, { policies: [] }, { ...opts, id });
  }

  static override isInstance(value: unknown): value is ApiToken {
    return isResourceOf("ApiToken", value);
  }
}
