import {
  checkList,
  checkMembers,
  containsUnknown,
  ErrorCode,
  found,
  isUnknown,
  kindOf,
  pathTo,
} from "../api";
import type { Members } from "../api/arguments";
import type { Problem } from "../api/problem";
import type { ListKind } from "../api/wire";
import { ITEM_KINDS, itemKey, type ListItemState } from "./item";
import { prefixOf, SHORTEST_PREFIX } from "./doubtful-items";
import { joinQuotedOr } from "../words";

/** The characters of a comment on the wire, and of a description. Not published: see docs/platform-choices.md. */
export const MAX_TEXT = 500;
/** A mark with the names of project and stack at their longest: what a comment leaves room for. */
const MARK_ROOM = 120;
const MAX_WRITTEN = MAX_TEXT - MARK_ROOM;
/** The changes of items that an account may make in twelve hours, so the most that a list can get in one. */
export const MAX_ITEM_CHANGES = 1_000_000;
const MAX_ASN = 2 ** 32 - 1;
const STATUS_CODES: readonly unknown[] = [301, 302, 307, 308];

type Check = (value: unknown, path: string) => Problem[];

/** What a list of each kind is made of: the check of an item's member, and an example. */
const ITEMS: Readonly<Record<ListKind, { readonly check: (tell: Tell) => Check; readonly example: string }>> =
  {
    ip: { check: checkAddress, example: '{ ip: "192.0.2.0/24" }' },
    asn: { check: checkAsn, example: "{ asn: 64496 }" },
    hostname: { check: checkHostname, example: '{ hostname: { urlHostname: "example.com" } }' },
    redirect: {
      check: checkRedirect,
      example: '{ redirect: { sourceUrl: "example.com/old", targetUrl: "https://example.com/new" } }',
    },
  };

/** Describes a value that was found: `kindOf` for a secret, which no message may quote. */
type Tell = (value: unknown) => string;

/** Returns all problems of the arguments of a list that can be found without the API. Unknown values pass. */
export function checkListArgs({ name, kind, description, items }: Members, secret: boolean): Problem[] {
  return [
    ...checkListName(name),
    ...(kind === undefined
      ? [{ path: "kind", message: `is missing; write ${joinQuotedOr(ITEM_KINDS)}` }]
      : []),
    ...checkText(description, "description"),
    ...checkItems(items, kind, secret),
  ];
}

/** Checks the name of a list, which expressions write as `$name`. */
export function checkListName(name: unknown): Problem[] {
  if (isUnknown(name) || (typeof name === "string" && /^[a-z0-9_]{1,50}$/.test(name))) return [];
  const lower = typeof name === "string" ? name.toLowerCase().replaceAll(/[^a-z0-9_]+/g, "_") : "";
  const hint = /^[a-z0-9_]{1,50}$/.test(lower) ? `; write ${JSON.stringify(lower)}` : "";
  const message = `must be 1 to 50 lower-case letters, digits and _, found ${found(name)}${hint}`;
  return [{ path: "name", message }];
}

/** Checks items of a list of that kind. `secret`: messages quote no values. `most`: the characters of a comment. */
export function checkItems(items: unknown, kind: unknown, secret: boolean, most = MAX_WRITTEN): Problem[] {
  const itemKind = ITEM_KINDS.find((one) => one === kind);
  const tell = secret ? kindOf : found;
  const problems = checkList(items, "items", "items", (item, path) =>
    checkItem(item, path, { kind: itemKind, tell, most }),
  );
  if (problems.length > 0 || !Array.isArray(items)) return problems;
  if (items.length > MAX_ITEM_CHANGES) {
    const message = `has ${items.length} items, and an account can change at most ${MAX_ITEM_CHANGES} in twelve hours; divide them between lists of several accounts`;
    return [{ path: "items", message }];
  }
  return repeated(items, tell);
}

interface ItemPlace {
  readonly kind: ListKind | undefined;
  readonly tell: Tell;
  readonly most: number;
}

