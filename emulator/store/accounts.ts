import type { DataFile } from "./database";

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly created_on: string;
}

export class AccountStore {
  private readonly selectAll;
  private readonly selectOne;
  private readonly insert;

  constructor(data: DataFile) {
    this.selectAll = data.prepare<AccountRow>("SELECT * FROM accounts ORDER BY name, id");
    this.selectOne = data.prepare<AccountRow>("SELECT * FROM accounts WHERE id = ?");
    this.insert = data.prepare("INSERT INTO accounts VALUES (?, ?, ?)");
  }

  list(): AccountRow[] {
    return this.selectAll.all();
  }

  get(id: string): AccountRow | undefined {
    return this.selectOne.first(id);
  }

  create(row: AccountRow): void {
    this.insert.run(row.id, row.name, row.created_on);
  }
}
