import { accountRulesets } from "./account-rulesets";
import { accountTokens } from "./account-tokens";
import { entryPoints } from "./entry-points";
import { filters } from "./filters";
import { gateway } from "./gateway";
import { lists } from "./lists";
import { owasp } from "./owasp";
import { permissionGroups } from "./permission-groups";
import { rulePositions } from "./rule-positions";
import type { Scenario } from "./session";
import type { Target } from "./target";
import { userTokens } from "./user-tokens";
import { zoneRulesets } from "./zone-rulesets";
import { zones } from "./zones";

/** One for each group of operations that the target has. */
export function scenariosFor({ gatewayUrl }: Pick<Target, "gatewayUrl">): readonly Scenario[] {
  return [
    userTokens,
    accountTokens,
    permissionGroups,
    zoneRulesets,
    accountRulesets,
    entryPoints,
    rulePositions,
    owasp,
    filters,
    lists,
    zones,
    ...(gatewayUrl === undefined ? [] : [gateway]),
  ];
}
