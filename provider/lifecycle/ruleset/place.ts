import { found, Id, isUnknown, type Phase, type Problem } from "../../api";
import type { EdgeClient, RulesetScope } from "../../client";
import {
  ACCOUNT_ENTRYPOINT_RULESET,
  RULESET,
  ZONE_CUSTOM_RULESET,
  ZONE_ENTRYPOINT_RULESET,
  type PropertyTable,
} from "../../properties";
import { ZONE_CUSTOM_PHASE, type RULESET_KINDS } from "../../rulesets/rules/ownership";
import { checkPhase } from "../../rulebook/shape/check-program-rules";
import { connectionOf, requiredText, text } from "../inputs";
import type { Context, Properties } from "../lifecycle";

/** How the resources of a zone differ from those of an account. Where a rule is in one of them is a `Place`. */
interface RulesetOwner {
  readonly noun: "zone" | "account";
  readonly withArticle: string;
  readonly argument: "zoneId" | "accountId";
  readonly scopeOf: (id: string) => RulesetScope;
}

/** How the resources that write rules differ from each other. */
export interface RulesetPlace extends RulesetOwner {
  readonly resource: keyof typeof RULESET_KINDS;
  readonly kind: "zone" | "root" | "custom";
  readonly properties: PropertyTable;
  /** The only phase, which the program need not name. Default: the program names one of several. */
  readonly phase?: Phase;
}

const OF_ZONE: RulesetOwner = {
  noun: "zone",
  withArticle: "a zone",
  argument: "zoneId",
  scopeOf: (zoneId) => ({ zoneId }),
};

const OF_ACCOUNT: RulesetOwner = {
  noun: "account",
  withArticle: "an account",
  argument: "accountId",
  scopeOf: (accountId) => ({ accountId }),
};

export const ZONE: RulesetPlace = {
  ...OF_ZONE,
  resource: "ZoneEntrypointRuleset",
  kind: "zone",
  properties: ZONE_ENTRYPOINT_RULESET,
};

export const ACCOUNT: RulesetPlace = {
  ...OF_ACCOUNT,
  resource: "AccountEntrypointRuleset",
  kind: "root",
  properties: ACCOUNT_ENTRYPOINT_RULESET,
};

export const CUSTOM_OF_ACCOUNT: RulesetPlace = {
  ...OF_ACCOUNT,
  resource: "Ruleset",
  kind: "custom",
  properties: RULESET,
};

export const CUSTOM_OF_ZONE: RulesetPlace = {
  ...OF_ZONE,
  resource: "ZoneCustomRuleset",
  kind: "custom",
  properties: ZONE_CUSTOM_RULESET,
  phase: ZONE_CUSTOM_PHASE,
};

/** Returns the zone or account that owns the custom ruleset of checked inputs. */
export function ownerScope(inputs: Properties): RulesetScope {
  const zoneId = text(inputs, "zoneId");
  return zoneId === undefined ? { accountId: requiredText(inputs, "accountId") } : { zoneId };
}

/** Names the owner of a ruleset: a zone by its name if this run, or the program, has read the zone. */
export function ownerName(client: EdgeClient, scope: RulesetScope): string {
  if ("accountId" in scope) return `account ${scope.accountId}`;
  return `zone ${client.zones.nameOf(scope.zoneId) ?? scope.zoneId}`;
}

/** Adds the phase if the resource has only one. The state stores it. */
export function withOnlyPhase({ phase }: RulesetPlace, given: Properties): Properties {
  return phase === undefined || given["phase"] !== undefined ? given : { ...given, phase };
}

/** Reports a phase that the API does not have, or another one than the only phase of a resource. */
export function checkPhaseOf({ phase, withArticle }: RulesetPlace, wanted: unknown): Problem[] {
  if (phase === undefined) return checkPhase(wanted);
  if (wanted === phase || isUnknown(wanted)) return [];
  const message =
    `must be ${JSON.stringify(phase)}, the only phase with custom rulesets of ${withArticle}, found ${found(wanted)}: leave phase ` +
    "out, or write the rules of another phase in a ZoneEntrypointRuleset";
  return [{ path: "phase", message }];
}

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
