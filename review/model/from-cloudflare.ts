import { UNKNOWN, containsUnknown, isMembers, isUnknown, type Members } from "../../provider/api";
import { camelName } from "../../provider/rulebook";
import { withoutNulls } from "../../provider/api/plain";
import { cloudflareRule } from "./cloudflare-rule";
import type { DeclaredResource } from "./from-edge";
import { groupsOf, levelOf, textOf } from "./members";
import type { Identity, Place, Reviewed, ReviewedRuleset, ReviewedToken } from "./reviewed";
import { tokenOf } from "./token";

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
  { type, name, urn, properties: written, isProtected, position }: DeclaredResource,
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
  const present = withoutNulls(written);
  const properties = isMembers(present) ? present : {};
  if (CLASSES[type] === "Ruleset") return rulesetFrom(identity, properties);
  const place: Place =
    CLASSES[type] === "AccountToken"
      ? { level: "account", id: textOf(properties["accountId"]) }
      : { level: "user", id: undefined };
  return tokenFrom(identity, place, properties);
}

function rulesetFrom(
  identity: Identity,
  { zoneId, accountId, kind, phase, rules }: Members,
): ReviewedRuleset {
  const place: Place =
    zoneId === undefined
      ? { level: "account", id: textOf(accountId) }
      : { level: "zone", id: textOf(zoneId) };
  return {
    ...identity,
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

function tokenFrom(identity: Identity, place: Place, properties: Members): ReviewedToken {
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

/** Text that is no JSON cannot be judged: the provider refuses it. */
function parsedResources(text: string): unknown {
  try {
    const resources: unknown = JSON.parse(text);
    return isMembers(resources) ? resources : UNKNOWN;
  } catch {
    // A part of the text may be unknown.
    return UNKNOWN;
  }
}
