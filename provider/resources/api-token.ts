import * as pulumi from "@pulumi/pulumi";
import type { Effect, PermissionScope, ResourceMap } from "../api";
import { expiryWarning } from "../tokens/rotation/expiry-warning";
import { knownIds } from "./known-ids";
import { EdgeResource, isResourceOf, requireArguments, typeToken, type CommonArgs } from "./edge-resource";

/** A permission group by `id`, or by `name`; `scope` (`zone`, `account`, `user`, `bucket`) where a name alone is not clear. */
export interface PermissionGroupArgs {
  id?: pulumi.Input<string> | undefined;
  name?: pulumi.Input<string> | undefined;
  scope?: pulumi.Input<PermissionScope> | undefined;
}

export interface PolicyArgs {
  /** Default `allow`. A deny wins over every allow. */
  effect?: pulumi.Input<Effect> | undefined;
  /** What the policy is about: from `zone(id)`, `allZonesIn(accountId)` and their like, or a raw map of resource keys. */
  resources: pulumi.Input<ResourceMap> | pulumi.Input<pulumi.Input<ResourceMap>[]>;
  /** What may be done. A group acts only on resources of the type that it is scoped to. */
  permissionGroups: pulumi.Input<pulumi.Input<PermissionGroupArgs>[]>;
}

/** Durations are whole numbers with `s`, `m`, `h`, `d` or `w`: `30d`. */
export interface RotationArgs {
  /** How often the token gets a successor; at least `1h`. The first `up` after that makes it. */
  every: pulumi.Input<string>;
  /** How long the token before it stays good from then on; at least `5m`, and shorter than `every`. */
  overlap: pulumi.Input<string>;
}

/** A token that had been the resource's. */
export interface PreviousToken {
  readonly tokenId: string;
  readonly generation: number;
  /** When it ends, by itself. */
  readonly expiresOn: string;
}

/** Client addresses in CIDR notation, IPv4 or IPv6; one address is `192.0.2.1/32`. */
export interface IpConditionArgs {
  in?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  notIn?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

export interface ApiTokenArgs extends CommonArgs {
  /**
   * At most 120 characters. Default: the resource's name and a code that proves the token to be this resource's. An explicit
   * name proves nothing: after a killed run the next `up` stops and lists the tokens of that name.
   */
  name?: pulumi.Input<string> | undefined;
  /** Makes the token the account's own. Default: it belongs to the calling user. A change replaces the token. */
  accountId?: pulumi.Input<string> | undefined;
  /** At least one. */
  policies: pulumi.Input<pulumi.Input<PolicyArgs>[]>;
  /** From where the token may be used. Default: anywhere. */
  condition?: pulumi.Input<{ requestIp: pulumi.Input<IpConditionArgs> }> | undefined;
  /** UTC, whole seconds: `2030-01-02T03:04:05Z`. Default: at once. */
  notBefore?: pulumi.Input<string> | undefined;
  /** UTC, whole seconds. Default: never ends. */
  expiresOn?: pulumi.Input<string> | undefined;
  /** Default `active`. */
  status?: pulumi.Input<"active" | "disabled"> | undefined;
  /** Gives the token successors, each good beside the one before it for a while. Default: the token stays. */
  rotation?: pulumi.Input<RotationArgs> | undefined;
  /**
   * Another text here gives the token a new value. With `rotation` that is a successor, and the old value stays good for the
   * overlap; without it the value is rolled in place, and the old one ends at once.
   */
  rotationTrigger?: pulumi.Input<string> | undefined;
  /** How long before `expiresOn` to warn, at preview: `14d`. Default: no warning. */
  warnBefore?: pulumi.Input<string> | undefined;
  /** Id of an existing token to manage from now on. Its value is rolled, for no call answers it. */
  adopt?: pulumi.Input<string> | undefined;
  /**
   * In words, why a token that can make tokens may hold other permissions too, or have neither client networks nor an end: it
   * overrules that check. It is kept in the state and not sent to the API.
   */
  allowTokenMaking?: pulumi.Input<string> | undefined;
}

/** Every property of the class: its arguments, then what else the state holds. */
const MEMBERS = [
  "name",
  "accountId",
  "policies",
  "condition",
  "notBefore",
  "expiresOn",
  "status",
  "rotation",
  "rotationTrigger",
  "warnBefore",
  "adopt",
  "allowTokenMaking",
  "connection",
  "generation",
  "generationSince",
  "tokenId",
  "value",
  "previous",
  "issuedOn",
  "modifiedOn",
];

/**
 * An API token, owned by the calling user or by an account. Its id is `user/<token id>` or `account/<account id>/<token id>`.
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
export class ApiToken extends EdgeResource {
  /** @internal */
  static readonly __pulumiType = typeToken("ApiToken");

