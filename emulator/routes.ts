import type { OperationName } from "../provider/api";
import { MAX_EXPRESSION_LENGTH, parseFilter, printDocumented } from "../provider/filter";
import type { OperationAnswer } from "./envelope";
import type { Platform } from "./platform";
import { failures } from "./failures";
import { listRoutes } from "./account-lists/list-routes";
import type { Routes } from "./route";
import { tellUnknownNames } from "./rules/tell-unknown-names";
import { entrypointRoutes, rulesetRoutes } from "./rulesets/ruleset-routes";
import { decodeRulePatch, ruleRoutes } from "./rulesets/rule-routes";
import { decodeTokenCreate, tokenRoutes } from "./tokens/token-routes";
import { accountRoutes, userRoutes } from "./zones/account-routes";
import { tagRoutes } from "./zones/tag-routes";
import { zoneRoutes } from "./zones/zone-routes";

/** Any valid credentials may validate expressions. */
const filterRoutes = {
  validateExpression: (platform, { body }) => validate(platform, body.expression),
  validateExpressionByQuery: (platform, { query }) => validate(platform, query.expression),
} satisfies Partial<Routes>;

function validate(platform: Platform, expression: string): OperationAnswer<unknown> {
  if (expression.trim() === "") throw failures.expression("Filter expression cannot be blank");
  if (expression.length > MAX_EXPRESSION_LENGTH && Array.from(expression).length > MAX_EXPRESSION_LENGTH) {
    throw failures.expression(`Filter expression is longer than ${MAX_EXPRESSION_LENGTH} characters`);
  }
  const parsed = parseFilter(expression, { language: platform.language });
  if (!parsed.valid) throw failures.expression(printDocumented(expression, parsed.diagnostics[0]));
  tellUnknownNames(platform, [{ expression }]);
  return { result: null };
}

/** The route of every operation. The type makes a missing operation a compile error. */
export const routes: Routes = {
  ...tokenRoutes,
  ...rulesetRoutes,
  ...ruleRoutes,
  ...entrypointRoutes,
  ...filterRoutes,
  ...listRoutes,
  ...zoneRoutes,
  ...tagRoutes,
  ...accountRoutes,
  ...userRoutes,
};

/** Replaces decoding by the operation's schema, for bodies with special errors. */
export const bodyDecoders: Readonly<Partial<Record<OperationName, (json: unknown) => unknown>>> = {
  createToken: decodeTokenCreate,
  patchRule: decodeRulePatch,
};
