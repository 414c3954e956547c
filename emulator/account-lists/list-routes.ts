import type { AccountList, BulkOperation, ListItem } from "../../provider/api";
import { itemFromWire, itemKey } from "../../provider/lists";
import { namedLists } from "../../provider/rulebook";
import { failures } from "../failures";
import { cursorPageOf } from "../lists";
import type { Platform } from "../platform";
import { accountOrZone, param, type OperationRequest, type Routes } from "../route";
import type { StoredList } from "../store/lists";
import { microseconds } from "../clock";
import { asOfNow, isPending, newList, refusePending, startOperation, writtenItems } from "./list-writes";

const DEFAULT_PAGE_SIZE = 25;

export const listRoutes = {
  listLists: (platform, call) => ({
    result: platform.store.lists.list(accountOrZone(call).id).map((list) => serialize(platform, list)),
  }),

  createList: (platform, call) => {
    const list = newList(platform, accountOrZone(call).id, call.body);
    platform.store.lists.create(list);
    return { result: serialize(platform, list) };
  },

  getList: (platform, call) => ({ result: serialize(platform, findList(platform, call)) }),

  updateList: (platform, call) => {
    const list = findList(platform, call);
    const next = {
      ...list,
      description: call.body.description ?? "",
      modified_on: microseconds(platform.clock.now()),
    };
    platform.store.lists.replace(next);
    return { result: serialize(platform, next) };
  },

  removeList: (platform, call) => {
    const list = findList(platform, call);
    refusePending(platform, list.account_id);
    const count = countReferences(platform, list);
    if (count > 0) throw failures.listReferenced(list.name, count);
    platform.store.lists.remove(list.id);
    return { result: { id: list.id } };
  },

  listListItems: (platform, call) => {
    const { items } = asOfNow(platform, findList(platform, call));
    const { cursor, per_page: size = DEFAULT_PAGE_SIZE, search } = call.query;
    const found = search === undefined ? items : items.filter((item) => textOf(item).includes(search));
    const { result, next } = cursorPageOf(found, cursor, size);
    return { result, resultInfo: next === null ? {} : { cursors: { after: next } } };
  },

  getListItem: (platform, call) => {
    const id = param(call, "item_id");
    const found = asOfNow(platform, findList(platform, call)).items.find((item) => item.id === id);
    if (!found) throw failures.listItemNotFound(id);
    return { result: found };
  },

  addListItems: (platform, call) => {
    const list = findList(platform, call);
    const result = startOperation(platform, list, call.body.length, (current) => {
      const added = writtenItems(platform, current, call.body);
      const keys = new Set(added.map(keyOf));
      return { items: [...current.items.filter((item) => !keys.has(keyOf(item))), ...added] };
    });
    return { result };
  },

  replaceListItems: (platform, call) => {
    const list = findList(platform, call);
    const count = Math.max(list.items.length, call.body.length);
    // New ids, also for items that the list had.
    const change = () => ({ items: writtenItems(platform, { kind: list.kind, items: [] }, call.body) });
    return { result: startOperation(platform, list, count, change) };
  },

  removeListItems: (platform, call) => {
    const list = findList(platform, call);
    const ids = new Set(call.body.items.map(({ id }) => id));
    const result = startOperation(platform, list, ids.size, ({ items }) => {
      const known = new Set(items.map(({ id }) => id));
      const unknown = [...ids].find((id) => !known.has(id));
      if (unknown !== undefined) return { error: `could not find item with id '${unknown}'` };
      return { items: items.filter(({ id }) => !ids.has(id)) };
    });
    return { result };
  },

  getBulkOperation: (platform, call) => {
    const id = param(call, "operation_id");
    const operation = platform.store.lists.getOperation(id);
    if (operation?.account_id !== accountOrZone(call).id) throw failures.operationNotFound(id);
    const { completes_on: completed, error } = operation;
    const result: BulkOperation = isPending(platform, operation)
      ? { id, status: "pending" }
      : { id, completed, ...(error === "" ? { status: "completed" } : { status: "failed", error }) };
    return { result };
  },
} satisfies Partial<Routes>;

/** @throws Failure if the account has no such list */
function findList(platform: Platform, call: OperationRequest): StoredList {
  const id = param(call, "list_id");
  const list = platform.store.lists.get(id);
  if (list?.account_id !== accountOrZone(call).id) throw failures.listNotFound(id);
  return list;
}

function serialize(platform: Platform, list: StoredList): AccountList {
  const { id, name, kind, description, created_on, modified_on, items } = asOfNow(platform, list);
  return {
    id,
    name,
    kind,
    ...(description !== "" && { description }),
    num_items: items.length,
    num_referencing_filters: countReferences(platform, list),
    created_on,
    modified_on,
  };
}

function keyOf(item: ListItem): string {
  return itemKey(itemFromWire(item));
}

function textOf(item: ListItem): string {
  return JSON.stringify(Object.values(itemFromWire(item)));
}

/** Returns the number of rules of the account and its zones that name a list. */
function countReferences({ store }: Platform, { account_id: owner, name }: StoredList): number {
  const zones = store.zones.list().filter(({ account_id: account }) => account === owner);
  const scopes = [`account:${owner}` as const, ...zones.map(({ id }) => `zone:${id}` as const)];
  return scopes
    .flatMap((scope) => store.rulesets.list(scope))
    .flatMap(({ id }) => store.rulesets.get(id)?.rules ?? [])
    .filter((rule) => namedLists(rule).some((one) => one.name === name)).length;
}
