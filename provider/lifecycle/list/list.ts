import { containsUnknown } from "../../api";
import { isNotFound } from "../../client";
import { checkListArgs, itemKey, sameItems, type LiveItem } from "../../lists";
import { codeOf, unownedText, type Mark } from "../../marks";
import { comparedOf, LIST } from "../../properties";
import { LEFT, MARK } from "../../properties/hidden";
import { redacted } from "../../redaction";
import {
  changedNames,
  checkArguments,
  checkConnection,
  connectionOf,
  isImport,
  isPreview,
  isSecretInput,
  pick,
  replacingNames,
} from "../inputs";
import { LifecycleError, type Context, type Lifecycle, type Properties } from "../lifecycle";
import { holdMark, keepsOthers, markInputs, HIDDEN, isMarkedByOther, markOf } from "../evidence";
import { foreseeList, tellMovedRedirects } from "../foresight/foresee-list";
import { withAccounts } from "../foresight/foresee-place";
import { noteChangedList } from "../foresight/foresee-list-requests";
import { ACCOUNT, checkPlace, withDefaultAccount } from "../ruleset/place";
import { unlessNotFound } from "../unless-not-found";
import {
  ARGUMENTS,
  descriptionOf,
  holdingsOf,
  idOf,
  itemObject,
  becomesExclusive,
  itemsOf,
  listOutputs,
  ownershipOf,
  ownsItem,
  parseListId,
  type LiveList,
} from "./state";
import {
  explainRemoval,
  findOrCreate,
  isWorthAnotherRead,
  jobOf,
  outputsOf,
  ownsList,
  readLive,
  takeOverList,
  writeDescription,
  writeItems,
  writing,
} from "./writes";
import { counted } from "../../words";

const COMPARED = comparedOf(LIST);
/** The number of plans before a removal gives up because somebody else keeps changing the list. */
const REMOVAL_PLANS = 10;

