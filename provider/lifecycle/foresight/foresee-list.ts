import { containsUnknown, isUnknown, type AccountList, type Problem } from "../../api";
import { isNotFound, type EdgeClient } from "../../client";
import { itemKey, itemsPutBack, type LiveItem, liveItems, movedRedirects } from "../../lists";
import { relationOf } from "../../marks";
import { redacted } from "../../redaction";
import { putBackText } from "../../rulesets";
import { usesOf } from "../../tokens";
import { isSecretInput, text } from "../inputs";
import type { Context, Properties } from "../lifecycle";
import { becomesExclusive, descriptionOf, isTaken, itemsOf, ownershipOf, ownsItem } from "../list/state";
import { conflictText, nameTaken, ownsList } from "../list/writes";
import { isHeldId, learnHeldIds, learnOwners, markOf } from "../evidence";
import { foreseeCredential, refusalText } from "./credential";
import { clientOf } from "./foresee-place";
import { attempt, foundIn, readLists, type Reading } from "./live-reads";
import { counted, joinFirst } from "../../words";

/** Items that a line names at most. */
const NAMED = 20;

/**
 * In a preview, reports what the update of a list would find: no access, or a list of that name that it cannot use. What the resource has
 * written before decides what its update may remove. After an update that failed, only the outputs tell that: without them, the items
 * of its list are not judged.
 */
export async function foreseeList(
  context: Context,
  olds: Properties,
  inputs: Properties,
  { hasOutputs }: { readonly hasOutputs: boolean },
): Promise<Problem[]> {
  const address = [inputs["accountId"], inputs["connection"], inputs["name"], inputs["kind"]];
  const client = address.some(isUnknown) ? undefined : clientOf(context, inputs);
  if (!client) return [];
  const resource = { kind: "List", name: "", inputs, external: false };
  const { usable, problems } = await foreseeCredential(context, client, resource);
  if (!usable) return problems;
  const reading = await readLists(context, client, text(inputs, "accountId") ?? "");
  if (!reading) return problems;
  if ("refusal" in reading) {
    const { refusal } = reading;
    const what = isNotFound(refusal)
      ? "there is no such account, or the credential cannot see it"
      : "its lists cannot be read";
    return [{ path: "accountId", message: `${what} (${refusalText(client, refusal, usesOf(resource))})` }];
  }
  const isNew = olds["name"] !== inputs["name"] || olds["accountId"] !== inputs["accountId"];
  const existing = reading.found.find(({ name }) => name === inputs["name"]);
  if (!existing) return problems;
  const found = isNew || becomesExclusive(olds, inputs) ? await problemsOf(context, existing, inputs) : [];
  if (found.length > 0) return [...problems, ...found];
  if (!isNew && !hasOutputs) return problems;
  const more = await intruders(context, client, existing, { olds, inputs });
  if (!isNew && olds["kind"] === inputs["kind"] && more.length === 0)
    await tellPutBack(context, client, existing, { olds, inputs });
  return [...problems, ...more];
}

/** In a preview, says which redirects of a list go elsewhere after the update. */
export function tellMovedRedirects(context: Context, olds: Properties, inputs: Properties): void {
  const isHidden = [olds, inputs].some(
    (list) => isSecretInput(list, "items") || !Array.isArray(list["items"]) || containsUnknown(list["items"]),
  );
  if (isHidden || olds["kind"] !== inputs["kind"]) return;
  const moved = movedRedirects(itemsOf(olds), itemsOf(inputs));
  if (moved.length === 0) return;
  const targets = moved.map(({ source, was, now }) => `${source} to ${now} (was ${was})`);
  context.log(redacted(`list ${String(inputs["name"])} redirects elsewhere: ${joinFirst(targets, NAMED)}`));
}

