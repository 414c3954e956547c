import type { AccountList } from "../../api";
import {
  ANSWER_NOT_SHOWN,
  callText,
  isChanged,
  isEdgeError,
  isInvalidRequest,
  isNotFound,
  mayHaveHappened,
  type EdgeClient,
} from "../../client";
import { itemKey, itemOnWire, liveItems, nextStep, type ItemsStep, type LiveItem } from "../../lists";
import { codeOf, markedText, markText, relationOf } from "../../marks";
import { MARK, RESTORING } from "../../properties/hidden";
import { quotesAnswers, redacted } from "../../redaction";
import {
  isHeld,
  isHeldId,
  isMarkedByOther,
  keepsOthers,
  learnHeldIds,
  learnOwners,
  markOf,
  tellSuspects,
} from "../evidence";
import { comparedOf, LIST } from "../../properties";
import { isSecretInput, requiredText, text } from "../inputs";
import { LifecycleError, PartialFailure, type Context, type Properties } from "../lifecycle";
import { tellTakenOver } from "../taken-over";
import {
  descriptionOf,
  holdingsOf,
  idOf,
  isOfResource,
  isTaken,
  itemObject,
  itemsOf,
  listOutputs,
  ownershipOf,
  ownsItem,
  type LiveList,
} from "./state";
import { counted, joinFirst } from "../../words";

/** The number of steps before a write gives up because somebody else keeps changing the list. */
const MAX_STEPS = 10;
/** Items that a message names at most. */
const NAMED = 5;

/** A write to a list, and what is known of it so far. */
export interface ListJob {
  readonly context: Context;
  readonly client: EdgeClient;
  readonly accountId: string;
  readonly inputs: Properties;
  readonly isOwn: (item: LiveItem) => boolean;
  /** Whether the resource has made the list, according to its last outputs. */
  readonly made: boolean;
  /** Whether the list is removed with the resource. */
  created: boolean;
  /** Whether a request may have changed something. */
  wrote: boolean;
  /** Whether items of others stay whatever the ownership says: the program declares what it did before. */
  readonly keepsOthers: boolean;
  /** Ids of items that stay for the resource that declares them now, and comes later. */
  left: readonly string[];
  live?: LiveList;
}

export function jobOf(context: Context, client: EdgeClient, inputs: Properties, olds: Properties): ListJob {
  return {
    context,
    client,
    inputs,
    accountId: requiredText(inputs, "accountId"),
    isOwn: ownsItem(context, inputs, olds),
    made: olds["createdList"] === true,
    created: ownershipOf(inputs) === "exclusive",
    wrote: false,
    keepsOthers: keepsOthers(olds, inputs, comparedOf(LIST)),
    left: [],
  };
}

export function outputsOf(job: ListJob): Properties {
  if (!job.live) throw new Error("A list was written, and it was not read.");
  const declared = new Set(itemsOf(job.inputs).map(itemKey));
  // What others have added is theirs until a refresh has shown it.
  const items = job.live.items.filter((item) => job.isOwn(item) || declared.has(item.key));
  return listOutputs(job.inputs, { ...job.live, items }, job);
}

/** Runs the writes of a job. An error after the first of them is a partial failure, with what is live as far as it was read. */
export async function writing(job: ListJob, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!job.wrote || !job.live) throw error;
    const what = `The list ${JSON.stringify(job.live.list.name)} was written in part`;
    const outputs = { ...outputsOf(job), ...(job.keepsOthers && { [RESTORING]: true }) };
    throw new PartialFailure(idOf(job.inputs, job.live.list), outputs, what, error);
  }
}

/** Reads a list with its items. */
export async function readLive(client: EdgeClient, accountId: string, id: string): Promise<LiveList> {
  const list = await client.lists.get(accountId, id);
  return { list, items: liveItems(list.num_items === 0 ? [] : await client.lists.items(accountId, id)) };
}

