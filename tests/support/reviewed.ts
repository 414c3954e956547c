import { reviewedOf } from "../../review/documents/engine-steps";
import type { Reviewed } from "../../review/model/reviewed";
import { rulesToMap, type RuleState } from "../../provider/rulesets";

export const ZONE_ID = "8792051aba8a6d2f17833905d155bcad";

/** Returns a resource of this package for review, with these inputs; with an id, it exists. */
export function edgeResource<Kind extends Reviewed["kind"]>(
  kind: Kind,
  type: string,
  name: string,
  properties: object,
  id?: string,
): Extract<Reviewed, { kind: Kind }> {
  const full = `pulumi-nodejs:dynamic/edge:${type}`;
  const urn = `urn:pulumi:dev::shop::${full}::${name}`;
  const resource = reviewedOf({ type: full, name, urn, id, properties: { ...properties } });
  if (resource?.kind !== kind) throw new Error(`${type} is no ${kind}`);
  // The kind identifies the member of the union.
  return resource as Extract<Reviewed, { kind: Kind }>;
}

/** Returns an entry point of a zone with these rules. */
export function entrypoint(rules: readonly RuleState[], more: object = {}) {
  const inputs = {
    zoneId: ZONE_ID,
    phase: "http_request_firewall_custom",
    rules: rulesToMap(rules),
    ...more,
  };
  return edgeResource("ruleset", "ZoneEntrypointRuleset", "custom", inputs);
}

/** Returns a token with these inputs. */
export function token(properties: object) {
  return edgeResource("token", "ApiToken", "ci", { name: "ci", ...properties });
}

/** Returns an OWASP deployment with these inputs. */
export function owasp(properties: object) {
  return edgeResource("owasp", "OwaspConfig", "owasp", { zoneId: ZONE_ID, ...properties });
}
