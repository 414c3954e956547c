import { containsUnknown, isMembers, isUnknown, type Problem } from "../../api";
import { isNotFound, isPermissionError, type EdgeClient } from "../../client";
import { redacted } from "../../redaction";
import {
  accessGroups,
  creatorDoubt,
  parseResourceKey,
  planDoubt,
  publishedGroups,
  usesOf,
  usesOfLookups,
} from "../../tokens";
import { adoptable, foreseeNames } from "../api-token/create";
import { ownerOf, ownUserId, tokenArgs } from "../api-token/inputs";
import { ownerTokens } from "../api-token/requests";
import { changedNames, connectionOf, isSecretInput, text } from "../inputs";
import { LifecycleError, type Checked, type Context, type Properties } from "../lifecycle";
import { foreseeCredential, knowsGrants, readAccountToken, refusalText } from "./credential";
import { clientOf } from "./foresee-place";
import { attempt, foundIn, readAccount, readZone, readZones } from "./live-reads";
import { judgeListed, placeText, type PolicyResource } from "./place-text";
import { planOf } from "./rule-limit";

/** Zones and accounts that the list of zones does not have, of which a preview of one token looks up at most so many. */
const MAX_LOOKUPS = 3;

/**
 * In a preview, reports a credential that will not work and an account that does not exist, before `check` looks up permissions:
 * that fails with the same credential.
 */
export async function foreseeTokenOwner(context: Context, news: Properties): Promise<Problem[]> {
  const client = [news["connection"], news["accountId"]].some(isUnknown)
    ? undefined
    : clientOf(context, news);
  if (!client) return [];
  const resource = { kind: "ApiToken", name: "", inputs: news, external: false };
  const { problems } = await foreseeCredential(context, client, resource);
  const id = text(news, "accountId");
  if (problems.length > 0 || id === undefined) return problems;
  const place = { type: "account", id } as const;
  const listed = judgeListed(place, await readZones(context, client));
  const message = listed ? listed.message : await lookUpPlace(context, client, place);
  return message === undefined ? [] : [{ path: "accountId", message }];
}

/** Runs `check`; the refusal of a lookup becomes a problem, of `accountId` if the token is an account's. */
export async function withRefusal(
  context: Context,
  news: Properties,
  check: () => Promise<Checked>,
): Promise<Checked> {
  try {
    return await check();
  } catch (error) {
    const ofAccount = news["accountId"] !== undefined;
    if (!isPermissionError(error) && !(isNotFound(error) && ofAccount)) throw error;
    const resource = { kind: "ApiToken", name: "", inputs: news, external: false };
    const uses = error.path === "/user" ? usesOfLookups(["getUser"], []) : usesOf(resource);
    const message = refusalText(context.client(connectionOf(news)), error, uses);
    return { inputs: news, problems: [{ path: ofAccount ? "accountId" : "", message }] };
  }
}

/** In a preview, reports a name that is taken, a token to adopt that is gone, and policies that name what does not exist. */
export async function foreseeToken(
  context: Context,
  olds: Properties,
  inputs: Properties,
): Promise<Problem[]> {
  const names = ["connection", "accountId", "name", "adopt"];
  const client = names.some((name) => isUnknown(inputs[name])) ? undefined : clientOf(context, inputs);
  if (!client) return [];
  const isChanged = changedNames(olds, inputs, ["policies"]).length > 0;
  const problems = [
    ...(olds["name"] === undefined ? await identityProblems(context, client, inputs) : []),
    ...(isChanged ? await policyProblems(context, client, inputs) : []),
  ];
  if (isChanged && problems.length === 0) await warnOfGrants(context, client, inputs);
  return problems;
}

async function identityProblems(
  context: Context,
  client: EdgeClient,
  inputs: Properties,
): Promise<Problem[]> {
  const tokens = ownerTokens(context, inputs, ownerOf(inputs));
  const adopt = text(inputs, "adopt");
  try {
    await attempt<unknown>(context, client, () =>
      adopt === undefined ? foreseeNames(tokens, inputs) : adoptable(tokens, adopt, inputs),
    );
    return [];
  } catch (error) {
    if (!(error instanceof LifecycleError)) throw error;
    return [{ path: adopt === undefined ? "name" : "", message: error.message }];
  }
}

