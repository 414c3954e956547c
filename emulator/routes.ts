import { filterRoutes } from "./filter-routes";
import type { Routes } from "./route";
import { entrypointRoutes } from "./rulesets/entrypoint-routes";
import { ruleRoutes } from "./rulesets/rule-routes";
import { rulesetRoutes } from "./rulesets/ruleset-routes";
import { tokenRoutes } from "./tokens/token-routes";
import { accountRoutes } from "./zones/account-routes";
import { zoneRoutes } from "./zones/zone-routes";

/** The route of every operation. The type makes a missing operation a compile error. */
export const routes: Routes = {
  ...tokenRoutes,
  ...rulesetRoutes,
  ...ruleRoutes,
  ...entrypointRoutes,
  ...filterRoutes,
  ...zoneRoutes,
  ...accountRoutes,
};
