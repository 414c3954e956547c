import type * as pulumi from "@pulumi/pulumi";
import type { ListKind } from "../api/wire";
import type { ListItemState } from "../lists";
import type { OrComputed } from "./computed";
import { EdgeResource, isResourceOf, typeToken, type CommonArgs } from "./edge-resource";

/** A host name of a list of kind `hostname`. */
export interface ListHostnameArgs {
  /** `example.com`, or `*.example.com` with all host names below it. */
  urlHostname: pulumi.Input<string>;
  /** With `*.`: leaves the host name itself out. Defaults to false. */
  excludeExactHostname?: pulumi.Input<boolean> | undefined;
}

/** A redirect of a list of kind `redirect`. */
export interface ListRedirectArgs {
  /**
   * What is redirected: `example.com/old`. Without a scheme, both are; without a path, `/` is. Has no wildcard in the host, and no user,
   * port, query or fragment. With `subpathMatching`, the path has at most 16 slashes.
   */
  sourceUrl: pulumi.Input<string>;
  /** The new address: `https://example.com/new`, or a URL without a host such as `mailto:office@example.com`. */
  targetUrl: pulumi.Input<string>;
  /** Defaults to 301. */
  statusCode?: pulumi.Input<OrComputed<301 | 302 | 307 | 308>> | undefined;
  /** Also redirects the subdomains of the host. Defaults to false. */
  includeSubdomains?: pulumi.Input<boolean> | undefined;
  /** Also redirects what is below the path. Defaults to false. */
  subpathMatching?: pulumi.Input<boolean> | undefined;
  /** Adds the query of the request, to a target without a query. Defaults to false. */
  preserveQueryString?: pulumi.Input<boolean> | undefined;
  /** With `subpathMatching`: adds the rest of the path. Defaults to true. */
  preservePathSuffix?: pulumi.Input<boolean> | undefined;
}

/** An item of a list: the member of the list's kind, and a comment. */
export interface ListItemArgs {
  /** An address or a network, in a list of kind `ip`: `192.0.2.1`, `2001:db8::/32`. IPv4 from /8, IPv6 from /12 (/4 with a warning). */
  ip?: pulumi.Input<string> | undefined;
  /** The number of an autonomous system, in a list of kind `asn`: 64496. */
  asn?: pulumi.Input<number> | undefined;
  /** A host name, in a list of kind `hostname`. */
  hostname?: pulumi.Input<ListHostnameArgs> | undefined;
  /** A redirect, in a list of kind `redirect`. */
  redirect?: pulumi.Input<ListRedirectArgs> | undefined;
  /** At most 380 characters. On the wire, the mark of the owner follows. */
  comment?: pulumi.Input<string> | undefined;
}

/** `K`, where the compiler does not look for it. */
type Given<K extends ListKind> = [K][K extends unknown ? 0 : never];

/** An item of a list of a kind. If the program computes the kind, the preview checks them. */
export type ListItemArgsOf<K extends ListKind> = [ListKind] extends [K]
  ? ListItemArgs
  : Omit<ListItemArgs, ListKind> &
      Required<Pick<ListItemArgs, K>> & { [Other in Exclude<ListKind, K>]?: undefined };

/**
 * The arguments of a list.
 *
 * @typeParam K the kind, which the compiler finds
 */
export interface ListArgs<K extends ListKind = ListKind> extends CommonArgs {
  /** The account of the list. Defaults to the configured account, `edge:accountId`. A change replaces the list. */
  accountId?: pulumi.Input<string> | undefined;
  /** 1 to 50 of `a` to `z`, `0` to `9` and `_`. Expressions write it as `$name`. A change replaces the list. */
  name: pulumi.Input<string>;
  /** What the items are. A change replaces the list. */
  kind: pulumi.Input<K>;
  /** At most 380 characters. Set only for a list that this resource has made or owns. */
  description?: pulumi.Input<string> | undefined;
  /** The items in any order. */
  items: pulumi.Input<pulumi.Input<ListItemArgsOf<Given<K>>>[]>;
  /** `shared` (default): adds and removes only these items, and leaves those of others alone. `exclusive`: removes all others. */
  ownership?: pulumi.Input<"shared" | "exclusive"> | undefined;
  /** Lets an exclusive list take over one that exists, and remove the items of others. Defaults to false. */
  takeOver?: pulumi.Input<boolean> | undefined;
}

/**
 * A list of an account: addresses, host names, AS numbers or redirects, which rules name in their expressions. Its id is
 * `<account id>/<list id>`.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { List } from "pulumi-edge-platform";
 *
 * const office = new List("office", {
 *   name: "office",
 *   kind: "ip",
 *   items: [{ ip: "192.0.2.0/24", comment: "Berlin" }, { ip: "2001:db8::/32" }],
 * });
 * export const expression = pulumi.interpolate`not ip.src in $${office.name}`;
 * ```
 */
export class List<K extends ListKind = ListKind> extends EdgeResource {
  /** @internal */
  static readonly __pulumiType = typeToken("List");

  /** The account of the list. */
  declare readonly accountId: pulumi.Output<string>;
  /** The name of the list. Expressions write it as `$name`. */
  declare readonly name: pulumi.Output<string>;
  /** What the items are. */
  declare readonly kind: pulumi.Output<"ip" | "hostname" | "asn" | "redirect">;
  /** The description as the program declares it. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Of a shared list only the items of this resource. */
  declare readonly items: pulumi.Output<ListItemState[]>;
  /** Undefined: `shared`. */
  declare readonly ownership: pulumi.Output<"shared" | "exclusive" | undefined>;
  /** The API's id of the list. */
  declare readonly listId: pulumi.Output<string>;
  /** Whether this resource has made the list, or owns all of it: then it removes the list. */
  declare readonly createdList: pulumi.Output<boolean>;
  /** The number of items of all owners. */
  declare readonly numItems: pulumi.Output<number>;
  /** The API's ids of the items of this resource, sorted. */
  declare readonly itemIds: pulumi.Output<string[]>;
  /** When the list was last changed; UTC. */
  declare readonly modifiedOn: pulumi.Output<string | undefined>;

  constructor(name: string, args: ListArgs<K>, opts: pulumi.CustomResourceOptions = {}) {
    super("List", name, opts.id === undefined ? { ...args } : {}, opts);
  }

  /** Reads an existing list with all of its items, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): List {
    return new List(name, { name: "", kind: "ip", items: [] }, { ...opts, id });
  }

  static override isInstance(value: unknown): value is List {
    return isResourceOf("List", value);
  }
}
