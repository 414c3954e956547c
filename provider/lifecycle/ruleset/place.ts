import { found, Id, isUnknown, type Problem } from "../../api";
import type { RulesetScope } from "../../client";
import { connectionOf } from "../inputs";
import type { Context, Properties } from "../lifecycle";

/** Whose rulesets they are: what tells those of a zone from those of an account. */
export interface RulesetPlace {
  readonly noun: "zone" | "account";
  readonly withArticle: string;
  /** The argument that names it. */
  readonly argument: "zoneId" | "accountId";
  /** Of its entry points. */
  readonly kind: "zone" | "root";
  readonly scopeOf: (id: string) => RulesetScope;
}

export const ZONE: RulesetPlace = {
  noun: "zone",
  withArticle: "a zone",
  argument: "zoneId",
  kind: "zone",
  scopeOf: (zoneId) => ({ zoneId }),
};

export const ACCOUNT: RulesetPlace = {
  noun: "account",
  withArticle: "an account",
  argument: "accountId",
  kind: "root",
  scopeOf: (accountId) => ({ accountId }),
};

/** The account that is left out is the configured one: it then stands in the state, so that another one is a change. */
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
  // Which account is the default one depends on the connection.
  if (id === undefined && argument === "accountId" && isUnknown(given["connection"])) return [];
  const fallback =
    id === undefined && argument === "accountId"
      ? "; without it there has to be a default account: set edge:accountId or EDGE_ACCOUNT_ID"
      : "";
  const message = `must be the id of ${withArticle}, 32 lower-case hexadecimal digits, found ${found(id)}${fallback}`;
  return [{ path: argument, message }];
}

/** What is wrong with the connection is said elsewhere. */
function defaultAccount(context: Context, given: Properties): string | undefined {
  try {
    return context.settings(connectionOf(given)).accountId;
  } catch {
    return undefined;
  }
}
