import type { Operation, OperationName } from "../api/operations";
import { operations } from "../api/operations";
import { InvalidRequestError } from "./errors";

export type TokenOwner = { readonly user: true } | { readonly accountId: string };
export type RulesetScope = { readonly accountId: string } | { readonly zoneId: string };

/** Values of a path's braces: `token_id`, `phase` … */
export type PathParameters = Readonly<Record<string, string>>;
export type Query = Readonly<Record<string, string | number | undefined>>;

interface Shape {
  readonly pattern: RegExp;
  readonly right: string;
}

const ID: Shape = { pattern: /^[0-9a-f]{32}$/, right: "32 lower-case hexadecimal digits" };
const SHAPES: Readonly<Record<string, Shape>> = {
  version: { pattern: /^[1-9][0-9]*$/, right: "a whole number from 1, as a string" },
  phase: { pattern: /^[a-z][a-z0-9_]*$/, right: "a name such as http_request_firewall_managed" },
  // A segment of dots alone would climb the path when the URL is normalised.
  tag: { pattern: /[^.]/, right: "a rule tag such as paranoia-level-2" },
  network: { pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/, right: "a network's name such as sepolia" },
};

/** The operation's path below the base URL. Throws InvalidRequestError for an id that cannot be one. */
export function pathOf(name: OperationName, scope: string | undefined, parameters: PathParameters): string {
  const { path }: Operation = operations[name];
  return path.replace(/\{(\w+)\}/g, (_, key: string) =>
    key === "scope" ? (scope ?? "") : pathSegment(key, parameters[key] ?? ""),
  );
}

/** A call of a ruleset for people to read: `POST /zones/<id>/rulesets`. */
export function callText(name: OperationName, scope: RulesetScope, parameters: PathParameters = {}): string {
  return `${operations[name].method} ${pathOf(name, scopePath(scope), parameters)}`;
}

/** One encoded segment of a path; `name` tells what it has to look like. */
export function pathSegment(name: string, value: string): string {
  const shape = SHAPES[name] ?? ID;
  if (shape.pattern.test(value)) return encode(value, name);
  const spoken = name.replaceAll("_", " ");
  // The value is not shown: what stands in the wrong place may be a secret.
  throw new InvalidRequestError(`${spoken} is not ${shape.right}: ${describeWrong(value, shape)}`, {
    hint: "Nothing was sent.",
  });
}

export const ownerPath = (owner: TokenOwner): string =>
  "user" in owner ? "user" : `accounts/${pathSegment("account_id", owner.accountId)}`;

export const scopePath = (scope: RulesetScope): string =>
  "zoneId" in scope
    ? `zones/${pathSegment("zone_id", scope.zoneId)}`
    : `accounts/${pathSegment("account_id", scope.accountId)}`;

/** `?a=1&b=2` in the order given, empty when nothing is set. */
export function queryText(query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encode(key, key)}=${encode(String(value), key)}`],
  );
  return pairs.length ? `?${pairs.join("&")}` : "";
}

function describeWrong(value: string, shape: Shape): string {
  if (value === "") return "it is empty";
  if (shape === ID && /^[a-z0-9-]+(\.[a-z0-9-]+)+\.?$/i.test(value))
    return "it looks like a name, and getZone finds the id that belongs to one";
  if (shape === ID && /^[0-9a-f]{32}$/i.test(value)) return "it has capital letters";
  return `it has ${value.length} characters`;
}

function encode(value: string, name: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    throw new InvalidRequestError(`${name} holds half of a surrogate pair, which no URL can carry`, {
      hint: "Nothing was sent.",
    });
  }
}
