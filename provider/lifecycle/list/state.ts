import type { AccountList } from "../../api";
import { itemKey, type LiveItem, type ListItemState, seenItems } from "../../lists";
import { codeOf, parseMarkedText, relationOf, type Mark } from "../../marks";
import { argumentsOf, LIST } from "../../properties";
import { HIDDEN, isHeld, isInterrupted, leftIdsOf, markOf } from "../evidence";
import type { Holdings } from "../hand-over";
import { pick, text } from "../inputs";
import { LifecycleError, type Context, type Properties } from "../lifecycle";
import { LEFT } from "../../properties/hidden";

export const ARGUMENTS = argumentsOf(LIST);

/** A list as it is live. */
export interface LiveList {
  readonly list: AccountList;
  readonly items: readonly LiveItem[];
}

/** Whether the resource owns the whole list. A resource that only reads a list, or imports it, sees all of it. */
export function ownershipOf(properties: Properties): "shared" | "exclusive" {
  const isRead = properties["kind"] === undefined;
  return properties["ownership"] === "exclusive" || isRead ? "exclusive" : "shared";
}

/** Whether an update switches a list from shared to exclusive. Unless the stack created the list, that needs `takeOver`. */
export function becomesExclusive(olds: Properties, news: Properties): boolean {
  return olds["name"] !== undefined && ownershipOf(olds) === "shared" && ownershipOf(news) === "exclusive";
}

/** Returns the items of inputs or outputs that `check` has passed. */
export function itemsOf({ items }: Properties): ListItemState[] {
  // Only `.get` makes a state without items.
  return Array.isArray(items) ? (items as ListItemState[]) : [];
}

/** Names an item of a list for `HandOver`, also before the item exists. */
export function itemObject(listId: string, key: string): string {
  return JSON.stringify([listId, key]);
}

/** Returns what a resource with these inputs manages: the list, and the items that it declares. */
export function holdingsOf(listId: string, inputs: Properties): Holdings {
  const items = itemsOf(inputs).map((item) => itemObject(listId, itemKey(item)));
  return { objects: [listId, ...items], declared: items };
}

/** Returns what tells the items of a resource from those of others. `olds`: its last outputs. The mark of an item decides, if it has one. */
export function ownsItem(
  context: Context,
  inputs: Properties,
  olds: Properties,
): (item: LiveItem) => boolean {
  const own = markOf(inputs);
  const ids = new Set([
    ...(Array.isArray(olds["itemIds"]) ? olds["itemIds"].map(String) : []),
    ...leftIdsOf(olds),
  ]);
  return ({ id, mark }) =>
    context.takeOver.has(id) || (mark === undefined ? ids.has(id) : isOfResource(context, mark, own));
}

/** Whether a mark is the one of a resource, or of an interrupted attempt of it. */
export function isOfResource(context: Context, mark: Mark, own: Mark | undefined): boolean {
  if (own === undefined) return false;
  return (
    codeOf(mark) === codeOf(own) || (relationOf(mark, own) === "attempt" && isInterrupted(context, mark))
  );
}

/**
 * Whether a resource takes over what has that mark: an interrupted attempt of it left it, or the stack's state has the mark. Then the
 * engine may be about to remove what had it, because a resource was renamed, or is replaced.
 */
export function isTaken(context: Context, mark: Mark, own: Mark | undefined): boolean {
  if (own === undefined || codeOf(mark) === codeOf(own) || relationOf(mark, own) === "foreign") return false;
  return isOfResource(context, mark, own) || isHeld(context, mark);
}

/** Returns what a person wrote as the description of a list, and the mark of who made it; `isLeft` as `parseMarkedText` has it. */
export function descriptionOf({ description }: AccountList): ReturnType<typeof parseMarkedText> {
  return parseMarkedText(description ?? "");
}

/** Returns the outputs after a read or a write. `created`: the list is removed with the resource. */
export function listOutputs(
  inputs: Properties,
  { list, items: live }: LiveList,
  {
    isOwn,
    created,
    left = [],
  }: {
    readonly isOwn: (item: LiveItem) => boolean;
    readonly created: boolean;
    /** Ids of items that stay for the resource that declares them now. Default: none. */
    readonly left?: readonly string[];
  },
): Properties {
  const ownership = ownershipOf(inputs);
  const shown = live.filter(({ id }) => !left.includes(id));
  const owned = shown.filter((item) => ownership === "exclusive" || isOwn(item));
  return {
    ...pick(inputs, [...ARGUMENTS, ...HIDDEN]),
    ...(left.length > 0 && { [LEFT]: left }),
    items: seenItems(itemsOf(inputs), { live: shown, ownership, isOwn }),
    listId: list.id,
    createdList: created,
    numItems: list.num_items,
    itemIds: owned.map(({ id }) => id).sort(),
    ...(list.modified_on !== undefined && { modifiedOn: list.modified_on }),
  };
}

export function idOf(inputs: Properties, { id }: AccountList): string {
  return `${text(inputs, "accountId") ?? ""}/${id}`;
}

export function parseListId(id: string): { readonly accountId: string; readonly listId: string } {
  const [accountId, listId, ...more] = id.split("/");
  if (accountId && listId && more.length === 0) return { accountId, listId };
  throw new LifecycleError(`${JSON.stringify(id)} is not the id of a List: write <account id>/<list id>.`);
}
