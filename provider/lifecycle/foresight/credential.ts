import { inOrder, requirementsOf } from "../../api";
import type { Problem } from "../../api/problem";
import type { Token, TokenVerification, Zone } from "../../api/wire";
import {
  type EdgeClient,
  type EdgeError,
  isAuthenticationError,
  isPermissionError,
  isNotFound,
  type TokenOwner,
} from "../../client";
import { redacted } from "../../redaction";
import {
  accessGroups,
  accessObstacles,
  type DeployedResource,
  leastPrivilege,
  missingUses,
  parseResourceKey,
  publishedGroups,
  type Use,
  usesOf,
  worldOf,
} from "../../tokens";
import { connectionOf } from "../inputs";
import { PartialFailure, type Context } from "../lifecycle";
import { isFirstTime, onceARun, perClient } from "../per-client";
import { tell } from "../redaction";
import { attempt, findZone, foundIn } from "./live-reads";
import { joinAnd, joinFirst } from "../../words";

/** How many resources the text of a permission names. */
const LISTED = 2;
const PREFLIGHT = "`edge-platform preflight` lists what the whole stack needs.";

/** What a preview knows of the credential of a connection. */
interface CredentialView {
  /** Why every call fails. */
  readonly obstacle?: string;
  /** Whether the credential is a token that the API knows. */
  readonly isKnown?: boolean;
  /** The token of a user, if it may read itself. */
  readonly token?: Token;
  /** The owner and the id of a token of an account. It is read only for `readAccountToken`: it took two requests already. */
  readonly ofAccount?: { readonly owner: TokenOwner; readonly id: string };
}

/**
 * Returns what the preview of a resource reports of its credential, with at most two requests per connection and run; `usable` tells
 * whether further reads make sense. An obstacle is reported for one resource only.
 */
export async function foreseeCredential(
  context: Context,
  client: EdgeClient,
  resource: DeployedResource,
): Promise<{ readonly usable: boolean; readonly problems: Problem[] }> {
  const view = await credentialView(context, client);
  if (view.obstacle !== undefined) {
    const isFirst = isFirstTime(client, "obstacle");
    return { usable: false, problems: isFirst ? [{ path: "", message: view.obstacle }] : [] };
  }
  if (!view.token) return { usable: true, problems: [] };
  const uses = usesOf(resource);
  const [zoneId] = uses.flatMap(({ target }) => (target.type === "zone" ? [target.id] : []));
  const zone = zoneId === undefined ? undefined : await findZone(context, client, zoneId);
  const missing = lackingUses(view.token, uses, client.settings.vendor, zone);
  if (missing.length === 0) return { usable: true, problems: [] };
  if (readsAmong(missing).length > 0)
    return { usable: false, problems: [{ path: "", message: lackText(client, view.token, missing) }] };
  askNoDryRun(context, client, view.token, missing);
  return { usable: true, problems: [] };
}

/**
 * Whether the token of an account surely may not make the calls of a resource: then no dry run is asked for. Its policies are read only
 * for that, because the token was verified with two requests already.
 */
export async function isReadOnlyAccountToken(
  context: Context,
  client: EdgeClient,
  resource: DeployedResource,
): Promise<boolean> {
  const token = await readAccountToken(context, client);
  if (!token) return false;
  const uses = usesOf(resource);
  const [zoneId] = uses.flatMap(({ target }) => (target.type === "zone" ? [target.id] : []));
  const zone = zoneId === undefined ? undefined : await findZone(context, client, zoneId);
  const missing = lackingUses(token, uses, client.settings.vendor, zone);
  if (missing.length > 0) askNoDryRun(context, client, token, missing);
  return missing.length > 0;
}

function askNoDryRun(context: Context, client: EdgeClient, token: Token, missing: readonly Use[]): void {
  dryRuns(client).mayAsk = false;
  tellNeeds(
    context,
    client,
    missing,
    `${tokenText(client, token)} is enough for a preview, which does not ask the API whether it accepts the writes.`,
  );
}

/** Whether dry runs make sense: not if the credential may not write, or if the API gave no answer to one. */
export const dryRuns = perClient(() => ({ mayAsk: true }));

