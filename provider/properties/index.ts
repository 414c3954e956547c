import { API_TOKEN } from "./api-token";
import { GATEWAY_ENDPOINT } from "./gateway-endpoint";
import { OWASP_CONFIG } from "./owasp-config";
import type { PropertyTable } from "./property";
import { ACCOUNT_ENTRYPOINT_RULESET, RULESET, ZONE_ENTRYPOINT_RULESET } from "./ruleset";
import { VALIDATED_FILTER } from "./validated-filter";

export {
  ACCOUNT_ENTRYPOINT_RULESET,
  API_TOKEN,
  GATEWAY_ENDPOINT,
  OWASP_CONFIG,
  RULESET,
  VALIDATED_FILTER,
  ZONE_ENTRYPOINT_RULESET,
};
export {
  argumentsOf,
  comparedOf,
  describedOf,
  inputsOf,
  keptOutputsOf,
  outputsOf,
  secretOutputsOf,
  type PropertyTable,
} from "./property";

/**
 * The properties of each resource, by the name of its class. This table defines the kinds: a new entry is a compile error wherever the
 * kind must be handled.
 */
export const PROPERTIES = {
  AccountEntrypointRuleset: ACCOUNT_ENTRYPOINT_RULESET,
  ApiToken: API_TOKEN,
  GatewayEndpoint: GATEWAY_ENDPOINT,
  OwaspConfig: OWASP_CONFIG,
  Ruleset: RULESET,
  ValidatedFilter: VALIDATED_FILTER,
  ZoneEntrypointRuleset: ZONE_ENTRYPOINT_RULESET,
} as const satisfies Readonly<Record<string, PropertyTable>>;

/** The name of a resource class, which is the name in its type token and in every state. */
export type ResourceKind = keyof typeof PROPERTIES;

/** What each kind of resource has in some room. Without an entry for a kind, the table does not compile. */
export type ByKind<T> = Readonly<Record<ResourceKind, T>>;

/** Whether a text is the name of a class of this release: states contain names of earlier and later releases, too. */
export function isResourceKind(name: string | undefined): name is ResourceKind {
  return name !== undefined && Object.hasOwn(PROPERTIES, name);
}

/** Returns the entry of a kind that a state or a plan names; undefined if this release has no such kind. */
export function ofKind<T>(table: ByKind<T>, name: string | undefined): T | undefined {
  return isResourceKind(name) ? table[name] : undefined;
}
