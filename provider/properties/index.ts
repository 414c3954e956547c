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

/** The properties of each resource, by the name of its class. */
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