async function policyProblems(context: Context, client: EdgeClient, inputs: Properties): Promise<Problem[]> {
  if (containsUnknown(inputs["policies"])) return [];
  const { vendor } = client.settings;
  const zones = await readZones(context, client);
  const problems: Problem[] = [];
  const lookedUp = new Set<string>();
  for (const [index, { resources }] of tokenArgs(inputs).policies.entries()) {
    for (const place of placesIn(resources, vendor, text(inputs, "accountId"))) {
      const listed = judgeListed(place, zones);
      if (listed === undefined) lookedUp.add(place.id);
      if (place.id === "*" || lookedUp.size > MAX_LOOKUPS) continue;
      const message = listed ? listed.message : await lookUpPlace(context, client, place);
      if (message !== undefined) problems.push({ path: `policies[${index}].resources`, message });
    }
  }
  return problems;
}

/** Warns of permissions that the plan of their zones lacks, or that the token of an account gives without having them. */
async function warnOfGrants(context: Context, client: EdgeClient, inputs: Properties): Promise<void> {
  if (containsUnknown(inputs["policies"]) || isSecretInput(inputs, "policies")) return;
  const { vendor } = client.settings;
  const accountId = text(inputs, "accountId");
  const zones = await readZones(context, client);
  const groups = accessGroups(publishedGroups(vendor), vendor);
  const token = accountId === undefined ? undefined : await readAccountToken(context, client);
  const creator = token && knowsGrants(token, groups) ? { ...token, groups, vendor } : undefined;
  for (const [index, { effect, resources, permissionGroups }] of tokenArgs(inputs).policies.entries()) {
    const places = placesIn(resources, vendor, accountId);
    const named = places.flatMap((place) =>
      zones.filter(({ id }) => place.type === "zone" && id === place.id),
    );
    // A policy that also names other resources, or zones that are not listed, is not judged.
    if (effect === "deny" || named.length < places.length) continue;
    const judged = named.map((zone) => ({
      id: zone.id,
      name: zone.name,
      accountId: zone.account.id,
      plan: planOf(zone),
    }));
    for (const group of permissionGroups) {
      const doubts = [planDoubt(group, judged), creator && creatorDoubt(group, judged, creator)];
      for (const doubt of doubts)
        if (doubt !== undefined)
          context.log(redacted(`warning: policies[${index}].permissionGroups: ${doubt}`));
    }
  }
}

function placesIn(resources: unknown, vendor: string, accountId: string | undefined): PolicyResource[] {
  if (!isMembers(resources)) return [];
  return Object.entries(resources).flatMap(([key, value]) => {
    const outer = parseResourceKey(key, vendor);
    if (!outer) return [];
    if (!isMembers(value)) return [{ ...outer, within: accountId }];
    const inner = Object.keys(value).flatMap((name) => parseResourceKey(name, vendor) ?? []);
    return [outer, ...inner.map((place) => ({ ...place, within: outer.id }))];
  });
}

/** Returns why an id names nothing that the API accepts; undefined if it does, or if the credential cannot find out. */
async function lookUpPlace(
  context: Context,
  client: EdgeClient,
  { type, id }: PolicyResource,
): Promise<string | undefined> {
  if (type === "user") {
    const own = foundIn(await attempt(context, client, () => ownUserId(client)));
    if (own === undefined || own === id) return undefined;
    return `names the user ${id}, and a token can name only the user of the credential, ${own}: write user()`;
  }
  const reading = await (type === "zone" ? readZone : readAccount)(context, client, id);
  const isGone = reading !== undefined && "refusal" in reading && isNotFound(reading.refusal);
  if (!isGone) return undefined;
  return placeText(type, id, await readZones(context, client), client.settings.credential?.source ?? "");
}