function checkItem(item: unknown, path: string, { kind, tell, most }: ItemPlace): Problem[] {
  return checkMembers(item, path, [...ITEM_KINDS, "comment"], (members) => {
    const given = ITEM_KINDS.filter((one) => members[one] !== undefined && members[one] !== null);
    const comment = checkText(members["comment"], pathTo(path, "comment"), most);
    if (kind === undefined) return comment;
    const { check, example } = ITEMS[kind];
    const [other] = given.filter((one) => one !== kind);
    if (other !== undefined) {
      const message = `an item of a list of kind "${kind}" has no ${other}: write ${example}, or declare a list of kind "${other}"`;
      return [{ path: pathTo(path, other), message }, ...comment];
    }
    if (given.length === 0) return [{ path, message: `has no ${kind}: write ${example}` }, ...comment];
    const value = members[kind];
    return [...(isUnknown(value) ? [] : check(tell)(value, pathTo(path, kind))), ...comment];
  });
}

function repeated(items: readonly unknown[], tell: Tell): Problem[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    if (containsUnknown(item)) return [];
    // `checkItem` has passed it.
    const key = itemKey(item as ListItemState);
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    const message = `repeats items[${before}] (${tell(key)}): remove one of them`;
    return before === undefined ? [] : [{ path: `items[${index}]`, message }];
  });
}

function checkAddress(tell: Tell): Check {
  return (value, path) => {
    const prefix = typeof value === "string" ? prefixOf(value) : undefined;
    if (prefix === undefined) {
      const message = `must be an IPv4 or IPv6 address, or a network such as 192.0.2.0/24 or 2001:db8::/32, found ${tell(value)}`;
      return [{ path, message }];
    }
    const { family, length } = prefix;
    const shortest = SHORTEST_PREFIX[family];
    if (length >= shortest) return [];
    const message = `must be an IPv${family} network of /${shortest} or longer, found ${tell(value)}; write smaller networks, or compare ip.src in the expression of a rule`;
    return [{ path, message }];
  };
}

function checkAsn(tell: Tell): Check {
  return (value, path) => {
    if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_ASN) return [];
    const digits = typeof value === "string" ? /^(?:AS)?(\d+)$/i.exec(value)?.[1] : undefined;
    const hint = digits === undefined || tell === kindOf ? "" : `; write ${digits}, without quotes`;
    return [
      {
        path,
        message: `must be the number of an autonomous system, from 1 to ${MAX_ASN}, found ${tell(value)}${hint}`,
      },
    ];
  };
}

function checkHostname(tell: Tell): Check {
  return (value, path) =>
    checkMembers(
      value,
      path,
      ["urlHostname", "excludeExactHostname"],
      ({ urlHostname, excludeExactHostname }) => [
        ...(isUnknown(urlHostname) || (typeof urlHostname === "string" && HOSTNAME.test(urlHostname))
          ? []
          : [
              {
                path: pathTo(path, "urlHostname"),
                message: `must be a host name such as example.com or *.example.com, without scheme, port and path, found ${tell(urlHostname)}`,
              },
            ]),
        ...checkSwitch(excludeExactHostname, pathTo(path, "excludeExactHostname"), tell),
      ],
    );
}

