import type { DataFile } from "./database";

export const PLANS = ["free", "pro", "business", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

export interface ZoneRow {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly plan: Plan;
  readonly type: string;
  readonly created_on: string;
  readonly modified_on: string;
}

const SELECT =
  "SELECT zones.*, accounts.name AS account_name FROM zones JOIN accounts ON accounts.id = zones.account_id";

export class ZoneStore {
  private readonly selectAll;
  private readonly selectOne;
  private readonly selectName;
  private readonly insert;
  private readonly delete;

  constructor(data: DataFile) {
    this.selectAll = data.prepare<ZoneRow>(`${SELECT} ORDER BY zones.name`);
    this.selectOne = data.prepare<ZoneRow>(`${SELECT} WHERE zones.id = ?`);
    this.selectName = data.prepare<ZoneRow>(`${SELECT} WHERE zones.name = ?`);
    this.insert = data.prepare("INSERT INTO zones VALUES (?, ?, ?, ?, ?, ?, ?)");
    this.delete = data.prepare("DELETE FROM zones WHERE id = ?");
  }

  list(): ZoneRow[] {
    return this.selectAll.all();
  }

  get(id: string): ZoneRow | undefined {
    return this.selectOne.first(id);
  }

  getByName(name: string): ZoneRow | undefined {
    return this.selectName.first(name);
  }

  create(row: Omit<ZoneRow, "account_name">): void {
    this.insert.run(row.id, row.name, row.account_id, row.plan, row.type, row.created_on, row.modified_on);
  }

  remove(id: string): void {
    this.delete.run(id);
  }
}
