import { accountRoutes } from "./accounts";
import { entrypointRoutes } from "./entrypoints";
import { filterRoutes } from "./filters";
import type { Routes } from "./route";
import { ruleRoutes } from "./rules";
import { rulesetRoutes } from "./rulesets";
import { tokenRoutes } from "./tokens";
import { zoneRoutes } from "./zones";

/** Every operation of the API: one that is missing does not compile. */
export const routes: Routes = {
  ...tokenRoutes,
  ...rulesetRoutes,
  ...ruleRoutes,
  ...entrypointRoutes,
  ...filterRoutes,
  ...zoneRoutes,
  ...accountRoutes,
};
