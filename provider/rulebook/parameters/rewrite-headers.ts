import { type Members, isMembers } from "../../api";
import { type RuleContext, type Violation, constraints, violation } from "../constraint";
import { checkStaticValue, looksLikeExpression, presentIn, textAt } from "./members";

export const REWRITE_HEADERS = constraints({
  "header-name": {
    says: "The name of a header consists of letters, digits, hyphens and underscores.",
    source: "developers docs, rules/transform/request-header-modification",
    confidence: "documented",
  },
  "header-add-phase": {
    says: "`add` belongs to the phase http_response_headers_transform. Request headers can be set and removed.",
    source: "developers docs, rules/transform/request-header-modification",
    confidence: "documented",
  },
  "header-value-or-expression": {
    says: "`add` and `set` take exactly one of `value` and `expression`.",
    source: "developers docs, rules/transform; Terraform provider, internal/services/ruleset",
    confidence: "documented",
  },
  "header-remove-takes-none": {
    says: "`remove` takes neither `value` nor `expression`.",
    source: "developers docs, rules/transform; Terraform provider, internal/services/ruleset",
    confidence: "documented",
  },
  "header-value-characters": {
    says: "A static header value consists of printable ASCII characters.",
    source: "developers docs, rules/transform/request-header-modification",
    confidence: "documented",
  },
  "header-reserved": {
    says: "Some headers cannot be changed: those that begin with cf- or x-cf-, host, accept-encoding, server and others.",
    source: "developers docs, rules/transform; answers of the API",
    confidence: "observed",
    code: 20087,
  },
});

export const HEADER_TRAPS = constraints({
  "header-forwarded-for-returns": {
    says: "A removed x-forwarded-for is added again before the request reaches the origin.",
    source: "developers docs, rules/transform/request-header-modification",
    confidence: "documented",
    accepted: true,
  },
  "header-set-cookie-replaces": {
    says: "`set` on set-cookie replaces all cookies of the response, also those of the vendor. `add` keeps them.",
    source: "developers docs, rules/transform/response-header-modification",
    confidence: "documented",
    accepted: true,
  },
  "header-cache-control-visitors": {
    says: "A changed cache-control or cdn-cache-control reaches visitors, but the cache follows the header of the origin.",
    source: "developers docs, rules/transform/response-header-modification",
    confidence: "documented",
    accepted: true,
  },
});

const PHASES: readonly string[] = ["http_request_late_transform", "http_response_headers_transform"];

/** Checks the headers of `rewrite`, in the phases that change headers. */
export function* checkHeaders({ headers }: Members, context: RuleContext): Iterable<Violation> {
  if (!isMembers(headers) || !PHASES.includes(context.phase)) return;
  for (const [name, change] of Object.entries(headers))
    if (isMembers(change)) yield* checkHeader(name, change, context);
}

function* checkHeader(name: string, change: Members, context: RuleContext): Iterable<Violation> {
  const path = ["headers", name];
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    const message = "must have a name of letters, digits, hyphens and underscores";
    yield violation(REWRITE_HEADERS["header-name"], path, message);
    return;
  }
  const isRequest = context.phase === "http_request_late_transform";
  const operation = textAt(change, "operation");
  const refused = operation === undefined ? [] : [...checkOperation(name, operation, path, isRequest)];
  yield* refused;
  yield* checkValue(change, operation, path, context);
  if (refused.length === 0) yield* headerTraps(name, change, path, isRequest);
}

function* checkOperation(
  name: string,
  operation: string,
  path: readonly string[],
  isRequest: boolean,
): Iterable<Violation> {
  const reserved = reservedHeader(name, operation, isRequest);
  const at = [...path, "operation"];
  if (reserved !== undefined) {
    const refusal = `'${operation}' is not a valid value for operation because it cannot be used on header ${reserved.named}`;
    const message = `cannot be ${JSON.stringify(operation)}: ${reserved.reason}`;
    yield violation(REWRITE_HEADERS["header-reserved"], at, message, refusal);
  } else if (operation === "add" && isRequest) {
    const message =
      'must be "set" or "remove" for a request header, found "add"; "set" also creates a header that the request does not have';
    yield violation(REWRITE_HEADERS["header-add-phase"], at, message);
  }
}