/** Finds the list by its name, or creates it. Throws if the list is somebody else's and the resource wants to own it. */
export async function findOrCreate(job: ListJob): Promise<void> {
  const { accountId, inputs } = job;
  const list = (await findByName(job)) ?? (await createList(job));
  job.live = { list, items: [] };
  if (!job.wrote) {
    if (await ownsList(job, list)) job.created = true;
    else if (ownershipOf(inputs) === "exclusive") takeOverList(job, list);
  } else logWrite(job, list, "created", callText("createList", { accountId }, { account_id: accountId }));
  if (list.kind !== inputs["kind"]) throw new LifecycleError(wrongKind(list, inputs));
}

/** Takes over a list that this stack did not create, and says so. Throws unless the program sets `takeOver: true`. */
export function takeOverList({ context, inputs }: ListJob, list: AccountList): void {
  if (inputs["takeOver"] !== true) throw new LifecycleError(nameTaken(list));
  tellTakenOver(
    context,
    `The list ${JSON.stringify(list.name)} (${list.id}, ${counted(list.num_items, "item")})`,
  );
}

async function findByName({ client, accountId, inputs }: ListJob): Promise<AccountList | undefined> {
  return (await client.lists.list(accountId)).find(({ name }) => name === inputs["name"]);
}

/**
 * Creates the list, and notes that. After a lost answer, the mark in its description tells whether it was made. Returns the list of
 * another resource that has made it meanwhile: no two lists have one name.
 */
async function createList(job: ListJob): Promise<AccountList> {
  const { client, accountId, inputs } = job;
  const mark = markOf(inputs);
  const description = text(inputs, "description") ?? "";
  const body = {
    name: requiredText(inputs, "name"),
    // `check` has passed the kind.
    kind: requiredText(inputs, "kind") as AccountList["kind"],
    description: mark ? markedText(description, mark) : description,
  };
  try {
    const made = await client.lists.create(accountId, body);
    Object.assign(job, { wrote: true, created: true });
    return made;
  } catch (error) {
    if (!mayHaveHappened(error) && !isInvalidRequest(error)) throw error;
    const made = await findByName(job);
    if (made && !mayHaveHappened(error)) return made;
    const found = made && descriptionOf(made).mark;
    if (!made || !found || !isOfResource(job.context, found, mark)) throw error;
    Object.assign(job, { wrote: true, created: true });
    return made;
  }
}

/** Finds out whether the resource has made a list, or takes over the one that it finds. A preview does not know what it has made. */
export async function ownsList(
  job: Pick<ListJob, "context" | "inputs" | "made">,
  list: AccountList,
): Promise<boolean> {
  const { context, inputs } = job;
  const { mark } = descriptionOf(list);
  const own = markOf(inputs);
  await learnOwners(context, own, mark ? [mark] : []);
  if (context.takeOver.has(list.id)) return true;
  if (!mark && !job.made && ownershipOf(inputs) === "exclusive" && inputs["takeOver"] !== true)
    await learnHeldIds(context);
  if (!mark) return job.made || isHeldId(context, list.id);
  if (isOfResource(context, mark, own)) return true;
  return (
    isTaken(context, mark, own) && !context.run.handOver.isManagedBy(list.id, markText(mark), inputs[MARK])
  );
}

/**
 * Writes items step by step until the list has what the resource wants, and reads it before each step. Each step is planned for what
 * is live at that moment: after a lost answer, or a change of somebody else, the next read tells what is left to do.
 */
