import type { AccountList, ListItem } from "../../provider/api";
import type { EdgeClient } from "../../provider/client";
import { itemFromWire, itemKey } from "../../provider/lists";
import { codeOf, parseMarkedText, unownedText, type Mark } from "../../provider/marks";

/** A list of an account with the mark of its maker in its description. */
export interface MarkedList {
  readonly kind: "list";
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly createdOn: string | undefined;
  readonly items: number;
  /** The number of items without the mark of the list: they belong to others. */
  readonly others: number;
  /** Whether a rule names the list. */
  readonly named: boolean;
  readonly mark: Mark;
}

/** An item of a list with the mark of its owner in its comment. */
export interface MarkedItem {
  readonly kind: "item";
  readonly accountId: string;
  readonly list: { readonly id: string; readonly name: string };
  readonly id: string;
  /** The address, host name, AS number or source of a redirect. Secret if `isSecret`. */
  readonly key: string;
  readonly isSecret: boolean;
  /** The comment with the mark. */
  readonly comment: string;
  readonly createdOn: string | undefined;
  /** Whether a rule names the list. */
  readonly named: boolean;
  readonly mark: Mark;
}

/** The objects of a list: itself and its items, as far as they have marks. */
interface ListObjects {
  /** All ids that the API returned. */
  readonly ids: readonly string[];
  readonly marked: readonly (MarkedList | MarkedItem)[];
}

/** Reads the lists of an account and their items: one request, and those for each list that has items. */
export async function readMarkedLists(
  client: EdgeClient,
  accountId: string,
  hasSecretItems: (listId: string, mark: Mark) => boolean,
): Promise<ListObjects[]> {
  const lists = await client.lists.list(accountId);
  return Promise.all(
    lists.map(async (list) => {
      const items = await itemsOf(client, accountId, list);
      return {
        ids: [list.id, ...items.map(({ id }) => id)],
        marked: [
          ...markedList(accountId, list, items),
          ...items.flatMap((item) => markedItem(accountId, list, item, hasSecretItems)),
        ],
      };
    }),
  );
}

function itemsOf(client: EdgeClient, accountId: string, { id, num_items }: AccountList): Promise<ListItem[]> {
  return num_items === 0 ? Promise.resolve([]) : client.lists.items(accountId, id);
}

function markedList(accountId: string, list: AccountList, items: readonly ListItem[]): MarkedList[] {
  const { mark } = parseMarkedText(list.description ?? "");
  if (!mark) return [];
  const { id, name, created_on: createdOn } = list;
  const others = items.filter((item) => !hasMark(item, mark)).length;
  return [
    { kind: "list", accountId, id, name, createdOn, items: items.length, others, named: isNamed(list), mark },
  ];
}

function markedItem(
  accountId: string,
  list: AccountList,
  item: ListItem,
  hasSecretItems: (listId: string, mark: Mark) => boolean,
): MarkedItem[] {
  const comment = item.comment ?? "";
  const { mark } = parseMarkedText(comment);
  if (!mark) return [];
  return [
    {
      kind: "item",
      accountId,
      list: { id: list.id, name: list.name },
      id: item.id,
      mark,
      isSecret: hasSecretItems(list.id, mark),
      key: itemKey(itemFromWire(item)),
      comment,
      createdOn: item.created_on,
      named: isNamed(list),
    },
  ];
}

function isNamed({ num_referencing_filters: filters = 0 }: AccountList): boolean {
  return filters > 0;
}

function hasMark({ comment }: ListItem, mark: Mark): boolean {
  const found = parseMarkedText(comment ?? "").mark;
  return found !== undefined && codeOf(found) === codeOf(mark);
}

/** Leaves out the items of lists that are removed with all of their items. */
export function withoutItemsOfLists<T extends { readonly kind: string }>(
  objects: readonly (T | MarkedList | MarkedItem)[],
): (T | MarkedList | MarkedItem)[] {
  const whole = new Set(objects.flatMap((one) => (isList(one) && one.others === 0 ? [one.id] : [])));
  return objects.filter((one) => !isItem(one) || !whole.has(one.list.id));
}

function isList(object: { readonly kind: string }): object is MarkedList {
  return object.kind === "list";
}

function isItem(object: { readonly kind: string }): object is MarkedItem {
  return object.kind === "item";
}

/**
 * Removes a list if it is as it was listed. A list with items of others stays, and has no owner from then on: the last resource that has
 * items in it removes it.
 */
export async function removeMarkedList(
  client: EdgeClient,
  { accountId, id, name, others, mark }: MarkedList,
): Promise<"removed" | "released" | "changed"> {
  const list = await client.lists.get(accountId, id);
  const { text, mark: now } = parseMarkedText(list.description ?? "");
  if (!now || codeOf(now) !== codeOf(mark) || list.name !== name) return "changed";
  const items = await itemsOf(client, accountId, list);
  const foreign = items.filter((item) => !hasMark(item, mark)).length;
  if (foreign > 0 && others === 0) return "changed";
  if (foreign > 0) {
    await client.lists.describe(accountId, id, unownedText(text));
    return "released";
  }
  await client.lists.remove(accountId, list);
  return "removed";
}

/**
 * Removes items of one list, by one request, as far as they are as they were listed. Those that are not are added to `kept`, with what
 * is the matter.
 */
export async function removeMarkedItems(
  client: EdgeClient,
  items: readonly MarkedItem[],
  kept: Map<MarkedItem, "gone" | "changed">,
): Promise<void> {
  const [first] = items;
  if (!first) return;
  const { accountId, list } = first;
  const now = await client.lists.get(accountId, list.id);
  const live = new Map((await itemsOf(client, accountId, now)).map((item) => [item.id, item]));
  for (const item of items) {
    const found = live.get(item.id);
    if (!found) kept.set(item, "gone");
    else if ((found.comment ?? "") !== item.comment || itemKey(itemFromWire(found)) !== item.key)
      kept.set(item, "changed");
  }
  const ids = items.filter((item) => !kept.has(item)).map(({ id }) => id);
  if (ids.length > 0) await client.lists.removeItems(accountId, now, ids);
}