function* checkValue(
  change: Members,
  operation: string | undefined,
  path: readonly string[],
  { nameOf }: RuleContext,
): Iterable<Violation> {
  const members = ["value", "expression"];
  const present = presentIn(change, members);
  if (operation === undefined || present === undefined) return;
  if (operation === "remove") {
    const message = 'cannot be combined with the operation "remove"; leave it out';
    for (const name of present)
      yield violation(REWRITE_HEADERS["header-remove-takes-none"], [...path, name], message);
    return;
  }
  if (present.length !== 1) {
    const found = present.length === 0 ? "neither" : "both";
    const message = `must have either ${members.map(nameOf).join(" or ")} for the operation ${JSON.stringify(operation)}, found ${found}`;
    yield violation(REWRITE_HEADERS["header-value-or-expression"], path, message);
    return;
  }
  const value = textAt(change, "value");
  if (value === undefined) return;
  const at = [...path, "value"];
  if (!/^[\x20-\x7e]*$/.test(value)) {
    const message = `must consist of printable ASCII characters, found ${foreignCharacter(value)}`;
    yield violation(REWRITE_HEADERS["header-value-characters"], at, message);
    return;
  }
  // A reference such as $1 is a usual thing to find in a header: only a whole expression is doubtful.
  if (looksLikeExpression(value)) yield* checkStaticValue(value, at);
}

/** Reports changes of a header that the API accepts, but that do not do what they seem to do. */
function* headerTraps(
  name: string,
  change: Members,
  path: readonly string[],
  isRequest: boolean,
): Iterable<Violation> {
  const header = name.toLowerCase();
  const operation = textAt(change, "operation");
  const at = [...path, "operation"];
  if (isRequest) {
    if (header !== "x-forwarded-for" || operation !== "remove") return;
    const message = "has no effect: the edge adds the header again after the rule; leave the change out";
    yield violation(HEADER_TRAPS["header-forwarded-for-returns"], at, message);
  } else if (header === "set-cookie" && operation === "set") {
    const message = 'is "set", which replaces all cookies of the response; use "add" to keep them';
    yield violation(HEADER_TRAPS["header-set-cookie-replaces"], at, message);
  } else if (operation !== "remove" && isForTheCache(header, change)) {
    const message =
      "changes what visitors receive, not what the edge caches; use set_cache_settings or set_cache_control for the cache";
    yield violation(HEADER_TRAPS["header-cache-control-visitors"], path, message);
  }
}

const CACHE_ONLY = /^(?:cloudflare-)?cdn-cache-control$/;

// A cache-control for browsers is a usual thing to write here. Only s-maxage is addressed to shared caches.
function isForTheCache(header: string, change: Members): boolean {
  const directives = `${textAt(change, "value") ?? ""} ${textAt(change, "expression") ?? ""}`;
  return CACHE_ONLY.test(header) || (header === "cache-control" && /\bs-maxage\b/i.test(directives));
}

// Names one character only: the value can be a secret.
function foreignCharacter(value: string): string {
  const index = value.search(/[^\x20-\x7e]/);
  const code = value.codePointAt(index) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")} at position ${index + 1}`;
}

/** Why a header cannot be changed, and how the API's refusal names the header. */
interface Reserved {
  readonly reason: string;
  readonly named: string;
}

interface Rule {
  readonly header: RegExp;
  /** The operations that are refused. Defaults to all. */
  readonly operations?: readonly string[];
  readonly reason: string;
  /** Set if the refusal names the beginning of the header instead of the header. */
  readonly prefix?: string;
}

const OWN = "the API keeps headers that begin with cf- or x-cf- for itself; choose another name";
const WRITES = ["set", "add"];
const ALL: readonly Rule[] = [
  { header: /^x-cf-/, reason: OWN, prefix: "x-cf-" },
  { header: /^cf-/, reason: OWN, prefix: "cf-" },
];
const REQUEST: readonly Rule[] = [
  { header: /^cf-connecting-ip$/, operations: WRITES, reason: "this header can only be removed" },
  {
    header: /^host$/,
    reason: "the action route changes the Host header that the origin receives, in phase http_request_origin",
  },
  { header: /^accept-encoding$/, reason: "the edge chooses the encodings; leave the header out" },
  {
    header: /^(?:cookie|x-forwarded-for|x-forwarded-proto|x-real-ip|true-client-ip)$/,
    operations: WRITES,
    reason: "this header can only be removed; send the value in a header with another name",
  },
];
const RESPONSE: readonly Rule[] = [
  {
    header: /^(?:server|eh-cache-tag|eh-cdn-cache-control)$/,
    reason: "the edge writes this header; leave it out",
  },
  { header: /^set-cookie$/, operations: ["remove"], reason: "this header can only be added or set" },
];

/** Returns why an operation on a header is refused, or undefined if it is accepted. */
function reservedHeader(name: string, operation: string, isRequest: boolean): Reserved | undefined {
  const rules = [...(isRequest ? REQUEST : RESPONSE), ...ALL];
  // The first rule for a header decides: only one of cf-* can be removed.
  const rule = rules.find(({ header }) => header.test(name.toLowerCase()));
  if (!rule || rule.operations?.includes(operation) === false) return undefined;
  return {
    reason: rule.reason,
    named: rule.prefix === undefined ? `'${name}'` : `beginning with '${rule.prefix}'`,
  };
}