export async function writeItems(job: ListJob, listId: string): Promise<void> {
  const { context, client, accountId, inputs } = job;
  const elsewhere = context.run.handOver.declaredElsewhere(inputs[MARK]);
  let removeChanged = false;
  let failed: { readonly step: string; readonly error: unknown } | undefined;
  let unanswered: Error | undefined;
  for (let steps = 1; ; steps += 1) {
    job.live = await readLive(client, accountId, listId);
    const { list, items: live } = job.live;
    await learnItemOwners(job);
    const mayTake = (item: LiveItem) => takesItem(job, listId, item);
    // All items are an exclusive owner's, with a mark or without.
    const taken = (item: LiveItem) =>
      mayTake(item) &&
      (item.mark !== undefined || ownershipOf(inputs) === "shared" || context.takeOver.has(item.id));
    if (steps === 1) tellNamed(job, list, live.filter(taken));
    const step = nextStep({
      wanted: itemsOf(inputs),
      live,
      ownership: ownershipOf(inputs),
      isOwn: job.isOwn,
      removeChanged,
      isTaken: taken,
      mayRemove: (item) => inputs["takeOver"] === true || mayTake(item),
      isKept: (item) =>
        elsewhere.has(item.key) ||
        (job.keepsOthers && !job.isOwn(item)) ||
        context.run.handOver.isKept(itemObject(listId, item.key), inputs[MARK]),
    });
    if (step.kind === "done") return handOverItems(job, listId);
    if (step.kind === "conflict") throw new LifecycleError(conflictText(inputs, list, step));
    if (failed?.step === JSON.stringify(step)) throw failed.error;
    if (steps > MAX_STEPS) {
      if (unanswered !== undefined) throw unanswered;
      throw new LifecycleError(
        `The list ${JSON.stringify(list.name)} (${list.id}) was changed by somebody else at each of ${MAX_STEPS} attempts. Try again later.`,
      );
    }
    // The API may keep an item that is added again, or refuse it: then it is removed first.
    removeChanged = step.kind === "add";
    try {
      job.wrote = true;
      await send(job, list, step);
      unanswered = undefined;
      logWrite(job, list, ...stepText(job, list, step));
    } catch (error) {
      if (!isWorthAnotherRead(error)) throw error;
      const isFailed = isFailedOperation(error);
      unanswered = isEdgeError(error) && mayHaveHappened(error) ? error : undefined;
      if (isFailed) failed = { step: JSON.stringify(step), error };
      removeChanged &&= isFailed;
    }
  }
}

/** Whether a write to a list may succeed, or be unnecessary, if it is planned again for what is live then. */
export function isWorthAnotherRead(error: unknown): boolean {
  return isChanged(error) || mayHaveHappened(error) || isFailedOperation(error);
}

/** Whether a change of items failed after it was accepted: what it was planned for is gone, or the API does not write over an item. */
function isFailedOperation(error: unknown): boolean {
  return isInvalidRequest(error) && error.status === undefined;
}

/**
 * Whether the resource takes over an item, which then gets its mark: a person has named the item for this run, an interrupted attempt of the
 * resource has left it, or a resource of this stack that no longer declares it.
 */
function takesItem({ context, inputs }: ListJob, listId: string, { id, key, mark }: LiveItem): boolean {
  const own = markOf(inputs);
  if (mark && own && codeOf(mark) === codeOf(own)) return false;
  if (own && context.takeOver.has(id)) return true;
  const { handOver } = context.run;
  const object = itemObject(listId, key);
  if (!mark) return own !== undefined && isHeldId(context, id) && handOver.isFree(object, inputs[MARK]);
  return isTaken(context, mark, own) && !handOver.isManagedBy(object, markText(mark), inputs[MARK]);
}

/** Says which items a person has named for this run: a wrong id would take over nothing. */
function tellNamed({ context, inputs }: ListJob, { name }: AccountList, taken: readonly LiveItem[]): void {
  for (const item of taken)
    if (context.takeOver.has(item.id))
      context.log(
        redacted(
          `list ${name}: takes over ${shown(inputs, item)} (${item.id})${ownerText(item)}, which EDGE_TAKE_OVER names`,
        ),
      );
}

/**
 * Tells the other resources of the run which items this one has written, and leaves the items that it drops to those which declare them: to
 * one that the engine finds unchanged by writing its mark, to one that comes later by keeping the item until then.
 */
