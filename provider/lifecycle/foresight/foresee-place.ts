import { isUnknown, type Problem, type RulesetSummary, type Zone } from "../../api";
import {
  isAuthenticationError,
  isConfigurationError,
  isInvalidRequest,
  isNotFound,
  type EdgeClient,
  type EdgeError,
} from "../../client";
import { redacted } from "../../redaction";
import { usesOf, type DeployedResource } from "../../tokens";
import { presenceOf } from "../gone-place";
import { connectionOf, isPreview } from "../inputs";
import type { Context, Properties } from "../lifecycle";
import { isFirstTime } from "../per-client";
import { tell } from "../redaction";
import type { RulesetPlace } from "../ruleset/place";
import { foreseeCredential, refusalText } from "./credential";
import { attempt, findZone, foundIn, readRulesets, readZones } from "./live-reads";
import { accountsHint, accountsOf, placeText, zoneIdHint, type Named } from "./place-text";

/** What a preview found out about the place of a resource. */
export interface ForeseenRulesets {
  readonly problems: Problem[];
  /** The rulesets of the place; undefined if no more can be read. */
  readonly rulesets?: readonly RulesetSummary[];
  /** The zone, if the credential may read it. */
  readonly zone?: Zone | undefined;
}

/** Reports a credential that will not work, and an id that names no zone or account. */
export async function foreseePlace(
  context: Context,
  client: EdgeClient,
  { noun, argument, scopeOf }: Pick<RulesetPlace, "noun" | "argument" | "scopeOf">,
  resource: DeployedResource,
): Promise<ForeseenRulesets> {
  const id = String(resource.inputs[argument]);
  const { usable, problems } = await foreseeCredential(context, client, resource);
  if (!usable) return { problems };
  const rulesets = await readRulesets(context, client, scopeOf(id));
  if (!rulesets) return { problems };
  const zone = noun === "zone" ? await findZone(context, client, id) : undefined;
  if ("found" in rulesets) {
    if (zone) warnOfAccount(context, client, zone);
    return { problems, rulesets: rulesets.found, zone };
  }
  const { refusal } = rulesets;
  if (isOfRequest(refusal)) return { problems: [{ path: "", message: tell(refusal) }] };
  const zones = await readZones(context, client);
  const isKnown = zones.some((one) => (noun === "zone" ? one.id : one.account.id) === id);
  const refused = refusalText(client, refusal, usesOf(resource));
  // A permission that is missing for a place that exists.
  if (isKnown && !isNotFound(refusal)) return { problems: [{ path: argument, message: refused }] };
  const source = client.settings.credential?.source ?? "";
  const presence = isNotFound(refusal) && (await presenceOf(client, { noun, id }).catch(() => undefined));
  const text = placeText(noun, id, zones, source, presence === "gone");
  return { problems: [{ path: argument, message: `${text} (${refused})` }] };
}

/** Whether the refusal says nothing about the place. */
function isOfRequest(refusal: EdgeError): boolean {
  return isAuthenticationError(refusal) || isConfigurationError(refusal) || isInvalidRequest(refusal);
}

/** A default account and a zone of another account often mean that the credential, or the zone, is the wrong one. */
function warnOfAccount(context: Context, client: EdgeClient, { id, name, account }: Zone): void {
  const { accountId } = client.settings;
  if (accountId === undefined || accountId === account.id) return;
  // One warning is enough for all zones of an account.
  if (!isFirstTime(client, `account ${account.id}`)) return;
  context.log(
    redacted(
      `warning: zoneId: the zone ${name} (${id}) lies in the account ${account.id}, and the configured account is ${accountId}: ` +
        "correct zoneId, or edge:accountId (EDGE_ACCOUNT_ID), or use the connection of that account",
    ),
  );
}

/** In a preview, adds its id to the problem of a zone's name in place of an id. */
export async function withZoneId(
  context: Context,
  news: Properties,
  problems: readonly Problem[],
): Promise<Problem[]> {
  const { zoneId, connection } = news;
  const isName = typeof zoneId === "string" && zoneId.includes(".");
  if (!isPreview(news) || !isName || isUnknown(connection)) return [...problems];
  const client = clientOf(context, news);
  const zones = client ? await readZones(context, client) : [];
  return problems.map((problem) =>
    problem.path === "zoneId"
      ? { ...problem, message: problem.message + zoneIdHint(zoneId, zones) }
      : problem,
  );
}

/** In a preview, adds the accounts that the credential sees to the problem of an account that nobody has named: once a run. */
export async function withAccounts(
  context: Context,
  news: Properties,
  problems: readonly Problem[],
): Promise<Problem[]> {
  const isMissing = problems.some(({ path }) => path === "accountId") && (news["accountId"] ?? null) === null;
  const client = isMissing && isPreview(news) ? clientOf(context, news) : undefined;
  if (!client || !isFirstTime(client, "accounts")) return [...problems];
  const hint = accountsHint(await seenAccounts(context, client), client.settings.credential?.source ?? "");
  return problems.map((problem) =>
    problem.path === "accountId" ? { ...problem, message: problem.message + hint } : problem,
  );
}

/** A credential that may not list accounts can still read zones, which name theirs. */
async function seenAccounts(context: Context, client: EdgeClient): Promise<readonly Named[]> {
  const read = await attempt(context, client, () => client.accounts.list({}, 1));
  const accounts = foundIn(read) ?? [];
  return accounts.length > 0 ? accounts : accountsOf(await readZones(context, client));
}

/** Returns undefined for a connection that cannot be used, which `checkConnection` reports. */
export function clientOf(context: Context, inputs: Properties): EdgeClient | undefined {
  try {
    return context.settings(connectionOf(inputs)).credential && context.client(connectionOf(inputs));
  } catch (error) {
    if (isConfigurationError(error)) return undefined;
    throw error;
  }
}
