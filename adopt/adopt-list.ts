import { itemFromWire, type ListItemState } from "../provider/lists";
import { parseMarkedText } from "../provider/marks";
import type { AccountList, ListItem } from "../provider/api";
import { quoted, slug } from "./names";
import { argsFrom, type AdoptedResource, type LeftOut } from "./program";
import type { Selected } from "./selection";

/** A live list with its items. */
export interface LiveAccountList {
  readonly list: AccountList;
  readonly items: readonly ListItem[];
}

/** Adopts a list with all of its items, so that the first update only reads. Returns why not if a stack owns a part of it. */
export function adoptList(
  { list, items }: LiveAccountList,
  accountId: string,
  { nameOf, terraform }: Selected,
): AdoptedResource | LeftOut {
  const subject = `the list ${quoted(list.name)} (id ${list.id})`;
  const texts = [list.description ?? "", ...items.map(({ comment }) => comment ?? "")];
  if (texts.some((text) => parseMarkedText(text).mark))
    return { subject, why: "a resource of a stack owns it, or items of it" };
  const declared: ListItemState[] = items.map(itemFromWire);
  const { name, kind, description } = list;
  const args = argsFrom({
    ...{ accountId, name, kind },
    ...(description && { description }),
    ...{ items: declared, ownership: "exclusive", takeOver: true },
  });
  if (!args) return { subject, why: "it has members that no program of this package can declare" };
  return {
    ...{ kind: "List", name: nameOf(slug(name, "list")), args, notes: [], left: [] },
    importId: `${accountId}/${list.id}`,
    ...(terraform !== undefined && { terraform }),
  };
}