/** A list of an account, which rules name in their expressions. */
export const list: Lifecycle = {
  async check(context, olds, news) {
    const given = withDefaultAccount(context, ACCOUNT, pick(news, ARGUMENTS));
    const wrong = checkListArgs(given, isSecretInput(given, "items"));
    const inputs: Properties = {
      ...given,
      // A list has no order, so another order is no change.
      ...(wrong.length === 0 && isSameList(olds, given) && { items: olds["items"] }),
      ...markInputs(context, olds, news),
    };
    if (typeof given["name"] === "string") context.run.declaredLists.add(given["name"]);
    const isChanged = changedNames(olds, inputs, COMPARED).length > 0;
    const problems = [
      ...checkArguments(LIST, news),
      ...(await withAccounts(context, news, checkPlace(ACCOUNT, given))),
      ...wrong,
      ...(isChanged ? checkConnection(context, news) : []),
    ];
    if (problems.length > 0 || !isPreview(news)) return { inputs, problems };
    // The state may have less than the old inputs, if an update failed: the comparison judges what is left to write.
    context.run.previewed.add(inputs[MARK]);
    if (!isChanged) return { inputs, problems };
    tellMovedRedirects(context, olds, inputs);
    await noteChangedList(context, olds, inputs);
    return { inputs, problems: await foreseeList(context, olds, inputs, { hasOutputs: false }) };
  },

  // Two lists cannot have one name, so a new kind needs the old list to be gone.
  async diff(context, id, olds, news) {
    holdMark(context, olds);
    const changed = changedNames(olds, news, COMPARED);
    const replaces = replacingNames(LIST, changed);
    const keepsName = !replaces.includes("name") && !replaces.includes("accountId");
    const changes = changed.length > 0 || (olds[LEFT] !== undefined && (await hasLeft(context, id, olds)));
    const isJudged = keepsName && context.run.previewed.has(news[MARK]);
    if (changes && isJudged && !keepsOthers(olds, news, COMPARED)) await refuseForeseen(context, olds, news);
    return {
      changes,
      replaces,
      ...(replaces.length > 0 && keepsName && { deleteBeforeReplace: true }),
    };
  },

  holdings(id, _outputs, inputs) {
    return holdingsOf(parseListId(id).listId, inputs);
  },

  async hasOrphans(context, id, olds) {
    const { accountId, listId } = parseListId(id);
    const live = await unlessNotFound(readLive(context.client(connectionOf(olds)), accountId, listId));
    const own = markOf(olds);
    if (!live || !own) return false;
    const isOwn = (mark: Mark | undefined) => mark !== undefined && codeOf(mark) === codeOf(own);
    const { mark } = descriptionOf(live.list);
    return (
      (context.takeOver.has(listId) && !isOwn(mark)) ||
      live.items.some((item) => context.takeOver.has(item.id) && !isOwn(item.mark))
    );
  },

  async create(context, inputs) {
    const job = jobOf(context, context.client(connectionOf(inputs)), inputs, {});
    await writing(job, async () => {
      await findOrCreate(job);
      await writeItems(job, liveOf(job).list.id);
      await writeDescription(job);
    });
    return { id: idOf(inputs, liveOf(job).list), outputs: outputsOf(job) };
  },

  async read(context, id, outputs) {
    const { accountId, listId } = parseListId(id);
    const live = await unlessNotFound(readLive(context.client(connectionOf(outputs)), accountId, listId));
    if (!live) return undefined;
    const ownership = ownershipOf(outputs);
    const created = ownership === "exclusive" || hasMade(live.list, outputs);
    const { text: description } = descriptionOf(live.list);
    const { description: before, ...known } = pick(outputs, [...ARGUMENTS, ...HIDDEN]);
    const seen: Properties = {
      ...known,
      accountId,
      name: live.list.name,
      kind: live.list.kind,
      ...(isImport(outputs) && { ownership }),
      ...(created ? description !== "" && { description } : before !== undefined && { description: before }),
    };
    const isOwn = ownsItem(context, outputs, outputs);
    // Of an import, the state has no items yet: it takes all of them.
    const whole = listOutputs({ ...seen, ...(ownership === "exclusive" && { ownership }) }, live, {
      isOwn,
      created,
    });
    const inputs = { ...seen, items: whole["items"] };
    return { inputs, outputs: { ...whole, ...pick(inputs, ARGUMENTS) } };
  },

  async update(context, id, olds, news) {
    const { listId } = parseListId(id);
    const job = jobOf(context, context.client(connectionOf(news)), news, olds);
    await writing(job, async () => {
      const found = await unlessNotFound(readLive(job.client, job.accountId, listId));
      if (!found)
        throw new LifecycleError(
          `The list ${JSON.stringify(news["name"])} (id ${listId}) is gone. Nothing was written: run \`pulumi refresh\`, and the next ` +
            "`pulumi up` makes it again.",
        );
      job.live = found;
      const owns = await ownsList(job, found.list);
      if (becomesExclusive(olds, news) && !owns) takeOverList(job, found.list);
      job.created ||= owns;
      await writeItems(job, listId);
      await writeDescription(job);
    });
    return outputsOf(job);
  },

  async remove(context, id, outputs) {
    const { accountId, listId } = parseListId(id);
    for (let plan = 1; ; plan += 1) {
      const live = await unlessNotFound(readLive(context.client(connectionOf(outputs)), accountId, listId));
      if (!live) return;
      try {
        await removeFrom(context, accountId, live, outputs);
        return;
      } catch (error) {
        // Another resource that leaves may have removed the list.
        if ((!isWorthAnotherRead(error) && !isNotFound(error)) || plan === REMOVAL_PLANS) throw error;
      }
    }
  },
};

/** In a preview, throws what the update of a list would find. */
async function refuseForeseen(context: Context, olds: Properties, news: Properties): Promise<void> {
  const problems = await foreseeList(context, olds, news, { hasOutputs: true });
  if (problems.length > 0) throw new LifecycleError(problems.map(({ message }) => message).join("\n"));
}