  declare readonly name: pulumi.Output<string>;
  declare readonly accountId: pulumi.Output<string | undefined>;
  declare readonly policies: pulumi.Output<pulumi.UnwrappedObject<PolicyArgs>[]>;
  declare readonly condition: pulumi.Output<{ requestIp: { in?: string[]; notIn?: string[] } } | undefined>;
  declare readonly notBefore: pulumi.Output<string | undefined>;
  declare readonly expiresOn: pulumi.Output<string | undefined>;
  declare readonly status: pulumi.Output<"active" | "disabled" | undefined>;
  declare readonly rotation: pulumi.Output<pulumi.UnwrappedObject<RotationArgs> | undefined>;
  declare readonly warnBefore: pulumi.Output<string | undefined>;
  /** Which of its successive tokens this is, from 1. With `rotation` alone. */
  declare readonly generation: pulumi.Output<number | undefined>;
  /** UTC. When the present period of `rotation` began. */
  declare readonly generationSince: pulumi.Output<string | undefined>;
  /** The API's id of the token. Another one after a rotation, where the resource's id stays. */
  declare readonly tokenId: pulumi.Output<string>;
  /** What goes behind `Authorization: Bearer`. A secret; kept over updates and refreshes, for it is answered only once. */
  declare readonly value: pulumi.Output<string>;
  /** Tokens of earlier generations that have not been removed yet, the oldest first. */
  declare readonly previous: pulumi.Output<PreviousToken[] | undefined>;
  /** UTC. */
  declare readonly issuedOn: pulumi.Output<string>;
  /** UTC. */
  declare readonly modifiedOn: pulumi.Output<string>;

  constructor(name: string, args: ApiTokenArgs, opts: pulumi.CustomResourceOptions = {}) {
    if (opts.id === undefined) requireArguments("ApiToken", name, args, ["policies"]);
    // Without a name, `check` makes one of the resource's own.
    const naming = args.name === undefined && { __base: name };
    const own = opts.id === undefined ? { ...args, ...naming, __known: knownIds("ApiToken") } : {};
    const secret = pulumi.mergeOptions({ additionalSecretOutputs: ["value"] }, opts);
    super("ApiToken", name, own, MEMBERS, secret);
    if (opts.id === undefined) warnOfEnd(this, args);
  }

  /** A token that exists, looked at and not managed. Its `value` is not known: it is answered only when it is made. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ApiToken {
    return new ApiToken(name, { policies: [] }, { ...opts, id });
  }

  static override isInstance(value: unknown): value is ApiToken {
    return isResourceOf("ApiToken", value);
  }
}

/** Says ahead of time that the token ends; the engine shows it at the resource, at preview too. Nothing of a secret end. */
function warnOfEnd(token: ApiToken, { expiresOn, warnBefore }: ApiTokenArgs): void {
  const end = pulumi.output({ expiresOn, warnBefore });
  void pulumi.isSecret(end).then((secret) => {
    if (secret) return;
    end.apply((times) => {
      const warning = expiryWarning(times, new Date());
      if (warning !== undefined) void pulumi.log.warn(warning, token);
    });
  });
}
