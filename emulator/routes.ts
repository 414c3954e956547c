import type { OperationName } from "../provider/api";
import { filterRoutes } from "./filter-routes";
import type { Routes } from "./route";
import { entrypointRoutes } from "./rulesets/entrypoint-routes";
import { decodeRulePatch, ruleRoutes } from "./rulesets/rule-routes";
import { rulesetRoutes } from "./rulesets/ruleset-routes";
import { decodeTokenCreate, tokenRoutes } from "./tokens/token-routes";
import { accountRoutes } from "./zones/account-routes";
import { userRoutes } from "./zones/user-routes";
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
  ...userRoutes,
};

/** Replaces decoding by the operation's schema, for bodies with special errors. */
export const bodyDecoders: Readonly<Partial<Record<OperationName, (json: unknown) => unknown>>> = {
  createToken: decodeTokenCreate,
  patchRule: decodeRulePatch,
};