async function handOverItems(job: ListJob, listId: string): Promise<void> {
  const { context, client, accountId, inputs, isOwn, live } = job;
  const { handOver } = context.run;
  const holdings = holdingsOf(listId, inputs);
  handOver.hold(inputs[MARK], holdings);
  for (const key of holdings.declared) await handOver.announceWritten(key);
  const declared = new Set(holdings.declared);
  const dropped = (live?.items ?? [])
    .filter((item) => isOwn(item))
    .map(({ id, key }) => ({ id, object: itemObject(listId, key) }))
    .filter(({ object }) => !declared.has(object));
  if (dropped.length === 0) return;
  const arrivals = await Promise.all(dropped.map(({ object }) => handOver.arrivalOf(object)));
  const left = dropped.filter((_, index) => !arrivals[index]);
  for (const { object } of left) handOver.leave(object);
  job.left = left.map(({ id }) => id);
  await handOver.restore(
    dropped.map(({ object }) => object),
    inputs[MARK],
  );
  job.live = await readLive(client, accountId, listId);
}

async function send(
  job: ListJob,
  list: AccountList,
  step: Exclude<ItemsStep, { kind: "conflict" | "done" }>,
): Promise<void> {
  const { client, accountId, inputs } = job;
  const mark = markOf(inputs);
  if (step.kind === "remove") return client.lists.removeItems(accountId, list, step.ids);
  const items = step.items.map((item) => itemOnWire(item, mark));
  return step.kind === "add"
    ? client.lists.addItems(accountId, list, items)
    : client.lists.replaceItems(accountId, list, items);
}

/** Changes the description of a list that the resource made or owns, and the mark in it if it is of another owner or attempt. */
export async function writeDescription(job: ListJob): Promise<void> {
  const { client, accountId, inputs, live } = job;
  const mark = markOf(inputs);
  const wanted = text(inputs, "description") ?? "";
  if (!live || !job.created) return;
  const { text: found, mark: earlier } = descriptionOf(live.list);
  // A list that is taken over gets the mark with its next change, but for one that a person has named: no state has that yet.
  const isNamed = earlier === undefined && job.context.takeOver.has(live.list.id);
  if (found === wanted && !isNamed && !isMarkedByOther(earlier ? [earlier] : [], inputs)) return;
  job.wrote = true;
  const list = await client.lists.describe(accountId, live.list.id, mark ? markedText(wanted, mark) : wanted);
  job.live = { ...live, list };
  const at = { account_id: accountId, list_id: list.id };
  logWrite(job, list, "description changed", callText("updateList", { accountId }, at));
}

/** Finds out whose items the list has, and names those of another attempt of the resource that nothing proves to be interrupted. */
async function learnItemOwners({ context, inputs, isOwn, live }: ListJob): Promise<void> {
  const own = markOf(inputs);
  const wanted = new Set(itemsOf(inputs).map(itemKey));
  const unmarked = (live?.items ?? []).filter(
    (item) => item.mark === undefined && wanted.has(item.key) && !isOwn(item) && !isHeldId(context, item.id),
  );
  if (own && unmarked.length > 0) await learnHeldIds(context);
  const ofStack = (live?.items ?? []).filter(
    ({ mark }) => own && mark && ["attempt", "sibling"].includes(relationOf(mark, own)),
  );
  await learnOwners(
    context,
    own,
    ofStack.flatMap(({ mark }) => mark ?? []),
  );
  const suspects = ofStack.filter(
    (item) =>
      own &&
      item.mark &&
      relationOf(item.mark, own) === "attempt" &&
      !isOwn(item) &&
      !isHeld(context, item.mark),
  );
  tellSuspects(
    context,
    `list ${String(inputs["name"])}`,
    suspects.map((item) => ({ id: item.id, what: `item ${shown(inputs, item)}`, since: undefined })),
  );
}