const HOSTNAME = /^(?:\*\.)?[^\s/:*@?#.]+(?:\.[^\s/:*@?#.]+)+$/;
const SWITCHES = ["includeSubdomains", "subpathMatching", "preserveQueryString", "preservePathSuffix"];
/** The slashes of a source whose subpaths are redirected, too. */
const MAX_SLASHES = 16;

function checkRedirect(tell: Tell): Check {
  return (value, path) =>
    checkMembers(value, path, ["sourceUrl", "targetUrl", "statusCode", ...SWITCHES], (redirect) => {
      const { statusCode } = redirect;
      const isCode = statusCode === undefined || isUnknown(statusCode) || STATUS_CODES.includes(statusCode);
      return [
        ...checkSource(redirect, pathTo(path, "sourceUrl"), tell),
        ...checkTarget(redirect, path, tell),
        ...(isCode
          ? []
          : [
              {
                path: pathTo(path, "statusCode"),
                message: `must be 301, 302, 307 or 308, as a number; found ${tell(statusCode)}`,
              },
            ]),
        ...SWITCHES.flatMap((name) => checkSwitch(redirect[name], pathTo(path, name), tell)),
      ];
    });
}

/** The parts of a source: scheme, user, host, port, path, query and fragment. */
const SOURCE =
  /^(?<scheme>https?:\/\/)?(?:(?<user>[^\s/?#@]*)@)?(?<host>\[[^\s/?#\]]*\]|[^\s/?#:]+)(?<port>:\d+)?(?<path>\/[^\s?#]*)?(?<query>\?[^\s#]*)?(?<fragment>#\S*)?$/;

function checkSource({ sourceUrl, subpathMatching }: Members, path: string, tell: Tell): Problem[] {
  if (isUnknown(sourceUrl)) return [];
  const parts = typeof sourceUrl === "string" ? SOURCE.exec(sourceUrl)?.groups : undefined;
  if (!parts)
    return [{ path, message: `must be a host and path such as example.com/old, found ${tell(sourceUrl)}` }];
  const { scheme = "", user, host = "", port, path: below = "", query, fragment } = parts;
  const named = host.replace(/^\*\./, "");
  // A star for a part of a name has no counterpart.
  const isQuoted = tell !== kindOf && !named.includes("*");
  const write = isQuoted ? `write ${scheme}${named}${below}` : "write a host and a path";
  const needs = [
    ...(user === undefined ? [] : [["no user", write]]),
    ...(host.includes("*") ? [["no wildcard in the host", `${write} with includeSubdomains: true`]] : []),
    ...(port === undefined ? [] : [["no port", write]]),
    ...(query === undefined
      ? []
      : [
          [
            "no query",
            `${write}, or redirect by a rule of the phase http_request_dynamic_redirect, which can compare the query`,
          ],
        ]),
    ...(fragment === undefined ? [] : [["no fragment, which browsers do not send", write]]),
  ];
  return [
    ...needs.map(([need = "", advice = ""]) => ({
      path,
      message: `must have ${need}, found ${tell(sourceUrl)}; ${advice}`,
    })),
    ...checkSlashes(below, subpathMatching, path),
  ];
}

function checkSlashes(below: string, subpathMatching: unknown, path: string): Problem[] {
  const slashes = subpathMatching === true ? below.split("/").length - 1 : 0;
  if (slashes <= MAX_SLASHES) return [];
  const message = `must have at most ${MAX_SLASHES} slashes in its path with subpathMatching: true, found ${slashes}; write a shorter path, or leave subpathMatching out`;
  return [{ path, message }];
}

/** A URL without a host: `magnet:?xt=…`. A scheme has no dot here, so that `example.com:8443` is a host that lacks its scheme. */
const WITHOUT_AUTHORITY = /^(?!https?:)[a-z][a-z0-9+-]*:\S+$/i;
const TARGET_URL = /^https?:\/\/[^\s/?#]+\S*$/i;

function checkTarget({ targetUrl, preserveQueryString }: Members, path: string, tell: Tell): Problem[] {
  if (isUnknown(targetUrl)) return [];
  if (typeof targetUrl !== "string" || !(TARGET_URL.test(targetUrl) || WITHOUT_AUTHORITY.test(targetUrl))) {
    const message = `must be a URL such as https://example.com/new, found ${tell(targetUrl)}`;
    return [{ path: pathTo(path, "targetUrl"), message }];
  }
  if (preserveQueryString !== true || targetUrl.split("#", 1)[0]?.includes("?") !== true) return [];
  const message = `adds the query of the request to a target that has a query, which the API refuses (code ${ErrorCode.queryTwice}): remove the query from targetUrl, or leave this out`;
  return [{ path: pathTo(path, "preserveQueryString"), message, code: ErrorCode.queryTwice }];
}

function checkSwitch(value: unknown, path: string, tell: Tell): Problem[] {
  if (value === undefined || typeof value === "boolean" || isUnknown(value)) return [];
  return [{ path, message: `must be true or false, found ${tell(value)}` }];
}

function checkText(value: unknown, path: string, most = MAX_WRITTEN): Problem[] {
  if (value === undefined || value === null || isUnknown(value)) return [];
  if (typeof value !== "string") return [{ path, message: `must be a text, found ${kindOf(value)}` }];
  const length = Array.from(value).length;
  if (length <= most) return [];
  return [
    {
      path,
      message: `has ${length} characters; write at most ${most}, since the rest is for the mark of its owner`,
    },
  ];
}
