import { isDeepStrictEqual } from "node:util";
import type { PermissionGroup, ResourceMap } from "../api";
import { containsUnknown } from "../api/unknown";
import type { EdgeClient, TokenOwner } from "../client";
import {
  checkToken,
  expandResources,
  resolvePermissionGroups,
  tokenMakingProblems,
  type PolicyArgs,
  type TokenArgs,
} from "../tokens";
import { changedNames, checkConnection, COMMON, connectionOf, pick, text, unknownArguments } from "./inputs";
import type { Checked, Context, Properties } from "./lifecycle";

/** What of the arguments is the token itself. */
export const TOKEN_FIELDS = ["name", "accountId", "policies", "condition", "notBefore", "expiresOn", "status"] as const;
export const ARGUMENTS = [...TOKEN_FIELDS, "rotationTrigger", "adopt", ...COMMON] as const;

/** The short key of the calling user, whose id the API knows. */
const SELF = "user";

/**
 * The inputs as the state keeps them: resource keys with the vendor's segment, each permission group with its id. Names are
 * looked up only when a policy differs from the old ones.
 */
export async function checkTokenInputs(context: Context, olds: Properties, news: Properties): Promise<Checked> {
  const given = pick(news, ARGUMENTS);
  const connection = checkConnection(context, given);
  // Without settings there is no vendor's segment to expand with; everything else is still said.
  const vendor = connection.length === 0 ? context.settings(connectionOf(given)).vendor : "cloudflare";
  const expanded: Properties = { ...given, policies: expandPolicies(given["policies"], vendor) };
  const problems = [
    ...unknownArguments(news, ARGUMENTS),
    ...checkToken(pick(expanded, TOKEN_FIELDS), { vendor, now: context.now() }),
  ];
  const same = reuse(expanded["policies"], olds["policies"]);
  const inputs = same ? { ...expanded, policies: same } : expanded;
  if (changedNames(olds, inputs, ARGUMENTS).length > 0) problems.push(...connection);
  if (same || problems.length > 0 || containsUnknown(inputs["policies"])) return { inputs, problems };

  const client = context.client(connectionOf(inputs));
  const resolved = resolvePermissionGroups(tokenArgs(inputs), await listGroups(client, inputs), vendor);
  const policies = await fillSelf(client, resolved.args.policies, vendor);
  problems.push(...resolved.problems);
  if (problems.length === 0) problems.push(...tokenMakingProblems(resolved.args));
  return { inputs: { ...inputs, policies }, problems };
}

/** Inputs that `check` has passed, as the token they describe. */
export function tokenArgs(inputs: Properties): TokenArgs {
  return pick(inputs, TOKEN_FIELDS) as unknown as TokenArgs;
}

export function ownerOf(inputs: Properties): TokenOwner {
  const accountId = text(inputs, "accountId");
  return accountId === undefined ? { user: true } : { accountId };
}

function expandPolicies(policies: unknown, vendor: string): unknown {
  if (!Array.isArray(policies)) return policies;
  return policies.map((policy: unknown) => {
    if (typeof policy !== "object" || policy === null || !("resources" in policy)) return policy;
    return { ...policy, resources: expandResources(policy.resources, vendor) };
  });
}

/** The old policies, looked-up ids and all, when the program still writes what they were made of. */
function reuse(news: unknown, olds: unknown): unknown {
  if (!Array.isArray(news) || !Array.isArray(olds)) return undefined;
  return isDeepStrictEqual(asWritten(news, news), asWritten(olds, news)) ? olds : undefined;
}

function asWritten(policies: readonly unknown[], news: readonly unknown[]): unknown {
  const self = JSON.stringify(news).includes(`"${SELF}":`);
  const text = JSON.stringify(policies, (key, value: unknown) => {
    if (key !== "permissionGroups" || !Array.isArray(value)) return value;
    return value.map((group: unknown) =>
      typeof group === "object" && group !== null && "name" in group ? { ...group, id: undefined } : group,
    );
  });
  const parsed: unknown = JSON.parse(self ? text.replace(/"com\.[^"]*\.api\.user\.[0-9a-f]{32}":/g, `"${SELF}":`) : text);
  return parsed;
}

async function listGroups(client: EdgeClient, inputs: Properties): Promise<PermissionGroup[]> {
  const named = tokenArgs(inputs).policies.some((policy) => policy.permissionGroups.some((group) => group.name !== undefined));
  return named ? client.tokens.permissionGroups(ownerOf(inputs)) : [];
}

async function fillSelf(client: EdgeClient, policies: readonly PolicyArgs[], vendor: string): Promise<PolicyArgs[]> {
  if (!policies.some((policy) => SELF in policy.resources)) return [...policies];
  const { id } = await client.user.get();
  const fill = (resources: ResourceMap): ResourceMap =>
    Object.fromEntries(
      Object.entries(resources).map(([key, value]) => [key === SELF ? `com.${vendor}.api.user.${id}` : key, value]),
    );
  return policies.map((policy) => ({ ...policy, resources: fill(policy.resources) }));
}

