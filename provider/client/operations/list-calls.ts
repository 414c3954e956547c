import type { AccountList, ListCreate, ListItemWrite, OperationName, StartedOperation } from "../../api/wire";
import type { ClientEnvironment } from "../environment";
import { ChangedError, InvalidRequestError, isRateLimit, type EdgeError } from "../errors";
import { readAt, type Basis } from "../queue/basis";
import type { KeyedMutex } from "../queue/keyed-mutex";
import { listCursor } from "./list-pages";
import type { OperationCaller } from "./operation-caller";
import { pathSegment } from "./request-path";

const ITEMS_A_PAGE = 500;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** How long a write waits for the operations of others, and for its own. */
const LONGEST_OPERATION_MS = 15 * 60_000;

/**
 * Lists of an account. The API changes items later, in one operation at a time for each account: these methods wait until an operation
 * of somebody else has ended, and return when their own has. A change of items, or a removal, with `basedOn` is sent only while the list
 * is as it was read; otherwise ChangedError is thrown.
 */
export function listCalls(
  { call, page }: OperationCaller,
  mutex: KeyedMutex,
  environment: Pick<ClientEnvironment, "now" | "sleep">,
) {
  const of = (accountId: string) => ({ account_id: accountId });
  const at = (accountId: string, id: string) => ({ parameters: { ...of(accountId), list_id: id } });
  const get = async (accountId: string, id: string) => call("getList", at(accountId, id));

  const basisOn = (accountId: string, basedOn: AccountList): Basis => ({
    readAt: readAt(basedOn),
    confirm: async () => {
      const now = await get(accountId, basedOn.id);
      if (now.modified_on === basedOn.modified_on && now.num_items === basedOn.num_items) return readAt(now);
      throw new ChangedError(
        `the list ${basedOn.name} was changed meanwhile, at ${now.modified_on ?? "an unknown time"}`,
        {
          hint: "Nothing was written over that change. Try again.",
        },
      );
    },
  });

  /**
   * Sends a write again while the API refuses it because of an operation that is pending. That operation may change the list, so a write
   * that is sent again relies on a new read.
   */
  async function whenFree<T>(
    accountId: string,
    basedOn: AccountList,
    write: (basis: Basis) => Promise<T>,
  ): Promise<T> {
    let basis = basisOn(accountId, basedOn);
    return mutex.run(`accounts/${pathSegment("account_id", accountId)}/lists`, async () => {
      const end = environment.now() + LONGEST_OPERATION_MS;
      for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
        try {
          return await write(basis);
        } catch (error) {
          // Without a status, the API has asked for a pause that is longer than a call may wait.
          const isPending = isRateLimit(error) && error.status === 429;
          if (!isPending || environment.now() + wait > end) throw error;
          await environment.sleep(wait);
          basis = { ...basis, readAt: -Infinity };
        }
      }
    });
  }

  async function untilCompleted(accountId: string, { operation_id }: StartedOperation): Promise<void> {
    const end = environment.now() + LONGEST_OPERATION_MS;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      const operation = await call("getBulkOperation", { parameters: { ...of(accountId), operation_id } });
      if (operation.status === "completed") return;
      if (operation.status === "failed") throw failed(operation_id, operation.error);
      if (environment.now() + wait > end) throw endless(operation_id);
      await environment.sleep(wait);
    }
  }

  async function change(
    name: Extract<OperationName, "addListItems" | "replaceListItems" | "removeListItems">,
    accountId: string,
    basedOn: AccountList,
    body: unknown,
  ): Promise<void> {
    await whenFree(accountId, basedOn, async (basis) =>
      untilCompleted(accountId, await call(name, { ...at(accountId, basedOn.id), body, basis })),
    );
  }

  return {
    /** Returns the lists without their items. */
    list: async (accountId: string) => call("listLists", { parameters: of(accountId) }),
    get,
    /** Creates an empty list. Retried only if the request was not carried out. */
    create: async (accountId: string, body: ListCreate) =>
      call("createList", { parameters: of(accountId), body }),
    describe: async (accountId: string, id: string, description: string) =>
      call("updateList", { ...at(accountId, id), body: { description } }),
    remove: (accountId: string, basedOn: AccountList) =>
      whenFree(accountId, basedOn, async (basis) => {
        await call("removeList", { ...at(accountId, basedOn.id), basis });
      }),
    /** Returns the items of all pages. */
    items: (accountId: string, id: string) =>
      listCursor("items", async (cursor) =>
        page("listListItems", { ...at(accountId, id), query: { cursor, per_page: ITEMS_A_PAGE } }),
      ),
    addItems: (accountId: string, basedOn: AccountList, items: readonly ListItemWrite[]) =>
      change("addListItems", accountId, basedOn, items),
    /** Replaces all items. */
    replaceItems: (accountId: string, basedOn: AccountList, items: readonly ListItemWrite[]) =>
      change("replaceListItems", accountId, basedOn, items),
    removeItems: (accountId: string, basedOn: AccountList, ids: readonly string[]) =>
      change("removeListItems", accountId, basedOn, { items: ids.map((id) => ({ id })) }),
  };
}

function failed(id: string, reason: string | undefined): EdgeError {
  return new InvalidRequestError(`the API could not carry out the change of items (operation ${id})`, {
    serverMessage: reason ?? "no reason given",
  });
}

function endless(id: string): EdgeError {
  return new InvalidRequestError(
    `the change of items (operation ${id}) has not ended after ${LONGEST_OPERATION_MS / 60_000} minutes`,
    { outcome: "unknown", hint: "The API may still carry it out. Run the update again later." },
  );
}
