import type { ListItem, ListKind } from "../../provider/api/wire";
import type { DataFile } from "./database";

export interface StoredListSummary {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly kind: ListKind;
  readonly description: string;
  readonly created_on: string;
  readonly modified_on: string;
}

export interface StoredList extends StoredListSummary {
  /** Oldest first. */
  readonly items: readonly ListItem[];
}

/** A change of items. Until `completes_on`, the list answers as it was `before`. */
export interface StoredOperation {
  readonly id: string;
  readonly account_id: string;
  readonly list_id: string;
  readonly started_on: string;
  readonly completes_on: string;
  /** The number of items that it changes. */
  readonly changes: number;
  /** JSON of the list's items and its `modified_on` before the operation. */
  readonly before: string;
  /** Why it has changed nothing; empty if it succeeds. */
  readonly error: string;
}

type ListRow = StoredListSummary & { readonly items: string };

export function listStore(data: DataFile) {
  const selectAccount = data.prepare<ListRow>("SELECT * FROM lists WHERE account_id = ? ORDER BY name");
  const selectOne = data.prepare<ListRow>("SELECT * FROM lists WHERE id = ?");
  const selectKinds = data.prepare<Pick<ListRow, "name" | "kind">>(
    "SELECT name, kind FROM lists WHERE account_id = ?",
  );
  const insert = data.prepare("INSERT INTO lists VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const update = data.prepare("UPDATE lists SET description = ?, modified_on = ?, items = ? WHERE id = ?");
  const remove = data.prepare("DELETE FROM lists WHERE id = ?");
  const selectOperation = data.prepare<StoredOperation>("SELECT * FROM list_operations WHERE id = ?");
  const selectLatest = data.prepare<StoredOperation>(
    "SELECT * FROM list_operations WHERE account_id = ? ORDER BY completes_on DESC LIMIT 1",
  );
  const sumChanges = data.prepare<{ count: number | null }>(
    "SELECT sum(changes) AS count FROM list_operations WHERE account_id = ? AND started_on > ?",
  );
  const insertOperation = data.prepare("INSERT INTO list_operations VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const deleteLists = data.prepare("DELETE FROM lists WHERE account_id = ?");
  const deleteOperations = data.prepare("DELETE FROM list_operations WHERE account_id = ?");
  return {
    /** Lists the lists of an account by name. */
    list: (accountId: string) => selectAccount.all(accountId).map(fromRow),
    /** Returns the kinds of the lists of an account by name. */
    kinds: (accountId: string): ReadonlyMap<string, ListKind> =>
      new Map(selectKinds.all(accountId).map(({ name, kind }) => [name, kind])),
    get: (id: string) => selectOne.all(id).map(fromRow).at(0),
    create({ id, account_id, name, kind, description, created_on, modified_on, items }: StoredList) {
      insert.run(id, account_id, name, kind, description, created_on, modified_on, JSON.stringify(items));
    },
    replace({ id, description, modified_on, items }: StoredList) {
      update.run(description, modified_on, JSON.stringify(items), id);
    },
    /** Its operations stay: an answer names them. */
    remove: (id: string) => remove.run(id),
    /** Removes the lists and operations of an account. */
    removeAccount(accountId: string) {
      deleteLists.run(accountId);
      deleteOperations.run(accountId);
    },
    getOperation: (id: string) => selectOperation.first(id),
    /** Returns the operation of an account that is completed last. */
    latestOperation: (accountId: string) => selectLatest.first(accountId),
    /** Returns the number of items that the operations of an account have changed since a time. */
    changesSince: (accountId: string, time: string) => sumChanges.first(accountId, time)?.count ?? 0,
    addOperation(operation: StoredOperation) {
      const { id, account_id, list_id, started_on, completes_on, changes, before, error } = operation;
      insertOperation.run(id, account_id, list_id, started_on, completes_on, changes, before, error);
    },
  };
}

function fromRow({ items, ...row }: ListRow): StoredList {
  // Only create and replace write this column.
  return { ...row, items: JSON.parse(items) as ListItem[] };
}
