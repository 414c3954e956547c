import { isMembers } from "../../api";
import {
  type Argument,
  type Expression,
  type Following,
  implies,
  isAlwaysPresent,
  type Language,
  printValueExpression,
  readRequestFields,
  type RequestFields,
  type ValueExpression,
} from "../../filter";
import { parseExpression } from "../judge-expression";
import { conditionOf } from "./judged-rule";

/** Fields that are the same when a client follows any redirect. */
const KEPT = /^(?:ip\.(?:src|geoip)(?:\.|$)|http\.user_agent$|http\.request\.method$|cf\.zone\.name$)/;
const FULL_URI = "http.request.full_uri";
const OF_HOST = /^http\.host$/;
const OF_SCHEME = /^ssl$/;
const OF_PATH = /^http\.request\.uri\.path(?:\.extension)?$/;
const OF_QUERY = /^http\.request\.uri\.(?:query$|args(?:$|\.))/;
/** A host that no zone serves. */
const NOWHERE = "nowhere.invalid";
/** Stands in an address for a piece that is not the same for all requests. A letter and a number follow. */
const MARK = "zq9piece";
const MARKED = new RegExp(`${MARK}([a-z])`, "g");
const HOST = `${MARK}h`;
const PATH = `/${MARK}p`;
const URI = `/${MARK}u`;
const ANY = `${MARK}a`;
/** Pieces that can contain a query. */
const WITH_QUERY = new RegExp(`${MARK}[au]`);
/** What pieces of an expression are, if they are the same part of the address to which the redirect leads. */
const PIECES: ReadonlyMap<string, string> = new Map([
  ["http.host", HOST],
  ["http.request.uri.path", PATH],
  ["http.request.uri", URI],
]);
/** What a replacement of wildcard_replace names: "$", or the text of a star. */
const REFERENCE = /\$(?:\$|\{[0-9]+\})/g;

/** What is certain of the request that follows a redirect. */
export interface FollowingRequest extends Following {
  /** The fields of such a request at a host that no zone serves. Undefined if the host is the one of the request. */
  readonly elsewhere: RequestFields | undefined;
}

/** Returns what is certain of the request that follows a redirect. Undefined if the address is not known, or no web page's. */
export function followingRequest(
  from: Readonly<Record<string, unknown>>,
  condition: Expression,
  language: Language | undefined,
): FollowingRequest | undefined {
  const { target_url: target, preserve_query_string: keepsQuery } = from;
  const text = isMembers(target) ? addressOf(target, condition, language) : undefined;
  if (text === undefined) return undefined;
  const isOnHost = /^\/(?!\/)/.test(text);
  // With the path "/" first, two slashes begin a host.
  if (text.startsWith(`${PATH}/`) || text.startsWith(`${URI}/`)) return undefined;
  const url = parseUrl(isOnHost ? `https://${HOST}${text}` : text);
  if (url === undefined || url.port !== "" || url.username !== "" || url.password !== "") return undefined;
  return following(url, isOnHost, keepsQuery);
}

function following(url: URL, isOnHost: boolean, keepsQuery: unknown): FollowingRequest {
  const { hostname, protocol, pathname, search } = url;
  const scheme = isOnHost ? undefined : protocol;
  const isUri = pathname === URI;
  const addsQuery = keepsQuery !== undefined && keepsQuery !== false;
  const isQueryKnown = !addsQuery && !WITH_QUERY.test(pathname + search);
  const keepsQueryAlone = isUri ? !addsQuery : keepsQuery === true && !WITH_QUERY.test(pathname);
  const kept = [
    KEPT,
    ...(hostname === HOST ? [OF_HOST] : []),
    ...(isOnHost ? [OF_SCHEME] : []),
    ...(isUri || pathname === PATH ? [OF_PATH] : []),
    ...(keepsQueryAlone && search === "" ? [OF_QUERY] : []),
  ];
  // Where slashes come together, the path may be normalized.
  const uri = pathname.replace(/\/\/.*$/s, `/${ANY}`) + (isQueryKnown ? search : ANY);
  return {
    given: fieldsOf(scheme, hostname, pathname, isQueryKnown ? search : ANY),
    isKept: (field) => kept.some((pattern) => pattern.test(field)),
    address: addressIs(scheme, hostname, uri),
    elsewhere: hostname === HOST ? undefined : elsewhere(scheme, pathname, search),
  };
}

