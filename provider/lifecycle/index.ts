import { apiToken } from "./api-token/api-token";
import { gatewayEndpoint } from "./gateway-endpoint";
import { minding } from "./gone-place";
import { list } from "./list/list";
import type { Lifecycle } from "./lifecycle";
import type { ByKind } from "../properties";
import { owaspConfig } from "./owasp-config/owasp-config";
import { ruleset, zoneCustomRuleset } from "./ruleset/ruleset";
import { validatedFilter } from "./validated-filter";
import { accountEntrypointRuleset, zoneEntrypointRuleset } from "./ruleset/entrypoint-ruleset";

export { noteStack } from "./evidence";
export { permissionAdvice } from "./foresight/credential";
export { languageOf } from "./language";
export { LifecycleError, PartialFailure } from "./lifecycle";
export type { Checked, Context, Difference, Foreseen, Lifecycle, Live, Properties } from "./lifecycle";
export { reasons, redaction } from "./redaction";
export { newRun, type Run } from "./run";

/** The lifecycles by class name, which is the name in the type token and in every state. */
export const lifecycles: ByKind<Lifecycle> = {
  AccountEntrypointRuleset: minding(accountEntrypointRuleset),
  ApiToken: minding(apiToken),
  GatewayEndpoint: gatewayEndpoint,
  List: minding(list),
  OwaspConfig: minding(owaspConfig),
  Ruleset: minding(ruleset),
  ValidatedFilter: validatedFilter,
  ZoneCustomRuleset: minding(zoneCustomRuleset),
  ZoneEntrypointRuleset: minding(zoneEntrypointRuleset),
};
