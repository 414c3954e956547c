import {
  hasCode,
  isEdgeError,
  isInvalidRequest,
  isNotFound,
  isPermissionError,
  type EdgeClient,
  type EdgeError,
} from "../client";
import { ErrorCode } from "../api";
import { connectionOf } from "./inputs";
import { LifecycleError, type Context, type Lifecycle, type Properties } from "./lifecycle";
import { isFirstTime, onceARun } from "./per-client";
import { redacted } from "../redaction";
import { tell } from "./redaction";

/** A zone or an account. Where a rule is in it is a `Place`. */
export interface ZoneOrAccount {
  readonly noun: "zone" | "account";
  readonly id: string;
}

/** What the API tells of a place. `hidden`: it is gone, or the credential may not see it; the API answers both in the same way. */
type Presence = "here" | "gone" | "hidden";

/** Codes that mean, in an answer about a phase of a zone or account, that the zone or account itself is not known. */
const PLACE_CODES = [ErrorCode.invalidPlace, ErrorCode.noRoute, ErrorCode.couldNotRoute];

/** Whether an error says that the zone or account in the path is not known, and not what is in it. */
export function isOfPlace(error: EdgeError): boolean {
  return PLACE_CODES.some((code) => hasCode(error, code));
}

/**
 * Reads a zone or account itself after a request for something in it was refused. Only "not found" proves that the place is gone:
 * the API answers 403 for a place that the credential may not see.
 */
export function presenceOf(client: EdgeClient, place: ZoneOrAccount): Promise<Presence> {
  return onceARun(client, `presence ${JSON.stringify(place)}`, async () => {
    const { noun, id } = place;
    const itself = await answerOf(() => (noun === "zone" ? client.zones.get(id) : client.accounts.get(id)));
    if (itself !== "hidden") return itself;
    // The credential may lack only the permission to read the place. A place that exists always has a list of rulesets.
    const scope = noun === "zone" ? { zoneId: id } : { accountId: id };
    return answerOf(() => client.rulesets.list(scope));
  });
}

async function answerOf(read: () => Promise<unknown>): Promise<Presence> {
  try {
    await read();
    return "here";
  } catch (error) {
    if (isNotFound(error)) return "gone";
    if (isPermissionError(error) || isInvalidRequest(error)) return "hidden";
    throw error;
  }
}

export function goneText({ noun, id }: ZoneOrAccount): string {
  return `the ${noun} ${id} does not exist: it was deleted, or the id is wrong`;
}

/** Says what to do about a program that declares something in a place that is gone. */
export function afterGone({ noun }: ZoneOrAccount): string {
  return (
    `Correct the id, or remove what the program declares in it. \`pulumi refresh\` removes the resources of a deleted ${noun} from ` +
    "the state."
  );
}

/**
 * Adds to a lifecycle what it means that a zone or account was deleted: nothing is left to read or to remove there, and nothing can
 * be written.
 */
export function minding(lifecycle: Lifecycle): Lifecycle {
  return {
    ...lifecycle,
    // The update that follows says that the place is gone.
    diff: (context, id, olds, news) =>
      orGone(context, id.split("/"), news, changed, () => lifecycle.diff(context, id, olds, news)),
    create: (context, inputs) =>
      orGone(context, Object.values(inputs), inputs, refuseGone, () => lifecycle.create(context, inputs)),
    read: (context, id, outputs) =>
      orGone(context, id.split("/"), outputs, nothing, () => lifecycle.read(context, id, outputs)),
    update: (context, id, olds, news) =>
      orGone(context, id.split("/"), news, refuseGone, () => lifecycle.update(context, id, olds, news)),
    remove: (context, id, outputs) =>
      orGone(context, id.split("/"), outputs, nothing, () => lifecycle.remove(context, id, outputs)),
  };
}

const changed = () => ({ changes: true });
const nothing = () => undefined;

/** Runs `work`; if it fails because the place of the resource is gone, returns what `whenGone` returns. */
async function orGone<T>(
  context: Context,
  ids: readonly unknown[],
  properties: Properties,
  whenGone: (place: ZoneOrAccount) => T,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const place = isEdgeError(error) ? placeIn(error) : undefined;
    // An error about another place, such as one that resources share a read of, says nothing about this resource.
    if (!place || !ids.includes(place.id)) throw error;
    const presence = await presenceOf(context.client(connectionOf(properties)), place).catch(() => "here");
    if (presence === "gone") {
      warnOfGone(context, context.client(connectionOf(properties)), place);
      return whenGone(place);
    }
    if (presence === "hidden") throw new LifecycleError(`${tell(error)} ${hiddenText(place)}`);
    throw error;
  }
}

/** Returns the zone or account in the path of a refused request, if the refusal can mean that the place is gone. */
function placeIn(error: EdgeError): ZoneOrAccount | undefined {
  if (!isNotFound(error) && !isPermissionError(error) && !(isInvalidRequest(error) && isOfPlace(error)))
    return undefined;
  const [, root, id] = /^\/(zones|accounts)\/([0-9a-f]{32})(?:\/|$)/.exec(error.path ?? "") ?? [];
  return id === undefined ? undefined : { noun: root === "zones" ? "zone" : "account", id };
}

/** Warns once a run, so that a wrong address or credential is not taken for a deletion. */
function warnOfGone(context: Context, client: EdgeClient, place: ZoneOrAccount): void {
  const { baseUrl = "", credential } = client.settings;
  if (!isFirstTime(client, `gone ${JSON.stringify(place)}`)) return;
  const source = credential?.source ?? "nowhere";
  context.log(
    redacted(`warning: ${goneText(place)} (not found at ${baseUrl} with the credential from ${source})`),
  );
}

function refuseGone(place: ZoneOrAccount): never {
  throw new LifecycleError(`${place.noun}Id: ${goneText(place)}. ${afterGone(place)}`);
}

function hiddenText({ noun, id }: ZoneOrAccount): string {
  return (
    `This credential cannot tell whether the ${noun} ${id} was deleted, so the state is kept. If the ${noun} exists, give the ` +
    `credential access to it. If it was deleted, try again with a credential that may read every ${noun}, or type ` +
    `\`pulumi state delete <URN>\` for each resource in it (\`pulumi stack --show-urns\` lists them).`
  );
}
