import { isDeepStrictEqual } from "node:util";
import {
  containsUnknown,
  found,
  Id,
  isMembers,
  isUnknown,
  type Members,
  type Problem,
  type ResourceMap,
} from "../../api";
import { isPermissionError, type EdgeClient, type TokenOwner } from "../../client";
import { API_TOKEN, argumentsOf, describedOf } from "../../properties";
import { BEFORE_PREVIEW } from "../../properties/hidden";
import {
  checkRotation,
  checkToken,
  checkTokenMakingReason,
  checkWarnBefore,
  expandResources,
  publishedGroups,
  resolvePermissionGroups,
  sameToken,
  tokenMakingProblems,
  usesOf,
  usesOfLookups,
  type PolicyState,
  type TokenState,
} from "../../tokens";
import { redacted } from "../../redaction";
import { isKnownToken, tellNeeds } from "../foresight/credential";
import { readZones } from "../foresight/live-reads";
import {
  changedNames,
  checkArguments,
  checkConnection,
  connectionOf,
  isPreview,
  pick,
  text,
} from "../inputs";
import type { Checked, Context, Properties } from "../lifecycle";
import { onceARun } from "../per-client";

const ARGUMENTS = argumentsOf(API_TOKEN);
const FIELDS = describedOf(API_TOKEN);

/** The short key of the calling user; the API tells the id. */
const SELF = "user";
const USER_KEY = /^com\.[^.]+\.api\.user\.[0-9a-f]{32}$/;

/**
 * Checks the arguments, and returns them as the state stores them: resource keys with the vendor's segment, each permission
 * group with its id. Names are looked up only if a policy differs from the old ones. `foresee` gets new or changed arguments before
 * that, and reports what would make a lookup fail.
 */
export async function checkTokenInputs(
  context: Context,
  olds: Properties,
  news: Properties,
  foresee: (inputs: Properties) => Promise<Problem[]>,
): Promise<Checked> {
  const given = pick(news, ARGUMENTS);
  const connection = checkConnection(context, news);
  // The vendor's segment comes from the settings. Without them, all other problems are still reported.
  const usable = connection.length === 0 && !isUnknown(given["connection"]);
  const vendor = usable ? context.settings(connectionOf(given)).vendor : "cloudflare";
  const expanded: Properties = { ...given, policies: expandPolicies(given["policies"], vendor) };
  const kept = keptPolicies(expanded["policies"], olds["policies"]);
  const inputs = kept ? { ...expanded, policies: kept } : expanded;
  const changed = changedNames(olds, inputs, ARGUMENTS);
  const problems = [
    ...checkArguments(API_TOKEN, news),
    // Checks the policies as written, since expanding resource keys hides some conflicts. Kept policies name each group by both id
    // and name, where a program may set only one of them.
    ...checkToken(pick({ ...inputs, policies: kept?.map(byId) ?? given["policies"] }, FIELDS), {
      vendor,
      // An unchanged end may have passed since the program wrote it.
      now: changed.includes("expiresOn") ? context.now() : new Date(0),
    }),
    ...checkRotation(inputs["rotation"]),
    ...checkWarnBefore(inputs["warnBefore"]),
    ...checkAdopt(inputs["adopt"]),
    ...checkKeepValue(inputs),
    ...checkTokenMakingReason(inputs["allowTokenMaking"]),
    ...(changed.length > 0 ? connection : []),
  ];
  if (problems.length === 0 && changed.length > 0) problems.push(...(await foresee(inputs)));
  if (problems.length > 0 || !usable || containsUnknown([inputs["policies"], inputs["accountId"]]))
    return { inputs, problems };
  const resolved = kept
    ? { policies: kept, problems }
    : await lookUp(context, olds, { ...news, ...inputs }, vendor);
  const whole = { ...inputs, policies: resolved.policies };
  if (resolved.problems.length > 0) return { inputs: whole, problems: resolved.problems };
  const overruled = inputs["allowTokenMaking"] !== undefined;
  return { inputs: whole, problems: overruled ? [] : tokenMakingProblems(tokenArgs(whole)) };
}

export function tokenArgs(inputs: Properties): TokenState {
  // `check` has passed these inputs.
  return pick(inputs, FIELDS) as unknown as TokenState;
}

/** Returns the names of the fields whose meaning has changed. Where the API keeps a set, the order has no meaning. */
export function changedTokenFields(olds: Properties, news: Properties): string[] {
  const before = tokenArgs(olds);
  return changedNames(olds, news, FIELDS).filter((name) => {
    if (containsUnknown(news[name]) || news[name] === undefined || olds[name] === undefined) return true;
    return !sameToken({ ...before, [name]: news[name] }, before);
  });
}

export function ownerOf(inputs: Properties): TokenOwner {
  const accountId = text(inputs, "accountId");
  return accountId === undefined ? { user: true } : { accountId };
}

function expandPolicies(policies: unknown, vendor: string): unknown {
  if (!Array.isArray(policies)) return policies;
  return policies.map((policy: unknown) => {
    if (!isMembers(policy) || !("resources" in policy)) return policy;
    return { ...policy, resources: expandResources(policy["resources"], vendor) };
  });
}

