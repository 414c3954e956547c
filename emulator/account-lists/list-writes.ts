import type { ListCreate, ListItem, ListItemWrite } from "../../provider/api";
import {
  canonicalNetwork,
  canonicalSource,
  checkItems,
  checkListName,
  itemFromWire,
  itemKey,
  MAX_ITEM_CHANGES,
  MAX_TEXT,
} from "../../provider/lists";
import { microseconds } from "../clock";
import { failures } from "../failures";
import type { Platform } from "../platform";
import type { StoredList, StoredOperation } from "../store/lists";

/** How long an operation is pending, in milliseconds of the platform's clock. */
const OPERATION_MS = 200;
const TWELVE_HOURS_MS = 12 * 60 * 60_000;

/** Returns a new list without items, which the caller stores. @throws Failure */
export function newList(platform: Platform, accountId: string, body: ListCreate): StoredList {
  const [wrong] = checkListName(body.name);
  if (wrong) throw failures.badRequest(`Invalid value for name: ${wrong.message}`, "/name");
  const { lists } = platform.store;
  if (lists.list(accountId).some(({ name }) => name === body.name)) throw failures.listNameTaken(body.name);
  const now = microseconds(platform.clock.now());
  const { name, kind } = body;
  return {
    id: platform.ids.newId(),
    account_id: accountId,
    name,
    kind,
    description: body.description ?? "",
    created_on: now,
    modified_on: now,
    items: [],
  };
}

/** Returns the items as the list stores them. An item that the list has keeps its id. @throws Failure */
export function writtenItems(
  platform: Platform,
  { kind, items: current }: Pick<StoredList, "kind" | "items">,
  writes: readonly ListItemWrite[],
): ListItem[] {
  const [wrong] = checkItems(writes.map(itemFromWire), kind, false, MAX_TEXT);
  if (wrong) {
    const [, index = "0"] = /^items\[(\d+)\]/.exec(wrong.path) ?? [];
    throw failures.badRequest(`Invalid value for ${wrong.path}: ${wrong.message}`, `/${index}`, wrong.code);
  }
  const now = microseconds(platform.clock.now());
  const known = new Map(current.map((item) => [itemKey(itemFromWire(item)), item]));
  return writes.map(({ ip, redirect, ...write }) => {
    const content = {
      ...(ip !== undefined && { ip: canonicalNetwork(ip) ?? ip }),
      ...(redirect && { redirect: { ...redirect, source_url: canonicalSource(redirect.source_url) } }),
      ...write,
    };
    const before = known.get(itemKey(itemFromWire(content)));
    return {
      id: before?.id ?? platform.ids.newId(),
      ...content,
      created_on: before?.created_on ?? now,
      modified_on: now,
    };
  });
}

/** Starts a change of the items of a list: only one of an account is pending at a time. @throws Failure */
export function startOperation(
  platform: Platform,
  list: StoredList,
  changes: number,
  /** Returns the new items, or why the operation fails. */
  change: (current: StoredList) => { readonly items: readonly ListItem[] } | { readonly error: string },
): { operation_id: string } {
  const { lists } = platform.store;
  refusePending(platform, list.account_id);
  const now = platform.clock.now();
  const since = microseconds(new Date(now.getTime() - TWELVE_HOURS_MS));
  if (lists.changesSince(list.account_id, since) + changes > MAX_ITEM_CHANGES)
    throw failures.tooManyItemChanges(MAX_ITEM_CHANGES, TWELVE_HOURS_MS / 1000);
  const completes = microseconds(new Date(now.getTime() + OPERATION_MS));
  const changed = change(list);
  const error = "error" in changed ? changed.error : "";
  const operation: StoredOperation = {
    id: platform.ids.newId(),
    account_id: list.account_id,
    list_id: list.id,
    started_on: microseconds(now),
    completes_on: completes,
    changes,
    error,
    before: JSON.stringify({ items: list.items, modified_on: list.modified_on }),
  };
  lists.addOperation(operation);
  if ("items" in changed) lists.replace({ ...list, items: changed.items, modified_on: completes });
  return { operation_id: operation.id };
}

/** @throws Failure if an operation of the account is pending */
export function refusePending(platform: Platform, accountId: string): void {
  const latest = platform.store.lists.latestOperation(accountId);
  if (latest && isPending(platform, latest)) throw failures.operationPending(latest.id);
}

export function isPending({ clock }: Platform, { completes_on: completes }: StoredOperation): boolean {
  return microseconds(clock.now()) < completes;
}

/** Returns the list as it is answered now: as it was before an operation that is pending. */
export function asOfNow(platform: Platform, list: StoredList): StoredList {
  const latest = platform.store.lists.latestOperation(list.account_id);
  if (latest?.list_id !== list.id || !isPending(platform, latest)) return list;
  // Only `startOperation` writes this column.
  return { ...list, ...(JSON.parse(latest.before) as Pick<StoredList, "items" | "modified_on">) };
}
