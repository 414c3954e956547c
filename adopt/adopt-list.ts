import { checkListArgs, itemFromWire, itemKey, type ListItemState } from "../provider/lists";
import { parseMarkedText } from "../provider/marks";
import type { Adoption } from "./adopt-ruleset";
import { line, quoted, slug } from "./names";
import { argsFrom, type LeftOut } from "./program";
import type { LiveAccountList, SelectedList } from "./selection";
import { counted, firstWords } from "../provider/words";

/** The items that comments name at most. */
const LISTED = 20;
const TAKES_ALL = "an import takes all items of the list, also those that this resource leaves alone";
/** What a program must do to remove one of the items, which nothing proves to be its own. */
const NOT_OWNED =
  "The items stay as they are, without a mark: the list is shared, and its resource owns only items that it has written.";

/** Adopts a list with its items, so that the first update only reads. Says why not if a stack owns a part of it. */
export function adoptList(
  { list, items }: LiveAccountList,
  accountId: string,
  selected: SelectedList,
): Adoption {
  const subject = `the list ${quoted(list.name)} (id ${list.id})`;
  const leave = (why: string): Adoption => ({ left: [{ subject, why }] });
  const texts = [list.description ?? "", ...items.map(({ comment }) => comment ?? "")];
  if (texts.some((text) => parseMarkedText(text).mark))
    return leave("a resource of a stack owns it, or items of it");
  const { nameOf, hasItem, otherwise, lost, terraform, terraformItems } = selected;
  const others = items.filter((item) => !hasItem(item));
  const isShared = selected.owns === "items" || (selected.owns === "list, or its items" && others.length > 0);
  const declared: ListItemState[] = (isShared ? items.filter(hasItem) : items).map(itemFromWire);
  const { name, kind } = list;
  const { text: description } = parseMarkedText(list.description ?? "");
  const args = argsFrom({
    accountId,
    name,
    kind,
    ...(!isShared && description && { description }),
    items: declared,
    ...(isShared ? { ownership: "shared" } : { ownership: "exclusive", takeOver: true }),
  });
  if (!args) return leave("it has members that no program of this package can declare");
  const [problem] = checkListArgs(args, false);
  if (problem) return leave(line(`${problem.path} ${problem.message}`));
  const left = others.map((item): LeftOut => ({
    subject: quoted(itemKey(itemFromWire(item))),
    why: otherwise,
  }));
  return {
    resource: {
      kind: "List",
      name: nameOf(slug(name, "list")),
      args,
      notes: isShared ? [NOT_OWNED] : declaredAsWell(left),
      left: [...(isShared ? left : []), ...lost],
      importId: `${accountId}/${list.id}`,
      ...(isShared && { notImported: TAKES_ALL }),
      ...(terraform !== undefined && { terraform }),
      ...(terraformItems && terraformItems.length > 0 && { terraformItems }),
    },
  };
}

/** Names the items that a list of all items has in addition to those that are selected. */
function declaredAsWell(others: readonly LeftOut[]): string[] {
  const items = others.map(({ subject, why }) => `${subject} ${why}`);
  return firstWords(items, LISTED, (rest) => counted(rest, "more item")).map(
    (text) => `Declared as well: ${text}.`,
  );
}