function elsewhere(scheme: string | undefined, path: string, search: string): RequestFields {
  const fields = fieldsOf(scheme, NOWHERE, path, search);
  // Any address at the host tells whether the condition asks for another one.
  const whole = readRequestFields({ [FULL_URI]: `${scheme ?? "https:"}//${NOWHERE}${plain(path + search)}` });
  return new Map([...fields, ...whole]);
}

/** Returns the fields without marks. */
function fieldsOf(scheme: string | undefined, host: string, path: string, search: string): RequestFields {
  const query = search.replace("?", "");
  const uri = path + search;
  const texts = {
    "http.request.uri.path": path,
    "raw.http.request.uri.path": path,
    "http.request.uri.query": query,
    "raw.http.request.uri.query": query,
    "http.request.uri": uri,
    "raw.http.request.uri": uri,
    "http.host": host,
    [FULL_URI]: scheme === undefined ? ANY : `${scheme}//${host}${uri}`,
  };
  return readRequestFields({
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => !hasMark(text))),
    ...(scheme !== undefined && { ssl: scheme === "https:" }),
  });
}

function hasMark(text: string): boolean {
  return text.includes(MARK);
}

/** Replaces the marks by a word. */
function plain(text: string): string {
  return text.replace(MARKED, "x");
}

/** Returns the condition that an address has this form. */
function addressIs(scheme: string | undefined, host: string, uri: string): Expression | undefined {
  const is = (field: string, form: string) => {
    const pattern = form.replace(/[*\\]/g, "\\$&").replace(MARKED, "*").replace(/\*+/g, "*");
    return `${field} strict wildcard ${JSON.stringify(pattern)}`;
  };
  const whole = is(FULL_URI, `${scheme ?? `http${ANY}:`}//${host}${uri}`);
  // What is not known of the host can contain a slash.
  const isHostKnown = host === HOST || !hasMark(host);
  return conditionOf(isHostKnown ? `${whole} and ${is("http.request.uri", uri)}` : whole);
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) && /^https?:/i.test(text) ? new URL(text) : undefined;
}

/** Returns the address with a mark for each piece that differs between requests. */
function addressOf(
  target: Readonly<Record<string, unknown>>,
  condition: Expression,
  language: Language | undefined,
): string | undefined {
  const { value, expression } = target;
  if (typeof value === "string") return hasMark(value) ? undefined : value;
  if (typeof expression !== "string") return undefined;
  const parsed = parseExpression(expression, { purpose: "target", language });
  if (!parsed.valid || hasMark(expression)) return undefined;
  const { ast } = parsed;
  return ast.kind === "value" || ast.kind === "bytes" ? textOf(ast, condition) : undefined;
}

function textOf(value: ValueExpression, condition: Expression): string | undefined {
  if (value.kind === "bytes") return Buffer.from(value.bytes).toString();
  const { source } = value;
  if (source.kind === "call" && value.indexes.length === 0) {
    if (source.name === "concat") return concatenated(source.arguments, condition);
    if (source.name === "wildcard_replace") return replaced(source.arguments, condition);
  }
  // Without a value, nothing is redirected.
  if (!isAlwaysPresent(value)) return undefined;
  return (source.kind === "field" ? PIECES.get(source.name) : undefined) ?? ANY;
}

function concatenated(pieces: readonly Argument[], condition: Expression): string | undefined {
  const texts = pieces.map((one) =>
    one.kind === "value" || one.kind === "bytes" ? textOf(one, condition) : undefined,
  );
  return texts.includes(undefined) ? undefined : texts.join("");
}

/** Returns what `wildcard_replace` returns, if every request of the rule fits its pattern. */
function replaced(
  [source, pattern, replacement, flags]: readonly Argument[],
  condition: Expression,
): string | undefined {
  if (source?.kind !== "value" || pattern?.kind !== "bytes" || replacement?.kind !== "bytes")
    return undefined;
  const operator = flags === undefined ? "wildcard" : "strict wildcard";
  const fits = conditionOf(`${printValueExpression(source)} ${operator} ${printValueExpression(pattern)}`);
  if (fits === undefined || !implies(condition, fits)) return undefined;
  return Buffer.from(replacement.bytes)
    .toString()
    .replace(REFERENCE, (one) => (one === "$$" ? "$" : ANY));
}