/** Whether the API knows the token of a connection, so that a refusal tells of a permission that it lacks. */
export async function isKnownToken(context: Context, client: EdgeClient): Promise<boolean> {
  return (await credentialView(context, client)).isKnown === true;
}

/** What a preview has told of the needs of an update, and why. */
const needs = perClient(() => ({ uses: [] as Use[], reasons: new Set<string>() }));

/** Tells what the update's credential needs beyond that of the preview, as far as the preview has come. */
export function tellNeeds(context: Context, client: EdgeClient, uses: readonly Use[], why: string): void {
  const told = needs(client);
  told.uses.push(...uses);
  told.reasons.add(why);
  const names = leastPrivilege(uses).map(({ group }) => group.name);
  const isRepeat = !isFirstTime(client, `needs ${names.join(", ")}`);
  const what = [...told.reasons].sort().join(" And ");
  context.log(
    redacted(
      `${what} The deployment's credential needs ${grantsText(told.uses, client.zones.nameOf)}; \`edge-platform preflight\` lists all that it needs.`,
    ),
    { sum: { name: `needs ${JSON.stringify(client.settings)}`, size: told.uses.length, isRepeat } },
  );
}

function credentialView(context: Context, client: EdgeClient): Promise<CredentialView> {
  return onceARun(client, "credential", () => readCredential(context, client));
}

/** Returns the token that a client authenticates with, if an account owns it and it may read itself. */
export async function readAccountToken(context: Context, client: EdgeClient): Promise<Token | undefined> {
  const { ofAccount } = await credentialView(context, client);
  if (!ofAccount) return undefined;
  const read = () => attempt(context, client, () => readToken(client, ofAccount.owner, ofAccount.id));
  return foundIn(await onceARun(client, "token of the account", read));
}

async function readCredential(context: Context, client: EdgeClient): Promise<CredentialView> {
  const { credential } = client.settings;
  // Email and key have all permissions of their user.
  if (credential?.kind !== "token") return {};
  const verified = await attempt(context, client, () => verifyOwnToken(client));
  if (!verified) return {};
  if ("refusal" in verified) {
    // The API answers 401 also for the token of an account that is not the default account. Other reads show whether it works.
    const isUnknown = isAuthenticationError(verified.refusal) && verified.refusal.status === 401;
    return isUnknown ? {} : { obstacle: tell(verified.refusal) };
  }
  const { verification, owner } = verified.found;
  // The status is the API's own judgement: the clock of this machine may be wrong.
  const obstacles = accessObstacles({ ...verification, condition: undefined }, {});
  if (obstacles.length > 0) {
    const cure = "Activate or extend the token, or use another one.";
    return {
      obstacle: `the credential from ${credential.source} cannot be used: ${obstacles.join("; ")}. ${cure}`,
    };
  }
  if (!("user" in owner)) return { isKnown: true, ofAccount: { owner, id: verification.id } };
  const read = await attempt(context, client, () => readToken(client, owner, verification.id));
  return { isKnown: true, ...(read && "found" in read && read.found && { token: read.found }) };
}

/** Returns the calls that the token surely may not make: none if its policies cannot be judged for certain. */
function lackingUses(
  token: Token,
  uses: readonly Use[],
  vendor: string,
  zone: Zone | undefined,
): readonly Use[] {
  const { policies } = token;
  const groups = accessGroups(publishedGroups(vendor), vendor);
  const named = policies.flatMap(({ resources }) => Object.keys(resources));
  const namesAccount = named
    .map((key) => parseResourceKey(key, vendor))
    .some((key) => key?.type === "account" && key.id !== "*");
  if (
    !knowsGrants(token, groups) ||
    (namesAccount && !zone && uses.some(({ target }) => target.type === "zone"))
  )
    return [];
  const world = worldOf(policies, { groups, vendor, accountOf: () => zone?.account.id });
  return missingUses(uses, policies, world);
}

/** Whether this package knows what each permission of a token grants. */
export function knowsGrants({ policies }: Token, groups: ReadonlyMap<string, unknown>): boolean {
  return policies.every(({ permission_groups: refs }) => refs.every(({ id }) => groups.has(id)));
}

