import { found, Id, isUnknown, type Problem } from "../../api";
import type { RulesetScope } from "../../client";
import { ACCOUNT_ENTRYPOINT_RULESET, ZONE_ENTRYPOINT_RULESET, type PropertyTable } from "../../properties";
import { connectionOf } from "../inputs";
import type { Context, Properties } from "../lifecycle";

/** How the resources of a zone differ from those of an account. Where a rule is in one of them is a `Place`. */
export interface RulesetPlace {
  readonly noun: "zone" | "account";
  readonly withArticle: string;
  readonly resource: "ZoneEntrypointRuleset" | "AccountEntrypointRuleset";
  readonly argument: "zoneId" | "accountId";
  readonly kind: "zone" | "root";
  readonly properties: PropertyTable;
  readonly scopeOf: (id: string) => RulesetScope;
}

export const ZONE: RulesetPlace = {
  noun: "zone",
  withArticle: "a zone",
  resource: "ZoneEntrypointRuleset",
  argument: "zoneId",
  kind: "zone",
  properties: ZONE_ENTRYPOINT_RULESET,
  scopeOf: (zoneId) => ({ zoneId }),
};

export const ACCOUNT: RulesetPlace = {
  noun: "account",
  withArticle: "an account",
  resource: "AccountEntrypointRuleset",
  argument: "accountId",
  kind: "root",
  properties: ACCOUNT_ENTRYPOINT_RULESET,
  scopeOf: (accountId) => ({ accountId }),
};

/** Adds the configured account if the program names none. The state stores it, so that another default is a change. */
export function withDefaultAccount(
  context: Context,
  { argument }: RulesetPlace,
  given: Properties,
): Properties {
  if (argument !== "accountId" || given[argument] !== undefined || isUnknown(given["connection"]))
    return given;
  const accountId = defaultAccount(context, given);
  return accountId === undefined ? given : { accountId, ...given };
}

export function checkPlace({ argument, withArticle }: RulesetPlace, given: Properties): Problem[] {
  const id = given[argument];
  if (isUnknown(id) || Id.safeParse(id).success) return [];
  // The default account depends on the connection.
  if (id === undefined && argument === "accountId" && isUnknown(given["connection"])) return [];
  const fallback =
    id === undefined && argument === "accountId" ? "; set it, or set edge:accountId or EDGE_ACCOUNT_ID" : "";
  const message = `must be the id of ${withArticle}, 32 lower-case hexadecimal digits, found ${found(id)}${fallback}`;
  return [{ path: argument, message }];
}

/** Ignores errors: `checkConnection` reports them. */
function defaultAccount(context: Context, given: Properties): string | undefined {
  try {
    return context.settings(connectionOf(given)).accountId;
  } catch {
    return undefined;
  }
}
