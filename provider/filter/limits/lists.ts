import type { Comparison, Span } from "../parse/ast";
import { typeName } from "../scheme/types";
import type { ItemKind, Place } from "./place";
import { refusal, type Refusal } from "./refusal";
import { nearestWithin } from "../../words";

const MANAGED_LISTS = ["anonymizer", "botnetcc", "malware", "open_proxies", "vpn"];
const MANAGED = "cf.";
const MAX_NAME = 50;

/** Returns why a list cannot be used in its place. */
export function* refusalsOfList(
  { left, test, span }: Comparison,
  { phase, kind, lists }: Place,
): Generator<Refusal> {
  if (test.kind !== "inList") return;
  // A list ends its comparison.
  const at: Span = { start: span.end - test.name.length - 1, end: span.end };
  yield* refusalsOfName(test.name, at);
  if (lists && !test.name.includes(".")) yield* refusalsOfLive(left, test.name, at, phase, lists);
  if (left.type === "Ip" && phase === "http_response_headers_transform") {
    const message = `Rules of the phase ${phase} cannot use lists of addresses. Write the addresses as a set: in {…}.`;
    yield refusal("list-addresses", at, `the use of IP lists is not allowed in the phase ${phase}`, {
      expected: "a set of addresses: {192.0.2.1 198.51.100.0/24}",
      message,
    });
  }
  if (left.type === "Ip" && phase === "http_ratelimit" && kind === "root") {
    const message =
      "Rate limiting rules of an account cannot use lists of addresses. Write the addresses as a set: in {…}.";
    yield refusal(
      "list-addresses",
      at,
      "the use of IP lists is not allowed in rate limiting rules of an account",
      {
        expected: "a set of addresses: {192.0.2.1 198.51.100.0/24}",
        message,
      },
    );
  }
  if (phase === "http_request_redirect" && left.source.kind === "call") {
    const message = `The phase ${phase} compares a field with a redirect list, not the result of a function. Write http.request.full_uri in $${test.name}.`;
    yield refusal(
      "list-redirect-field",
      left.span,
      `the use of function ${left.source.name} is not allowed before a redirect list`,
      {
        expected: "a field, such as http.request.full_uri",
        message,
        hint: message,
      },
    );
  }
  yield* doubtsAboutKind(left, test.name, at, phase);
}

function* refusalsOfName(name: string, span: Span): Generator<Refusal> {
  if (name.startsWith(MANAGED)) {
    const short = name.slice(MANAGED.length);
    if (MANAGED_LISTS.includes(short)) return;
    const nearest = nearestWithin(short, MANAGED_LISTS, Math.ceil(short.length / 3));
    const lists = MANAGED_LISTS.map((list) => `$${MANAGED}${list}`).join(", ");
    const meant = nearest === undefined ? "" : ` Did you mean $${MANAGED}${nearest}?`;
    yield refusal("list-managed", span, `there is no managed list $${name}`, {
      expected: `a managed list: ${lists}`,
      message: `There is no managed list $${name}; there are ${lists}.${meant}`,
      ...(nearest !== undefined && { hint: `Did you mean $${MANAGED}${nearest}?` }),
    });
  } else if (name.includes(".")) {
    yield refusal("list-name", span, `the name of the list $${name} contains a dot`, {
      expected: "the name of a list of the account: lower-case letters, digits and _",
      message: `The name of the list $${name} contains a dot, which only managed lists have, such as $cf.vpn.`,
      hint: "Only managed lists have a dot in their name, such as $cf.vpn.",
    });
  } else if (name.length > MAX_NAME) {
    yield refusal("list-name", span, `the name of the list has ${name.length} characters`, {
      expected: `a name of at most ${MAX_NAME} characters`,
      message: `The name of the list has ${name.length} characters; names have at most ${MAX_NAME}.`,
    });
  }
}

/** What the items of a list are called. */
const ITEMS: Readonly<Record<ItemKind, string>> = {
  ip: "IP addresses",
  hostname: "host names",
  asn: "AS numbers",
  redirect: "redirects",
};

/** Returns why an expression cannot use a list of the account: there is none of that name, or its items are no values of the field. */
function* refusalsOfLive(
  left: Comparison["left"],
  name: string,
  span: Span,
  phase: string | undefined,
  lists: ReadonlyMap<string, ItemKind | undefined>,
): Generator<Refusal> {
  if (!lists.has(name)) {
    const nearest = nearestWithin(name, [...lists.keys()], Math.ceil(name.length / 3));
    const hint = nearest === undefined ? undefined : `Did you mean $${nearest}?`;
    const meant = nearest === undefined ? "" : `; did you mean $${nearest}?`;
    yield refusal("list-missing", span, `no list named $${name}${meant}`, {
      expected: "a list of the account",
      message: `The account has no list named $${name}. ${hint ?? "Declare it as a List, or correct the name."}`,
    });
    return;
  }
  const kind = lists.get(name);
  const wanted = kindFor(left, phase);
  if (kind === undefined || wanted === undefined || kind === wanted) return;
  const field = left.source.kind === "field" ? left.source.name : `${left.source.name}()`;
  const problem = `the list $${name} has ${ITEMS[kind]}, and ${field} needs a list of ${ITEMS[wanted]}`;
  yield refusal("list-other-kind", span, problem, {
    expected: `a list of kind "${wanted}"`,
    message: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`,
  });
}

/** Returns the kind of list that a value is looked up in. */
function kindFor({ type }: Comparison["left"], phase: string | undefined): ItemKind | undefined {
  if (type === "Ip") return "ip";
  if (type === "Int") return "asn";
  if (type !== "Bytes") return undefined;
  return phase === "http_request_redirect" ? "redirect" : "hostname";
}

/** Whether a list of redirects may be meant: bulk redirects look up the whole URI. */
function mayBeRedirectList(field: string, phase: string | undefined): boolean {
  return phase === "http_request_redirect" || (phase === undefined && field === "http.request.full_uri");
}

/** Lists contain addresses, host names or AS numbers. That other fields are refused is only inferred. */
function* doubtsAboutKind(
  left: Comparison["left"],
  name: string,
  span: Span,
  phase: string | undefined,
): Generator<Refusal> {
  const field = left.source.kind === "field" ? left.source.name : `${left.source.name}()`;
  const doubt = (problem: string): Refusal =>
    refusal("list-kind", span, problem, {
      expected: "a list of the kind of the field",
      message: problem,
    });
  if (name.startsWith(MANAGED) && left.type !== "Ip") {
    yield doubt(
      `The managed list $${name} contains IP addresses, but ${field} is of type ${typeName(left.type)}. Write ip.src in $${name}.`,
    );
  } else if (left.type === "Bytes" && field !== "http.host" && !mayBeRedirectList(field, phase)) {
    yield doubt(
      `Lists contain IP addresses, host names (for http.host) or AS numbers (for ip.src.asnum), so no list fits ${field}. Write the values as a set: in {…}.`,
    );
  } else if (left.type === "Int" && !/^ip\.(?:src|geoip)\.asnum$/.test(field)) {
    yield doubt(
      `Lists of numbers contain AS numbers (for ip.src.asnum), so no list fits ${field}. Write the values as a set: in {…}.`,
    );
  }
}