function lackText(client: EdgeClient, token: Token, missing: readonly Use[]): string {
  const operations = [...new Set(missing.map(({ operation }) => operation))];
  return (
    `${tokenText(client, token)} lacks ${grantsText(missing)}, which this resource needs for ${operations.join(", ")}: add it to ` +
    `the token, or use another credential. ${PREFLIGHT} For a preview, ${grantsText(readsAmong(missing))} is enough.`
  );
}

/** Returns the calls that a preview makes, too. */
function readsAmong(uses: readonly Use[]): Use[] {
  return uses.filter(({ operation, target, phase }) =>
    requirementsOf(operation, target.type, phase).some(({ access }) => access === "read"),
  );
}

function tokenText({ settings }: EdgeClient, { name, id }: Token): string {
  return `the token ${JSON.stringify(name)} (${id}) from ${settings.credential?.source ?? ""}`;
}

/**
 * Returns the permissions that calls need, as `edge-platform preflight` lists them: `"Zone WAF Write" on zone.<id>`. Permissions on the
 * same zones are joined.
 *
 * @param nameOf returns the name of a zone, if it is known
 */
function grantsText(
  uses: readonly Use[],
  nameOf: (zoneId: string) => string | undefined = () => undefined,
): string {
  const keys = new Map<string, Set<string>>();
  for (const { group, key } of leastPrivilege(uses))
    keys.set(group.name, (keys.get(group.name) ?? new Set<string>()).add(key));
  const named = (key: string) => nameOf(key.replace(/^zone\./, "")) ?? key;
  const groups = new Map<string, string[]>();
  for (const [group, on] of keys) {
    const text = countedZones([...on].map(named));
    groups.set(text, [...(groups.get(text) ?? []), JSON.stringify(group)]);
  }
  const grants = [...groups].map(([on, names]) => `${names.sort().join(" and ")} on ${on}`);
  return grants.sort().join(", and ");
}

/** Names the first of many: `39 zones (a.example, b.example and 37 more)`. */
function countedZones(keys: readonly string[]): string {
  const sorted = inOrder(keys, (key) => [key]);
  return sorted.length > LISTED ? `${sorted.length} zones (${joinFirst(sorted, LISTED)})` : joinAnd(sorted);
}

/** Returns the text of a refusal in a preview, with the permissions that a token may lack. */
export function refusalText(client: EdgeClient, refusal: EdgeError, uses: readonly Use[]): string {
  const needs = needsText(client, refusal, uses);
  return needs === undefined
    ? tell(refusal)
    : `${tell(refusal)} ${needs} For a preview, ${grantsText(readsAmong(uses))} is enough.`;
}

/** Returns what to do about a failure for which the token of a resource may lack a permission. */
export function permissionAdvice(
  context: Context,
  resource: DeployedResource,
  failure: unknown,
): string | undefined {
  const error = failure instanceof PartialFailure ? failure.cause : failure;
  if (!isPermissionError(error)) return undefined;
  return needsText(context.client(connectionOf(resource.inputs)), error, usesOf(resource));
}

/** Returns undefined for email and key, which have all permissions of their user. */
function needsText({ settings }: EdgeClient, refusal: EdgeError, uses: readonly Use[]): string | undefined {
  if (!isPermissionError(refusal) || settings.credential?.kind !== "token" || uses.length === 0)
    return undefined;
  return `The token needs ${grantsText(uses)}: add it, or use another credential. ${PREFLIGHT}`;
}

/** Verifies the token of a client at the user's route, then at that of the default account: only one of them knows a token. */
export async function verifyOwnToken(
  client: EdgeClient,
): Promise<{ verification: TokenVerification; owner: TokenOwner }> {
  const user = { user: true } as const;
  try {
    return { verification: await client.tokens.verify(user), owner: user };
  } catch (error) {
    const { accountId } = client.settings;
    if (accountId === undefined || !isAuthenticationError(error)) throw error;
    const owner = { accountId };
    return { verification: await client.tokens.verify(owner), owner };
  }
}

/** Reads a token with its policies; returns undefined if the credential of the client may not. */
export async function readToken(
  client: EdgeClient,
  owner: TokenOwner,
  id: string,
): Promise<Token | undefined> {
  try {
    return await client.tokens.get(owner, id);
  } catch (error) {
    if (isPermissionError(error) || isNotFound(error)) return undefined;
    throw error;
  }
}