/** Names what the update writes although the program does not change it, because somebody has changed the list. */
async function tellPutBack(
  context: Context,
  client: EdgeClient,
  list: AccountList,
  { olds, inputs }: { readonly olds: Properties; readonly inputs: Properties },
): Promise<void> {
  if (containsUnknown(inputs["items"])) return;
  const live = foundIn(await itemsIn(context, client, list, inputs));
  if (!live) return;
  const isExclusive = inputs["ownership"] === "exclusive";
  const isOwn = ownsItem(context, inputs, {});
  // Who writes over an item removes its mark.
  if (!isExclusive && live.some(({ mark }) => !mark)) await learnHeldIds(context);
  const back = itemsPutBack({
    before: itemsOf(olds),
    wanted: itemsOf(inputs),
    live,
    owns: (item) => isExclusive || isOwn(item) || (!item.mark && isHeldId(context, item.id)),
    removesOthers: isExclusive && inputs["takeOver"] === true,
  });
  if (back.length === 0) return;
  const isSecret = isSecretInput(olds, "items") || isSecretInput(inputs, "items");
  const rest = back.slice(NAMED);
  const shown = isSecret
    ? [{ ref: counted(back.length, "item"), changed: ["secret"] }]
    : [
        ...back.slice(0, NAMED).map(({ key, changed }) => ({ ref: key, changed: [changed] })),
        ...(rest.length > 0 ? [{ ref: counted(rest.length, "item"), changed: ["more"] }] : []),
      ];
  context.log(redacted(`list ${list.name}: ${putBackText(shown)}`));
}

/** Reads the items of a list. */
function itemsIn(
  context: Context,
  client: EdgeClient,
  { id }: AccountList,
  inputs: Properties,
): Promise<Reading<LiveItem[]>> {
  return attempt(context, client, async () =>
    liveItems(await client.lists.items(text(inputs, "accountId") ?? "", id)),
  );
}

/** Returns the items of others that an exclusive owner would remove, and no refresh has shown: those the old inputs do not have. */
async function intruders(
  context: Context,
  client: EdgeClient,
  list: AccountList,
  { olds, inputs }: { readonly olds: Properties; readonly inputs: Properties },
): Promise<Problem[]> {
  if (inputs["ownership"] !== "exclusive" || inputs["takeOver"] === true || containsUnknown(inputs["items"]))
    return [];
  const items = foundIn(await itemsIn(context, client, list, inputs)) ?? [];
  await learnOwners(
    context,
    markOf(inputs),
    items.flatMap(({ mark }) => mark ?? []),
  );
  const known = new Set([...itemsOf(olds), ...itemsOf(inputs)].map(itemKey));
  const isOwn = ownsItem(context, inputs, {});
  const surplus = items.filter((item) => !known.has(item.key) && !isOwn(item));
  // What the resource has that this one replaces, or that was renamed, goes with it.
  if (surplus.some(({ mark }) => !mark)) await learnHeldIds(context);
  const others = surplus.filter(({ id, mark }) =>
    mark ? !isTaken(context, mark, markOf(inputs)) : !isHeldId(context, id),
  );
  if (others.length === 0) return [];
  const message = conflictText(inputs, list, { items: others, why: "foreign" });
  return [{ path: "ownership", message }];
}

async function problemsOf(context: Context, existing: AccountList, inputs: Properties): Promise<Problem[]> {
  if (existing.kind !== inputs["kind"]) {
    const message = `the list ${JSON.stringify(existing.name)} (${existing.id}) exists and is of kind "${existing.kind}"; choose another name, or that kind`;
    return [{ path: "kind", message }];
  }
  const [own, { mark }] = [markOf(inputs), descriptionOf(existing)];
  // The update proves whether an earlier attempt of this resource made it.
  const isAttempt = own && mark && ["own", "attempt"].includes(relationOf(mark, own));
  const isWanted = ownershipOf(inputs) === "shared" || inputs["takeOver"] !== undefined;
  if (isAttempt || isWanted || (await ownsList({ context, inputs, made: false }, existing))) return [];
  return [{ path: "name", message: nameTaken(existing) }];
}
