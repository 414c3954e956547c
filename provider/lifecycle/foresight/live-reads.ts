import type { Account, AccountList, Phase, Ruleset, RulesetSummary, Zone } from "../../api";
import {
  isAuthenticationError,
  isConfigurationError,
  isEdgeError,
  isInvalidRequest,
  isNotFound,
  isPermissionError,
  type EdgeClient,
  type EdgeError,
  type RulesetScope,
} from "../../client";
import { redacted } from "../../redaction";
import type { Context } from "../lifecycle";
import { isFirstTime, onceARun } from "../per-client";
import { tell } from "../redaction";
import { findEntrypoint } from "../ruleset/find-entrypoint";

/** The answer to a read: what was found, or the refusal of the API. Undefined if the API did not answer, or was not asked. */
export type Reading<T> = { readonly found: T } | { readonly refusal: EdgeError } | undefined;

/** Pages of the list of zones that a preview reads. */
const MAX_ZONE_PAGES = 4;
const ZONES_A_PAGE = 50;

/** Connections whose API does not answer: it is not asked again in this run. */
const silent = new WeakSet<EdgeClient>();

/**
 * Reads for a preview. A failure other than a refusal says nothing about the program: the first of a connection is a warning, and
 * nothing is read any more.
 */
export async function attempt<T>(
  context: Context,
  client: EdgeClient,
  read: () => Promise<T>,
): Promise<Reading<T>> {
  if (silent.has(client)) return undefined;
  try {
    return { found: await read() };
  } catch (error) {
    if (!isEdgeError(error)) throw error;
    if (isRefusal(error)) return { refusal: error };
    silent.add(client);
    tellSilence(context, client, error, "what is live");
    return undefined;
  }
}

/** Says once a run that the API does not answer, and what the preview lacks. */
export function tellSilence(context: Context, client: EdgeClient, error: EdgeError, what: string): void {
  const sum = { name: "silence", size: 1 };
  if (isFirstTime(client, "silence"))
    context.log(redacted(`warning: the preview goes on without ${what}: ${tell(error)}`), { sum });
}

function isRefusal(error: unknown): error is EdgeError {
  return [isAuthenticationError, isPermissionError, isNotFound, isInvalidRequest, isConfigurationError].some(
    (is) => is(error),
  );
}

export function foundIn<T>(reading: Reading<T>): T | undefined {
  return reading && "found" in reading ? reading.found : undefined;
}

/** Lists the zones that the credential may read: the first 200. */
export async function readZones(context: Context, client: EdgeClient): Promise<readonly Zone[]> {
  const read = () => attempt(context, client, () => client.zones.list({}, MAX_ZONE_PAGES));
  return foundIn(await onceARun(client, "zones", read)) ?? [];
}

/** Returns how a log line calls a zone: by its name if this run, or the program, has read the zone, otherwise by its id. */
export function zoneLabel(client: EdgeClient, id: string): string {
  return client.zones.nameOf(id) ?? id;
}

/** Returns a zone from the list, or reads it alone if the list is longer than what is read of it. */
export async function findZone(context: Context, client: EdgeClient, id: string): Promise<Zone | undefined> {
  const zones = await readZones(context, client);
  const listed = zones.find((zone) => zone.id === id);
  if (listed || zones.length < MAX_ZONE_PAGES * ZONES_A_PAGE) return listed;
  return foundIn(await readZone(context, client, id));
}

export function readZone(context: Context, client: EdgeClient, id: string): Promise<Reading<Zone>> {
  return onceARun(client, `zone ${id}`, () => attempt(context, client, () => client.zones.get(id)));
}

export function readAccount(context: Context, client: EdgeClient, id: string): Promise<Reading<Account>> {
  return onceARun(client, `account ${id}`, () => attempt(context, client, () => client.accounts.get(id)));
}

export function readLists(
  context: Context,
  client: EdgeClient,
  accountId: string,
): Promise<Reading<readonly AccountList[]>> {
  const read = () => attempt(context, client, () => client.lists.list(accountId));
  return onceARun(client, `lists ${accountId}`, read);
}

export function readRulesets(
  context: Context,
  client: EdgeClient,
  scope: RulesetScope,
): Promise<Reading<readonly RulesetSummary[]>> {
  const read = () => attempt(context, client, () => client.rulesets.list(scope));
  return onceARun(client, `rulesets ${JSON.stringify(scope)}`, read);
}

/** Reads the entry point of a phase; nothing was `found` if the phase has none. Sends no request if the list has no entry point. */
export async function readEntrypoint(
  context: Context,
  client: EdgeClient,
  { scope, phase }: { readonly scope: RulesetScope; readonly phase: Phase },
): Promise<Reading<Ruleset | undefined>> {
  const list = await readRulesets(context, client, scope);
  if (!list || "refusal" in list) return list;
  const kind = "zoneId" in scope ? "zone" : "root";
  if (!list.found.some((one) => one.kind === kind && one.phase === phase)) return { found: undefined };
  const read = () => attempt(context, client, () => findEntrypoint({ client, scope, phase }));
  return onceARun(client, `entry point ${JSON.stringify([scope, phase])}`, read);
}
