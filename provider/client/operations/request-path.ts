import { type Operation, operations } from "../../api/operations";
import type { OperationName } from "../../api/wire";
import { InvalidRequestError } from "../errors";
import { counted } from "../../words";

export type TokenOwner = { readonly user: true } | { readonly accountId: string };
/** The zone or account in the path of a request. What decides which rules are valid there is a `Place`. */
export type RulesetScope = { readonly accountId: string } | { readonly zoneId: string };

/** Values of path parameters: `token_id`, `phase`, … */
export type PathParameters = Readonly<Record<string, string>>;
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

interface Shape {
  readonly pattern: RegExp;
  readonly expected: string;
}

const ID: Shape = { pattern: /^[0-9a-f]{32}$/, expected: "32 lower-case hexadecimal digits" };
const SHAPES: Readonly<Record<string, Shape>> = {
  version: { pattern: /^[1-9][0-9]*$/, expected: "a whole number from 1, as a string" },
  phase: { pattern: /^[a-z][a-z0-9_]*$/, expected: "a name such as http_request_firewall_managed" },
  // URL normalization would resolve a segment of dots to a parent path.
  tag: { pattern: /[^.]/, expected: "a rule tag such as paranoia-level-2" },
  network: { pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/, expected: "a network's name such as sepolia" },
};

/** Returns the path of an operation below the base URL. Throws InvalidRequestError for a malformed parameter. */
export function pathOf(name: OperationName, scope: string | undefined, parameters: PathParameters): string {
  const { path }: Operation = operations[name];
  return path.replace(/\{(\w+)\}/g, (_, key: string) =>
    key === "scope" ? (scope ?? "") : pathSegment(key, parameters[key] ?? ""),
  );
}

/** Returns a readable form of a ruleset call: `POST /zones/<id>/rulesets`. */
export function callText(name: OperationName, scope: RulesetScope, parameters: PathParameters = {}): string {
  return `${operations[name].method} ${pathOf(name, scopePath(scope), parameters)}`;
}

/** Checks the value of the path parameter `name` and encodes it as a path segment. */
export function pathSegment(name: string, value: string): string {
  const shape = SHAPES[name] ?? ID;
  if (shape.pattern.test(value)) return encode(value, name);
  const label = name.replaceAll("_", " ");
  // The message does not show the value, which may be a misplaced secret.
  throw new InvalidRequestError(`${label} is not ${shape.expected}: ${describeValue(value, shape)}`, {
    hint: "Nothing was sent.",
  });
}

export const ownerPath = (owner: TokenOwner): string =>
  "user" in owner ? "user" : `accounts/${pathSegment("account_id", owner.accountId)}`;

export const scopePath = (scope: RulesetScope): string =>
  "zoneId" in scope
    ? `zones/${pathSegment("zone_id", scope.zoneId)}`
    : `accounts/${pathSegment("account_id", scope.accountId)}`;

/** Returns `?a=1&b=2`, or an empty string without values. A list is written as one parameter for each of its values. */
export function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => {
    const values = typeof value === "object" ? value : value === undefined ? [] : [String(value)];
    return values.map((one) => `${encode(key, key)}=${encode(one, key)}`);
  });
  return pairs.length ? `?${pairs.join("&")}` : "";
}

function describeValue(value: string, shape: Shape): string {
  if (value === "") return "it is empty";
  if (shape === ID && /^[a-z0-9-]+(\.[a-z0-9-]+)+\.?$/i.test(value))
    return "it looks like a name; getZone looks up the id of a zone";
  if (shape === ID && /^[0-9a-f]{32}$/i.test(value)) return "it has upper-case letters";
  return `it has ${counted(value.length, "character")}`;
}

function encode(value: string, name: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    throw new InvalidRequestError(`${name} contains an unpaired surrogate, which a URL cannot encode`, {
      hint: "Nothing was sent.",
    });
  }
}

/** Returns the path of a ruleset, or of what is below it. */
export const at = (scope: RulesetScope, id: string, more: PathParameters = {}) => ({
  scope: scopePath(scope),
  parameters: { ruleset_id: id, ...more },
});

/** Returns the path of the entry point of a phase, or of what is below it. */
export const atPhase = (scope: RulesetScope, phase: string, more: PathParameters = {}) => ({
  scope: scopePath(scope),
  parameters: { phase, ...more },
});
