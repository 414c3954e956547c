import type { DataFile } from "./database";

/** What clients can set of an account, besides its name. */
export interface AccountDocument {
  readonly type?: string;
  /** The id of the tenant unit or organization that contains the account. */
  readonly parent?: string;
  readonly enforceTwoFactor?: boolean;
  readonly abuseContactEmail?: string | null;
}

export interface AccountRow extends AccountDocument {
  readonly id: string;
  readonly name: string;
  readonly created_on: string;
}

interface StoredAccountRow {
  readonly id: string;
  readonly name: string;
  readonly created_on: string;
  readonly document: string;
}

export function accountStore(data: DataFile) {
  const selectAll = data.prepare<StoredAccountRow>("SELECT * FROM accounts ORDER BY name, id");
  const selectOne = data.prepare<StoredAccountRow>("SELECT * FROM accounts WHERE id = ?");
  const insert = data.prepare("INSERT INTO accounts (id, name, created_on, document) VALUES (?, ?, ?, ?)");
  const update = data.prepare("UPDATE accounts SET name = ?, document = ? WHERE id = ?");
  const remove = data.prepare("DELETE FROM accounts WHERE id = ?");
  return {
    list: () => selectAll.all().map(fromRow),
    get: (id: string) => selectOne.all(id).map(fromRow).at(0),
    create({ id, name, created_on: createdOn, ...document }: AccountRow) {
      insert.run(id, name, createdOn, JSON.stringify(document));
    },
    replace({ id, name, type, parent, enforceTwoFactor, abuseContactEmail }: AccountRow) {
      const document = { type, parent, enforceTwoFactor, abuseContactEmail };
      update.run(name, JSON.stringify(document), id);
    },
    remove: (id: string) => remove.run(id),
  };
}

function fromRow({ document, ...row }: StoredAccountRow): AccountRow {
  // Only create and replace write this column.
  return { ...(JSON.parse(document) as AccountDocument), ...row };
}