function stepText({ accountId, inputs }: ListJob, list: AccountList, step: ItemsStep): [string, string?] {
  const at = { account_id: accountId, list_id: list.id };
  const call = (name: Parameters<typeof callText>[0]) => callText(name, { accountId }, at);
  switch (step.kind) {
    case "add":
      return [`${counted(step.items.length, "item")} added`, call("addListItems")];
    case "replace":
      return [`all items replaced by ${counted(step.items.length, "item")}`, call("replaceListItems")];
    case "remove":
      return [`${counted(step.ids.length, "item")} removed`, call("removeListItems")];
    default:
      return [String(inputs["name"])];
  }
}

function logWrite({ context }: ListJob, { name }: AccountList, what: string, call?: string): void {
  const where = `list ${name}`;
  const text = call === undefined ? `${where}: ${what}` : `${where}: ${what}: ${call}`;
  context.log(redacted(text), { write: { where, what } });
}

/** Returns the text by which a message names an item. The program of another owner may keep its items secret. */
function shown(inputs: Properties, { key, mark }: LiveItem): string {
  if (isSecretInput(inputs, "items")) return "(secret)";
  const own = markOf(inputs);
  const isOfOther = mark !== undefined && (own === undefined || mark.resource !== own.resource);
  const isDeclared = () => itemsOf(inputs).some((item) => itemKey(item) === key);
  return isOfOther && !isDeclared() ? "(may be secret)" : key;
}

function ownerText({ mark }: LiveItem): string {
  return mark ? ` of ${mark.owner}` : "";
}

/** Says which items of others a list has, and what to do. */
export function conflictText(
  inputs: Properties,
  { name, id }: AccountList,
  { items, why }: Pick<Extract<ItemsStep, { kind: "conflict" }>, "items" | "why">,
): string {
  const texts = items.map((item) => `${shown(inputs, item)}${ownerText(item)} (${item.id})`);
  const named = joinFirst(texts, NAMED);
  const list = `The list ${JSON.stringify(name)} (${id})`;
  if (why === "other-target")
    return (
      `${list} has ${named} with another meaning, and those items are not of this resource. The update stops: ` +
      "declare the same, or leave the items out."
    );
  return (
    `${list} has items that this resource did not put there: ${named}. The update stops, since ownership is ` +
    '"exclusive": declare them, set ownership to "shared", or set takeOver: true to remove them. If somebody has added them since ' +
    "the last refresh, `pulumi refresh` shows them as a change."
  );
}

function wrongKind({ name, id, kind }: AccountList, inputs: Properties): string {
  return (
    `kind: the list ${JSON.stringify(name)} (${id}) exists and is of kind "${kind}", and the program declares kind ` +
    `"${String(inputs["kind"])}". The kind of a list never changes. Choose another name, or declare kind "${kind}".`
  );
}

/** Says that a list of that name exists, and what to do. */
export function nameTaken(list: AccountList): string {
  const { mark } = descriptionOf(list);
  const maker = mark ? `, made by ${mark.owner}` : "";
  return (
    `A list ${JSON.stringify(list.name)} that this resource did not make already exists (id ${list.id}, ${counted(list.num_items, "item")}${maker}). ` +
    'Nothing was written: choose another name, leave ownership "shared" to add items to it, or set takeOver: true to own all of it.'
  );
}

/** Throws an error that says what to do if rules still name the list. */
export function explainRemoval(error: unknown, { name }: AccountList): never {
  if (isInvalidRequest(error) && !isNotFound(error) && !isChanged(error)) {
    const told = quotesAnswers()
      ? (error.serverMessage ?? error.message)
      : `${error.what} ${ANSWER_NOT_SHOWN}`;
    throw new LifecycleError(
      `The API does not remove the list $${name}: ${told}. Remove the rules that name it first. If they ` +
        "are in this program, `pulumi up` lets the engine know that they name the list, and then removes them first; in a language other than " +
        "TypeScript, write the name as an output of the list.",
    );
  }
  throw error;
}
