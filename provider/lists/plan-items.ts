import type { ListItem } from "../api/wire";
import { markedText, parseMarkedText, type Mark } from "../marks";
import { itemFromWire, itemKey, itemToWire, meansTheSame, sameItem, type ListItemState } from "./item";

/** A live item: as a program writes it, with its id and the mark of its owner. */
export interface LiveItem {
  readonly id: string;
  readonly key: string;
  readonly item: ListItemState;
  readonly mark: Mark | undefined;
}

/** What a resource wants of a list, and what it may touch. */
export interface ItemsInput {
  readonly wanted: readonly ListItemState[];
  readonly live: readonly LiveItem[];
  /** `shared`: only own items are written. `exclusive`: the list has the wanted items and no others. */
  readonly ownership: "shared" | "exclusive";
  readonly isOwn: (item: LiveItem) => boolean;
  /** Whether an exclusive owner may remove an item that is not its own: its state, or `takeOver`, covers it. */
  readonly mayRemove: (item: LiveItem) => boolean;
  /** Whether the resource takes over an item, such as that of an earlier attempt: the item gets the mark of the resource. */
  readonly isTaken: (item: LiveItem) => boolean;
  /** Whether an item that the resource does not want stays: another resource of the program manages, or declares, the item. */
  readonly isKept: (item: LiveItem) => boolean;
  /** Whether the API has been asked to write over changed items, and has kept them: then they are removed first. */
  readonly removeChanged: boolean;
}

/** The next change of items, or why there is none. At most one change of an account is carried out at a time. */
export type ItemsStep =
  | { readonly kind: "add"; readonly items: readonly ListItemState[] }
  | { readonly kind: "replace"; readonly items: readonly ListItemState[] }
  | { readonly kind: "remove"; readonly ids: readonly string[] }
  | {
      readonly kind: "conflict";
      readonly items: readonly LiveItem[];
      readonly why: "foreign" | "other-target";
    }
  | { readonly kind: "done" };

/** Reads the items of a list. The mark of an item is no part of its comment. */
export function liveItems(items: readonly ListItem[]): LiveItem[] {
  return items.map((wire) => {
    const { text, mark } = parseMarkedText(wire.comment ?? "");
    const item = itemFromWire({ ...wire, comment: text });
    return { id: wire.id, key: itemKey(item), item, mark };
  });
}

/**
 * Returns the next step towards the wanted items. What is missing is added before anything is removed, so that no address is out of
 * the list in between.
 */
export function nextStep({
  wanted,
  live,
  ownership,
  isOwn,
  mayRemove,
  isTaken,
  isKept,
  removeChanged,
}: ItemsInput): ItemsStep {
  const liveByKey = new Map(live.map((one) => [one.key, one]));
  const wantedKeys = new Set(wanted.map(itemKey));
  const owned = (one: LiveItem) => ownership === "exclusive" || isOwn(one);
  const missing = wanted.filter((item) => !liveByKey.has(itemKey(item)));
  const found = wanted.flatMap((item) => {
    const one = liveByKey.get(itemKey(item));
    return one ? [{ item, live: one }] : [];
  });
  const others = found.filter(
    ({ item, live: one }) => !owned(one) && !isTaken(one) && !meansTheSame(item, one.item),
  );
  if (others.length > 0)
    return { kind: "conflict", why: "other-target", items: others.map(({ live: one }) => one) };
  const changed = found.filter(
    ({ item, live: one }) => isTaken(one) || (owned(one) && !sameItem(item, one.item)),
  );
  const surplus = live.filter((one) => owned(one) && !wantedKeys.has(one.key) && !isKept(one));
  const foreign = surplus.filter((one) => !isOwn(one) && !mayRemove(one));
  if (foreign.length > 0) return { kind: "conflict", why: "foreign", items: foreign };
  const added = [...missing, ...changed.map(({ item }) => item)];
  const removed = [...surplus, ...(removeChanged ? changed.map(({ live: one }) => one) : [])];
  // An item that is written in place of itself by a replacement of all would get another id.
  const isWhole = wanted.length > 0 && found.length === 0 && removed.length === live.length;
  if (ownership === "exclusive" && removed.length > 0 && isWhole) return { kind: "replace", items: wanted };
  if (added.length > 0 && !(removeChanged && changed.length > 0)) return { kind: "add", items: added };
  if (removed.length > 0) return { kind: "remove", ids: removed.map(({ id }) => id) };
  return { kind: "done" };
}

/** An item that the program does not change, and an update writes or removes, because somebody has changed the list. */
export interface PutBackItem {
  readonly key: string;
  readonly changed: "added" | "changed" | "removed";
}

/**
 * Returns what an update writes or removes although the program does not change it. `before`: the items that the last update has written.
 * Others may have added what an exclusive owner removes only with `takeOver`, so that is the only case of `added`.
 */
export function itemsPutBack({
  before,
  wanted,
  live,
  owns,
  removesOthers,
}: Pick<ItemsInput, "wanted" | "live"> & {
  readonly before: readonly ListItemState[];
  readonly owns: (item: LiveItem) => boolean;
  readonly removesOthers: boolean;
}): PutBackItem[] {
  const [liveByKey, known] = [
    new Map(live.map((one) => [one.key, one])),
    new Map(before.map((one) => [itemKey(one), one])),
  ];
  const back = wanted.flatMap((item): PutBackItem[] => {
    const key = itemKey(item);
    const [was, one] = [known.get(key), liveByKey.get(key)];
    if (!was || !sameItem(was, item)) return [];
    if (!one) return [{ key, changed: "removed" }];
    return sameItem(item, one.item) || !owns(one) ? [] : [{ key, changed: "changed" }];
  });
  const declared = new Set([...known.keys(), ...wanted.map(itemKey)]);
  const added = removesOthers ? live.filter(({ key }) => !declared.has(key)) : [];
  return [...back, ...added.map(({ key }) => ({ key, changed: "added" as const }))];
}

/** Returns an item on the wire; in a shared list with the mark of its owner. */
export function itemOnWire(item: ListItemState, mark: Mark | undefined) {
  return itemToWire(mark ? { ...item, comment: markedText(item.comment ?? "", mark) } : item);
}

/**
 * Returns the live items as the state has them: those of the state in their order, then the others. Of a shared list only the own
 * items, and those of the state that another owner has put into the list.
 */
export function seenItems(
  known: readonly ListItemState[],
  { live, ownership, isOwn }: Pick<ItemsInput, "live" | "ownership" | "isOwn">,
): ListItemState[] {
  const byKey = new Map(live.map((one) => [one.key, one]));
  const keys = new Set(known.map(itemKey));
  const kept = known.flatMap((item) => {
    const one = byKey.get(itemKey(item));
    if (!one) return [];
    const isSame =
      ownership === "exclusive" || isOwn(one) ? sameItem(item, one.item) : meansTheSame(item, one.item);
    // As written: a network in another form is no drift.
    return [isSame ? item : one.item];
  });
  const others = live.filter((one) => !keys.has(one.key) && (ownership === "exclusive" || isOwn(one)));
  return [...kept, ...others.map(({ item }) => item)];
}

/** Whether two lists of items have the same items: a list has no order. */
export function sameItems(one: readonly ListItemState[], other: readonly ListItemState[]): boolean {
  if (one.length !== other.length) return false;
  const byKey = new Map(other.map((item) => [itemKey(item), item]));
  return one.every((item) => {
    const found = byKey.get(itemKey(item));
    return found !== undefined && sameItem(item, found);
  });
}
