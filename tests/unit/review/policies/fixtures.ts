import type { Members } from "../../../../provider/api";
import { camelName } from "../../../../provider/rulebook";
import { fromCloudflare } from "../../../../review/model/from-cloudflare";
import { EDGE_TYPE, fromEdge } from "../../../../review/model/from-edge";
import { presentMembers } from "../../../../review/model/members";
import type { Reviewed, ReviewedRuleset } from "../../../../review/model/reviewed";
import { configurable } from "../../../../review/policies";
import type { EdgePolicy } from "../../../../review/policies/policy";

export const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
export const OTHER_ZONE = "9a7806061c88ada191ed06f989cc3dac";
export const ACCOUNT = "f037e56e89293a057740de681ac9abbe";
export const MANAGED_PHASE = "http_request_firewall_managed";
export const CUSTOM_PHASE = "http_request_firewall_custom";
export const GENERAL = "efb7b8c949ac4650a09736fc376e9aee";
export const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
export const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
/** The time of all tests. */
export const NOW = new Date("2030-06-15T12:00:00Z");

/** Returns a resource of this package, as its properties are after the check. Undefined properties are absent. */
export function edge(kind: string, name: string, properties: Members, isProtected?: boolean): Reviewed {
  const resource = fromEdge({
    type: `${EDGE_TYPE}${kind}`,
    name,
    urn: `urn:pulumi:prod::shop::${kind}::${name}`,
    properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)),
    ...(isProtected !== undefined && { isProtected }),
  });
  if (resource === undefined) throw new Error(`No resource of this package is a ${kind}.`);
  return resource;
}

export function apiToken(properties: Members): Reviewed {
  return edge("ApiToken", "deploy", {
    name: "deploy-1f2e3d",
    policies: [allow({ [`com.cloudflare.api.account.zone.${ZONE}`]: "*" })],
    ...properties,
  });
}

/** Returns a policy of a token. */
export function allow(resources: unknown, permissionGroups: unknown = [{ name: "DNS Write" }]): Members {
  return { effect: "allow", resources, permissionGroups };
}

/** Returns a token of `@pulumi/cloudflare`, whose lists of networks have other names. */
export function cloudflareToken(properties: Members): Reviewed {
  const resource = fromCloudflare({
    type: "cloudflare:index/apiToken:ApiToken",
    name: "deploy",
    urn: "urn:pulumi:prod::shop::cloudflare:index/apiToken:ApiToken::deploy",
    properties: {
      name: "deploy",
      policies: [allow({ [`com.cloudflare.api.account.zone.${ZONE}`]: "*" })],
      ...properties,
    },
  });
  if (resource === undefined) throw new Error("Tokens of @pulumi/cloudflare are reviewed.");
  return resource;
}

/** Returns an entry point of a zone with rules as a program writes them: a list, or a value that is unknown. */
export function zoneRules(rules: unknown, properties: Members = {}, name = "waf"): Reviewed {
  return edge("ZoneEntrypointRuleset", name, {
    zoneId: ZONE,
    phase: CUSTOM_PHASE,
    rules,
    ...properties,
  });
}

/** Returns a rule that executes a managed ruleset, as a program writes it. */
export function executingRule(actionParameters: Members, change: Members = {}): Members {
  return { ref: "managed", action: "execute", actionParameters, expression: "true", ...change };
}

/** Returns an entry point of a zone with a rule that executes a managed ruleset. */
export function executingRules(
  actionParameters: Members,
  change: Members = {},
  properties: Members = {},
): Reviewed {
  return zoneRules([executingRule(actionParameters, change)], { phase: MANAGED_PHASE, ...properties });
}

/** Returns a deployment of the OWASP ruleset in a zone. */
export function owaspConfig(change: Members = {}): Reviewed {
  return edge("OwaspConfig", "owasp", { zoneId: ZONE, paranoiaLevel: 2, scoreThreshold: 40, ...change });
}

/** Returns a ruleset of `@pulumi/cloudflare` with rules in wire names. */
export function cloudflareRules(
  rules: readonly Members[],
  change: Partial<ReviewedRuleset> = {},
): ReviewedRuleset {
  return {
    ...foreign("cloudflare", "Ruleset", "waf"),
    kind: "ruleset",
    place: { level: "zone", id: ZONE },
    level: "zone",
    phase: CUSTOM_PHASE,
    ownership: "exclusive",
    takesOver: false,
    othersFollow: false,
    rules: rules.map((wire, index) => ({
      path: `rules[${index}]`,
      ref: typeof wire["ref"] === "string" ? wire["ref"] : undefined,
      wire: presentMembers(wire),
    })),
    isOrdered: true,
    hasUnknownRules: false,
    ...change,
  };
}

function foreign(origin: "cloudflare", kind: string, name: string) {
  return {
    origin,
    urn: `urn:pulumi:prod::shop::cloudflare:index:${kind}::${name}`,
    name,
    label: `cloudflare:${kind} ${JSON.stringify(name)}`,
    nameOf: camelName,
    isSecret: () => false,
  };
}

/** Returns the messages that a policy reports with a configuration. A finding that is not judged starts with `?`. */
export function judge<C>(
  policy: EdgePolicy<C>,
  resources: Reviewed | readonly Reviewed[],
  config: Members = {},
): string[] {
  const all = Array.isArray(resources) ? (resources as readonly Reviewed[]) : [resources as Reviewed];
  return configurable(policy)
    .judge(all, config, NOW)
    .filter(({ allowance }) => allowance === undefined)
    .map(({ message, isUnjudged }) => (isUnjudged === true ? `? ${message}` : message));
}

/** Returns the message about a value that is not known yet. */
export function notKnown(label: string, path: string): string {
  return `? ${label}: ${path} cannot be judged before the update, because its value, or a part of it, is not known yet.`;
}
