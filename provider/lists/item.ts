import type { ListItem, ListItemWrite, ListKind } from "../api/wire";
import { addressBits, networkOf, parseAddress, printAddress } from "../filter/parse/ip-address";

/** An item as programs and states have it: one member of the list's kind, and a comment. */
export interface ListItemState {
  /** An address or a network: `192.0.2.1`, `2001:db8::/32`. */
  ip?: string;
  /** The number of an autonomous system. */
  asn?: number;
  /** A host name. */
  hostname?: {
    /** `example.com`, or `*.example.com` with all host names below it. */
    urlHostname: string;
    /** Whether the host name itself is left out. Undefined: false. */
    excludeExactHostname?: boolean;
  };
  /** A redirect. */
  redirect?: {
    /** What is redirected: `example.com/old`. Without a path, it means `example.com/`. */
    sourceUrl: string;
    /** The new address. */
    targetUrl: string;
    /** Undefined: 301. */
    statusCode?: 301 | 302 | 307 | 308;
    /** Whether the subdomains of the host are redirected too. Undefined: false. */
    includeSubdomains?: boolean;
    /** Whether what is below the path is redirected too. Undefined: false. */
    subpathMatching?: boolean;
    /** Whether the query of the request is added. Undefined: false. */
    preserveQueryString?: boolean;
    /** Whether the rest of the path is added. Undefined: true. */
    preservePathSuffix?: boolean;
  };
  /** The comment, without the mark of the owner. */
  comment?: string;
}

/** The members of an item, one for each kind of list. */
export const ITEM_KINDS = ["ip", "hostname", "asn", "redirect"] as const satisfies readonly ListKind[];

/** Returns the item as the API takes it. */
export function itemToWire({ ip, asn, hostname, redirect, comment }: ListItemState): ListItemWrite {
  return {
    ...(ip !== undefined && { ip }),
    ...(asn !== undefined && { asn }),
    ...(hostname && {
      hostname: known({
        url_hostname: hostname.urlHostname,
        exclude_exact_hostname: hostname.excludeExactHostname,
      }),
    }),
    ...(redirect && {
      redirect: known({
        source_url: canonicalSource(redirect.sourceUrl),
        target_url: redirect.targetUrl,
        status_code: redirect.statusCode,
        include_subdomains: redirect.includeSubdomains,
        subpath_matching: redirect.subpathMatching,
        preserve_query_string: redirect.preserveQueryString,
        preserve_path_suffix: redirect.preservePathSuffix,
      }),
    }),
    ...(comment !== undefined && { comment }),
  };
}

/** Returns an item of the API as a program writes it. Members that say what the API does without them are left out. */
export function itemFromWire({
  ip,
  asn,
  hostname,
  redirect,
  comment,
}: Pick<ListItem, "ip" | "asn" | "hostname" | "redirect" | "comment">): ListItemState {
  return {
    ...(typeof ip === "string" && { ip }),
    ...(typeof asn === "number" && { asn }),
    ...(hostname && {
      hostname: {
        urlHostname: hostname.url_hostname,
        ...(hostname.exclude_exact_hostname && { excludeExactHostname: true }),
      },
    }),
    ...(redirect && {
      redirect: {
        sourceUrl: redirect.source_url,
        targetUrl: redirect.target_url,
        ...(redirect.status_code !== undefined &&
          redirect.status_code !== 301 && { statusCode: redirect.status_code }),
        ...(redirect.include_subdomains && { includeSubdomains: true }),
        ...(redirect.subpath_matching && { subpathMatching: true }),
        ...(redirect.preserve_query_string && { preserveQueryString: true }),
        ...(redirect.preserve_path_suffix === false && { preservePathSuffix: false }),
      },
    }),
    ...(comment && { comment }),
  };
}

/** Returns what identifies an item in its list: two items with the same key are the same item. */
export function itemKey({ ip, asn, hostname, redirect }: ListItemState): string {
  if (ip !== undefined) return canonicalNetwork(ip) ?? ip;
  if (asn !== undefined) return `AS${asn}`;
  if (hostname) return hostname.urlHostname.toLowerCase();
  return redirect ? canonicalSource(redirect.sourceUrl) : "";
}

/** Returns the source of a redirect as the API keeps it: one without a path gets `/`. */
export function canonicalSource(source: string): string {
  return /^(?:https?:\/\/)?[^/?#]+$/.test(source) ? `${source}/` : source;
}

/** Whether two items with the same key also mean the same, whatever their comments say. */
export function meansTheSame(one: ListItemState, other: ListItemState): boolean {
  return meaningOf(one) === meaningOf(other);
}

/** Whether two items are equal, with their comments. */
export function sameItem(one: ListItemState, other: ListItemState): boolean {
  return meansTheSame(one, other) && (one.comment ?? "") === (other.comment ?? "");
}

/** The API's form is the shortest: what a program writes in addition, such as `statusCode: 301`, is no difference. */
function meaningOf(item: ListItemState): string {
  const { hostname, redirect } = itemFromWire(itemToWire(item));
  return JSON.stringify([
    itemKey(item),
    hostname?.excludeExactHostname,
    Object.entries(redirect ?? {}).sort(),
  ]);
}

/** Returns the shortest form of an address or network in CIDR notation, with all host bits zero; undefined for any other text. */
export function canonicalNetwork(text: string): string | undefined {
  const [address = "", prefix, ...more] = text.split("/");
  const parsed = parseAddress(address);
  if (!parsed || more.length > 0 || (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix)))
    return undefined;
  const bits = addressBits(parsed.family);
  const length = prefix === undefined ? bits : Number(prefix);
  if (length > bits) return undefined;
  const network = printAddress(networkOf(parsed, length));
  return length === bits ? network : `${network}/${length}`;
}

/** A redirect that goes elsewhere than before. */
export interface MovedRedirect {
  readonly source: string;
  readonly was: string;
  readonly now: string;
}

/** Returns the redirects that are in both versions of a list, with another target. */
export function movedRedirects(
  before: readonly ListItemState[],
  after: readonly ListItemState[],
): MovedRedirect[] {
  const targets = new Map(before.map((item) => [itemKey(item), item.redirect?.targetUrl]));
  return after.flatMap((item) => {
    const source = itemKey(item);
    const [was, now] = [targets.get(source), item.redirect?.targetUrl];
    return was === undefined || now === undefined || was === now ? [] : [{ source, was, now }];
  });
}

/** Returns an object without its undefined members. */
function known<T extends object>(members: T): T {
  // Only undefined members go, which the type allows to be missing.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
