import { containsUnknown, isUnknown, type AccountList, type Problem } from "../../api";
import { isNotFound, type EdgeClient } from "../../client";
import { itemKey, liveItems } from "../../lists";
import { relationOf } from "../../marks";
import { usesOf } from "../../tokens";
import { text } from "../inputs";
import type { Context, Properties } from "../lifecycle";
import { becomesExclusive, descriptionOf, isTaken, itemsOf, ownershipOf, ownsItem } from "../list/state";
import { conflictText, nameTaken, ownsList } from "../list/writes";
import { isHeldId, learnHeldIds, learnOwners, markOf } from "../evidence";
import { foreseeCredential, refusalText } from "./credential";
import { clientOf } from "./foresee-place";
import { attempt, foundIn, readLists } from "./live-reads";

/** In a preview, reports what the update of a list would find: no access, or a list of that name that it cannot use. */
export async function foreseeList(
  context: Context,
  olds: Properties,
  inputs: Properties,
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
  return [...problems, ...(await intruders(context, client, existing, { olds, inputs }))];
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
  const reading = await attempt(context, client, () =>
    client.lists.items(text(inputs, "accountId") ?? "", list.id),
  );
  const items = liveItems(foundIn(reading) ?? []);
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
