import { containsUnknown } from "../../provider/api";
import { itemKey, movedRedirects, sameItem, type ListItemState } from "../../provider/lists";
import { valueWords } from "../../provider/rulesets";
import type { ReviewedList } from "../model/reviewed";
import type { MemberChange, Operation, Shown } from "./review";
import { argumentSettings, laterOf, settingChanges, type Settings, shownOrNull } from "./shown";
import { counted, firstWords, joinFirst } from "../../provider/words";

/** Items that a review names at most. */
const NAMED = 10;

/** Returns in words what a change of a list means for the rules that name it. */
export function listTexts(
  operation: Operation,
  before: ReviewedList | undefined,
  after: ReviewedList | undefined,
): string[] {
  const shown = after ?? before;
  const name = typeof shown?.listName === "string" ? `$${shown.listName}` : "the list";
  if (operation === "delete")
    return [`The list ${name} is removed: rules that name it must not exist any more.`];
  const verb = { create: "added", update: "changed", replace: "replaced" }[operation];
  const texts = [`The list ${name} is ${verb}.`];
  if (after?.ownership === "exclusive" && before?.ownership !== "exclusive")
    texts.push(
      after.takesOver
        ? "It becomes exclusive: items of others, which the review does not know, are removed (takeOver)."
        : "It becomes exclusive: items of others are not allowed in it.",
    );
  const [from, to] = [itemsOf(before), itemsOf(after)];
  if (!from || !to) return [...texts, "Which items change is not known: the document hides them."];
  const secret = [before, after].some((list) => list?.isSecret("items") === true);
  const changed = to.filter((item) =>
    from.some((old) => itemKey(old) === itemKey(item) && !sameItem(old, item)),
  );
  return [
    ...texts,
    ...named("more in the list", to.filter(missingIn(from)), secret),
    ...named("no longer in the list", from.filter(missingIn(to)), secret),
    ...named("of the list with another meaning or comment", changed, secret),
    ...(secret ? [] : targetTexts(from, changed)),
    ...(operation === "replace" ? named("written again", to.filter(missingIn(changed)), secret) : []),
  ];
}

/** Says where redirects went, and where they go now. */
function targetTexts(from: readonly ListItemState[], changed: readonly ListItemState[]): string[] {
  const moved = movedRedirects(from, changed);
  return firstWords(
    moved.map(({ source, was, now }) => `${source} is redirected to ${now}, not to ${was} as before.`),
    NAMED,
    (rest) => `${counted(rest, "more redirect")} to another target.`,
  );
}

/** Returns what changes of the arguments of a list, item by item. At least one of the versions is set. */
export function listSettings(
  before: ReviewedList | undefined,
  after: ReviewedList | undefined,
): MemberChange[] {
  const settings = (list: ReviewedList | undefined) => list && argumentSettings(list, ["items"]);
  return [
    ...settingChanges(settings(before), settings(after), laterOf(before, after)),
    ...itemChanges(before, after),
  ];
}

function itemChanges(before: ReviewedList | undefined, after: ReviewedList | undefined): MemberChange[] {
  const [from, to] = [itemsOf(before), itemsOf(after)];
  const isSecret = [before, after].some((list) => list?.isSecret("items") === true);
  if (!from || !to || isSecret) {
    const whole = (list: ReviewedList | undefined): Settings =>
      list ? { items: shownOrNull(list.items, isSecret) } : {};
    return settingChanges(whole(before), whole(after));
  }
  const byName = (items: readonly ListItemState[]): Settings =>
    Object.fromEntries(items.map((item) => [`items[${JSON.stringify(itemKey(item))}]`, shownItem(item)]));
  return settingChanges(byName(from), byName(to));
}

/** Shows an item without its address or source, which its name has. A redirect is shown in words. */
function shownItem({ redirect, ...item }: ListItemState): Shown {
  if (redirect !== undefined) {
    const comment = item.comment === undefined ? "" : `, comment ${item.comment}`;
    return { text: `${redirectItemWords(redirect)}${comment}` };
  }
  const target = Object.fromEntries(Object.entries(item).filter(([name]) => !["ip", "asn"].includes(name)));
  return { text: Object.keys(target).length === 0 ? "in the list" : valueWords(target) };
}

function redirectItemWords(redirect: NonNullable<ListItemState["redirect"]>): string {
  return [
    `redirects to ${redirect.targetUrl} with ${String(redirect.statusCode ?? 301)}`,
    ...(redirect.includeSubdomains === true ? ["also subdomains"] : []),
    ...(redirect.subpathMatching === true ? ["also what is below the path"] : []),
    ...(redirect.preservePathSuffix === false ? ["without the rest of the path"] : []),
    ...(redirect.preserveQueryString === true ? ["keeping the query"] : []),
  ].join(", ");
}

/** Returns the items; undefined if one of them is unknown or hidden. */
function itemsOf(list: ReviewedList | undefined): readonly ListItemState[] | undefined {
  if (!list) return [];
  const { items } = list;
  // A plan has what `check` has passed.
  return Array.isArray(items) && !containsUnknown(items) ? (items as ListItemState[]) : undefined;
}

function missingIn(others: readonly ListItemState[]): (item: ListItemState) => boolean {
  const keys = new Set(others.map(itemKey));
  return (item) => !keys.has(itemKey(item));
}

function named(what: string, items: readonly ListItemState[], secret: boolean): string[] {
  if (items.length === 0) return [];
  return [
    `${counted(items.length, "item")} ${what}${secret ? "" : `: ${joinFirst(items.map(itemKey), NAMED)}`}.`,
  ];
}
