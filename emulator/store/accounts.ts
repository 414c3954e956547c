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

export class AccountStore {
  private readonly selectAll;
  private readonly selectOne;
  private readonly insert;
  private readonly update;
  private readonly delete;

  constructor(data: DataFile) {
    this.selectAll = data.prepare<StoredAccountRow>("SELECT * FROM accounts ORDER BY name, id");
    this.selectOne = data.prepare<StoredAccountRow>("SELECT * FROM accounts WHERE id = ?");
    this.insert = data.prepare("INSERT INTO accounts (id, name, created_on, document) VALUES (?, ?, ?, ?)");
    this.update = data.prepare("UPDATE accounts SET name = ?, document = ? WHERE id = ?");
    this.delete = data.prepare("DELETE FROM accounts WHERE id = ?");
  }

  list(): AccountRow[] {
    return this.selectAll.all().map(fromRow);
  }

  get(id: string): AccountRow | undefined {
    const row = this.selectOne.first(id);
    return row && fromRow(row);
  }

  create({ id, name, created_on: createdOn, ...document }: AccountRow): void {
    this.insert.run(id, name, createdOn, JSON.stringify(document));
  }

  replace({ id, name, type, parent, enforceTwoFactor, abuseContactEmail }: AccountRow): void {
    const document = { type, parent, enforceTwoFactor, abuseContactEmail };
    this.update.run(name, JSON.stringify(document), id);
  }

  remove(id: string): void {
    this.delete.run(id);
  }
}

function fromRow({ document, ...row }: StoredAccountRow): AccountRow {
  // Only create and replace write this column.
  return { ...(JSON.parse(document) as AccountDocument), ...row };
}