/** Whether the list still has an item of this resource that the state does not. */
async function hasLeft(context: Context, id: string, olds: Properties): Promise<boolean> {
  const { accountId, listId } = parseListId(id);
  const live = await unlessNotFound(readLive(context.client(connectionOf(olds)), accountId, listId));
  const declared = new Set(itemsOf(olds).map(itemKey));
  const isOwn = ownsItem(context, olds, olds);
  // The new owner has marked what it has written.
  return (live?.items ?? []).some((item) => isOwn(item) && !declared.has(item.key));
}

/**
 * Removes the list with its items, or only the items of the resource if others use the list, too. A maker that leaves the list to others
 * takes its mark off, so that the last of them removes it.
 */
async function removeFrom(
  context: Context,
  accountId: string,
  { list: found, items }: LiveList,
  outputs: Properties,
): Promise<void> {
  const { lists } = context.client(connectionOf(outputs));
  const { handOver } = context.run;
  const isOwn = ownsItem(context, outputs, outputs);
  // An exclusive owner owns what it declares, and what a refresh has shown. What somebody has added since then stays.
  const declared = new Set(ownershipOf(outputs) === "exclusive" ? itemsOf(outputs).map(itemKey) : []);
  const isOfOthers = (item: LiveItem) => !isOwn(item) && (item.mark !== undefined || !declared.has(item.key));
  const objectOf = ({ key }: LiveItem) => itemObject(found.id, key);
  const isKept = (item: LiveItem) => handOver.isKept(objectOf(item), outputs[MARK]);
  const others = items.filter((item) => isOfOthers(item) || isKept(item));
  const isMade = hasMade(found, outputs);
  const { mark, isLeft } = descriptionOf(found);
  const isUsed = handOver.isKept(found.id, outputs[MARK]);
  if ((isMade || isLeft === true) && others.length === 0 && !isUsed) {
    try {
      await unlessNotFound(lists.remove(accountId, found));
    } catch (error) {
      explainRemoval(error, found);
    }
    return;
  }
  const ids = items.filter((item) => !others.includes(item)).map(({ id }) => id);
  if (ids.length > 0) await lists.removeItems(accountId, found, ids);
  const given = items.filter((item) => isKept(item) && !isOfOthers(item)).map(objectOf);
  await handOver.restore(isMade && isUsed ? [...given, found.id] : given, outputs[MARK]);
  if (isMade && mark) {
    const now = descriptionOf(isUsed ? await lists.get(accountId, found.id) : found);
    if (now.mark && !isMarkedByOther([now.mark], outputs))
      await lists.describe(accountId, found.id, unownedText(now.text));
  }
  // Those who use the list may leave at the same time, and then each of them has seen the items of the others.
  const left = isUsed
    ? undefined
    : await unlessNotFound(readLive(context.client(connectionOf(outputs)), accountId, found.id));
  if (left && left.items.length === 0 && (descriptionOf(left.list).isLeft || hasMade(left.list, outputs))) {
    await unlessNotFound(lists.remove(accountId, left.list));
    return;
  }
  if (!left && !isUsed) return;
  const why = isUsed
    ? "another resource of this program uses it"
    : isMade || isLeft === true
      ? `it has ${counted(others.length, "item")} of others`
      : "this resource did not make it";
  context.log(redacted(`The list ${JSON.stringify(found.name)} (${found.id}) stays: ${why}.`));
}

/** Whether the resource has made the list, and no other one has taken it over since. The mark decides, if the list has one. */
function hasMade(found: LiveList["list"], outputs: Properties): boolean {
  const { mark } = descriptionOf(found);
  return mark ? !isMarkedByOther([mark], outputs) : outputs["createdList"] === true;
}

function liveOf({ live }: { readonly live?: LiveList }): LiveList {
  if (!live) throw new Error("The list was not read.");
  return live;
}

/** `check` has passed the items. */
function isSameList(olds: Properties, given: Properties): boolean {
  return (
    Array.isArray(olds["items"]) &&
    !containsUnknown(given["items"]) &&
    sameItems(itemsOf(given), itemsOf(olds))
  );
}
