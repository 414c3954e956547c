import { containsUnknown, isMembers, isUnknown, type Members, UNKNOWN } from "../../provider/api";
import { camelName, wireOf } from "../../provider/rulebook";
import { liveIdOf, type DeclaredResource } from "./from-edge";
import { groupsOf, levelOf, parsedJson, presentMembers, textOf, tokenOf } from "./members";
import type { Identity, ReviewedPlace, Reviewed, ReviewedRuleset, ReviewedToken } from "./reviewed";

/** The classes of `@pulumi/cloudflare` whose resources are reviewed, by type token. */
const CLASSES: Readonly<Record<string, string>> = {
  "cloudflare:index/accountToken:AccountToken": "AccountToken",
  "cloudflare:index/apiToken:ApiToken": "ApiToken",
  "cloudflare:index/ruleset:Ruleset": "Ruleset",
};

/** Lists of networks, which `@pulumi/cloudflare` names in the plural. */
const NETWORKS: Readonly<Record<string, string>> = { in: "ins", not_in: "notIns" };

/** Whether resources of a type belong to `@pulumi/cloudflare` and are reviewed. */
export function isCloudflare(type: string): boolean {
  return Object.hasOwn(CLASSES, type);
}

/**
 * Returns a resource of `@pulumi/cloudflare`, release 5 or 6, for review, or undefined if it is no ruleset and no token. Its inputs do
 * not say which of them are secret: `isSecret` does, if the values are not hidden anyway.
 */
export function fromCloudflare(
  { id, type, name, urn, properties: written, isProtected, position }: DeclaredResource,
  isSecret: Identity["isSecret"] = () => false,
): Reviewed | undefined {
  if (!isCloudflare(type)) return undefined;
  const identity: Identity = {
    origin: "cloudflare",
    urn,
    name,
    label: `cloudflare.${CLASSES[type] ?? ""} ${JSON.stringify(name)}`,
    nameOf: (wireName) => (Object.hasOwn(NETWORKS, wireName) && NETWORKS[wireName]) || camelName(wireName),
    isSecret,
    ...(isProtected !== undefined && { isProtected }),
    ...(position !== undefined && { position }),
  };
  // A program may write null for what it does not set.
  const properties = presentMembers(written);
  if (CLASSES[type] === "Ruleset") return { ...rulesetFrom(identity, properties), ...liveIdOf({ id }) };
  const place: ReviewedPlace =
    CLASSES[type] === "AccountToken"
      ? { level: "account", id: textOf(properties["accountId"]) }
      : { level: "user", id: undefined };
  return tokenFrom(identity, place, properties);
}

function rulesetFrom(
  identity: Identity,
  { zoneId, accountId, kind, phase, rules, name, description }: Members,
): ReviewedRuleset {
  const place: ReviewedPlace =
    zoneId === undefined
      ? { level: "account", id: textOf(accountId) }
      : { level: "zone", id: textOf(zoneId) };
  return {
    ...identity,
    written: { name, description, kind },
    kind: "ruleset",
    place,
    // Of a custom ruleset, policies claim the least.
    level: levelOf(kind) ?? "custom",
    phase: textOf(phase),
    ownership: "exclusive",
    takesOver: false,
    othersFollow: false,
    rules: (Array.isArray(rules) ? rules : []).map((rule: unknown, index) => {
      const wire = cloudflareRule(rule);
      return { path: `rules[${index}]`, ref: textOf(wire["ref"]), wire };
    }),
    isOrdered: true,
    hasUnknownRules: isUnknown(rules) || containsUnknown(rules),
  };
}

function tokenFrom(identity: Identity, place: ReviewedPlace, properties: Members): ReviewedToken {
  const { policies } = properties;
  const readable = Array.isArray(policies) ? policies.map(policyFrom) : policies;
  return {
    ...identity,
    ...tokenOf({ ...properties, policies: readable }, "ins", "notIns"),
    kind: "token",
    place,
    rotates: false,
  };
}

/** Release 5 lists the ids of groups, and has a map of resources; release 6 lists groups, and has a map as JSON text. */
function policyFrom(policy: unknown): unknown {
  if (!isMembers(policy)) return policy;
  const { permissionGroups: groups, resources } = policy;
  return {
    ...policy,
    permissionGroups: groupsOf(groups),
    resources:
      typeof resources === "string" && !isUnknown(resources) ? parsedResources(resources) : resources,
  };
}

/** Text that is no JSON cannot be judged: the provider refuses it, or a part of it is unknown. */
function parsedResources(text: string): unknown {
  const resources = parsedJson(text);
  return isMembers(resources) ? resources : UNKNOWN;
}

/** Lists that `@pulumi/cloudflare` names in the plural, by their names here: as in a request, but the plural in snake case. */
const PLURALS: Readonly<Record<string, string>> = {
  autominifies: "autominify",
  check_presences: "check_presence",
  excludes: "exclude",
  includes: "include",
  lists: "list",
  responses: "response",
  status_code_ranges: "status_code_range",
  status_code_ttls: "status_code_ttl",
};
/** Objects of the API that release 5 declares as lists of one item. */
const SINGLE: readonly string[] = ["autominify", "response", "status_code_range"];
/** Lists of objects with a name, of which release 5 lists the names. */
const NAMED: readonly string[] = ["cookie_fields", "request_fields", "response_fields"];

/** Renames the members of a rule of `@pulumi/cloudflare` to wire names, and gives them the shape that they have in a request. */
function cloudflareRule(rule: unknown): Members {
  const wire = wireOf(rule);
  const { action, action_parameters: parameters } = wire;
  if (!isMembers(parameters)) return wire;
  return { ...wire, action_parameters: parametersOf(action, parameters) };
}

function parametersOf(action: unknown, parameters: Members): unknown {
  if (action === "set_cache_control") return directivesOf(parameters);
  const { headers, rules, ...others } = parameters;
  return {
    ...members(others),
    ...(headers !== undefined && { headers: headersOf(headers) }),
    ...(rules !== undefined && { rules: skippedRules(rules) }),
  };
}

function members(value: Members): Members {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const singular = Object.hasOwn(PLURALS, name) ? (PLURALS[name] ?? name) : name;
      return [singular, memberOf(singular, member)];
    }),
  );
}

function memberOf(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (SINGLE.includes(name) && value.length === 1) return memberOf(name, value[0]);
    if (NAMED.includes(name))
      return value.map((item: unknown) => (typeof item === "string" ? { name: item } : item));
    return value.map((item: unknown) => memberOf("", item));
  }
  return isMembers(value) ? members(value) : value;
}

/** Names of directives are kebab case in a request: `s-maxage`. */
function directivesOf(parameters: Members): Members {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      isMembers(value) ? wireOf(value) : value,
    ]),
  );
}

/** Release 5 lists headers with their names, release 6 has a map by name. */
function headersOf(headers: unknown): unknown {
  if (!Array.isArray(headers)) return headers;
  return Object.fromEntries(
    headers.filter(isMembers).map(({ name, ...header }) => [typeof name === "string" ? name : "", header]),
  );
}

/** By ruleset, the ids of the rules to skip: a list in release 6, text with commas in release 5. */
function skippedRules(rules: unknown): unknown {
  if (!isMembers(rules)) return rules;
  return Object.fromEntries(
    Object.entries(rules).map(([id, skipped]) => [
      id,
      typeof skipped === "string" ? skipped.split(",") : skipped,
    ]),
  );
}