/** Returns the old policies, with the ids that were looked up, if the program still writes the same. */
function keptPolicies(news: unknown, olds: unknown): PolicyState[] | undefined {
  if (!Array.isArray(news) || !Array.isArray(olds) || news.length !== olds.length) return undefined;
  const same = news.every((policy, index) => isDeepStrictEqual(lookedUp(policy, olds[index]), olds[index]));
  // `check` has passed the old inputs.
  return same ? (olds as PolicyState[]) : undefined;
}

/** Returns the policy with what was looked up for the old one, as far as both are written the same way. */
function lookedUp(policy: unknown, old: unknown): unknown {
  if (!isMembers(policy) || !isMembers(old)) return policy;
  const { permissionGroups: groups, resources } = policy;
  const before: unknown[] = Array.isArray(old["permissionGroups"]) ? old["permissionGroups"] : [];
  return {
    ...policy,
    resources:
      isMembers(resources) && isMembers(old["resources"]) ? ownKey(resources, old["resources"]) : resources,
    permissionGroups: Array.isArray(groups)
      ? groups.map((group: unknown, index) => lookedUpGroup(group, before[index]))
      : groups,
  };
}

function ownKey(resources: Members, old: Members): Members {
  const known = userKeyIn([{ resources: old }]);
  return known === undefined ? resources : renamedKey(resources, SELF, known);
}

function lookedUpGroup(group: unknown, old: unknown): unknown {
  if (!isMembers(group) || !isMembers(old)) return group;
  if (group["id"] === undefined && group["name"] === old["name"]) return { ...group, id: old["id"] };
  if (group["name"] === undefined && group["id"] === old["id"]) return { ...group, name: old["name"] };
  return group;
}

function byId(policy: PolicyState): PolicyState {
  const permissionGroups = policy.permissionGroups.map(({ id, name }) =>
    id ? { id } : { name: name ?? "" },
  );
  return { ...policy, permissionGroups };
}

function checkAdopt(adopt: unknown): Problem[] {
  if (adopt === undefined || isUnknown(adopt) || Id.safeParse(adopt).success) return [];
  const message = `must be the id of a token, 32 lower-case hexadecimal digits, found ${found(adopt)}`;
  return [{ path: "adopt", message }];
}

function checkKeepValue({ keepValue, adopt }: Properties): Problem[] {
  if (keepValue !== true || adopt !== undefined) return [];
  const message = "has a meaning only with adopt: set adopt to the id of the token, or leave keepValue out";
  return [{ path: "keepValue", message }];
}

async function lookUp(
  context: Context,
  olds: Properties,
  news: Properties,
  vendor: string,
): Promise<{ policies: PolicyState[]; problems: Problem[] }> {
  const client = context.client(connectionOf(news));
  const owner = ownerOf(news);
  const question = `permission groups ${JSON.stringify(owner)}`;
  const listed = await unlessForbidden(context, news, () =>
    onceARun(client, question, () => client.tokens.permissionGroups(owner)),
  );
  const { args, problems } = resolvePermissionGroups(
    tokenArgs(news),
    listed ?? publishedGroups(vendor),
    vendor,
  );
  const namesSelf = args.policies.some(({ resources }) => SELF in resources);
  const userId = namesSelf ? await unlessForbidden(context, news, () => ownUserId(client)) : undefined;
  const key = userId === undefined ? userKeyIn(olds["policies"]) : `com.${vendor}.api.user.${userId}`;
  const needed = [
    ...(listed ? [] : usesOf({ kind: "ApiToken", name: "", inputs: news, external: false })),
    ...(namesSelf && userId === undefined ? usesOfLookups(["getUser"], []) : []),
  ];
  if (needed.length > 0 && isPreview(news))
    tellNeeds(
      context,
      client,
      needed,
      listed
        ? "the preview does not know the user of the credential, which the API does not tell."
        : "the preview checks permission groups against the published list, since the credential may not read the API's.",
    );
  const policies = args.policies.map((policy) => ({
    ...policy,
    // The cast holds, since only a key changes.
    resources: renamedKey(policy.resources, SELF, key ?? SELF) as ResourceMap,
  }));
  if (listed || !isPreview(news)) return { policies, problems: listed ? problems : [] };
  // The API may have groups that are not published.
  for (const { path, message } of problems) context.log(redacted(`warning: ${path}: ${message}`));
  return { policies, problems: [] };
}

/** Returns undefined if the credential lacks a permission for a lookup of a preview: only an update needs that permission. */
async function unlessForbidden<T>(
  context: Context,
  news: Properties,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isPermissionError(error) || !(isPreview(news) || news[BEFORE_PREVIEW] === true)) throw error;
    const client = context.client(connectionOf(news));
    const accountId = text(news, "accountId");
    const isOwnerKnown =
      accountId === undefined ||
      (await readZones(context, client)).some(({ account }) => account.id === accountId);
    if (isOwnerKnown && (await isKnownToken(context, client))) return undefined;
    throw error;
  }
}

export function ownUserId(client: EdgeClient): Promise<string> {
  return onceARun(client, "user", async () => (await client.user.get()).id);
}

/** Returns the key of the user, which was looked up for the old policies. */
function userKeyIn(policies: unknown): string | undefined {
  const maps = Array.isArray(policies) ? policies.filter(isMembers) : [];
  return maps
    .flatMap(({ resources }) => (isMembers(resources) ? Object.keys(resources) : []))
    .find((key) => USER_KEY.test(key));
}

function renamedKey(map: Members, from: string, to: string): Members {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key === from ? to : key, value]));
}
