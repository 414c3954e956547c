import type { ZonePlan } from "../../provider/api";
import type { DataFile } from "./database";

export interface ZoneRow {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly plan: ZonePlan;
  readonly type: string;
  readonly created_on: string;
  readonly modified_on: string;
  readonly paused: 0 | 1;
}

/** A zone to insert. The name of its account is joined, and it is not paused. */
export type NewZone = Omit<ZoneRow, "account_name" | "paused">;

const SELECT =
  "SELECT zones.*, accounts.name AS account_name FROM zones JOIN accounts ON accounts.id = zones.account_id";

export class ZoneStore {
  readonly get: (id: string) => ZoneRow | undefined;
  private readonly selectAll;
  private readonly selectName;
  private readonly insert;
  private readonly update;
  private readonly delete;

  constructor(data: DataFile) {
    this.selectAll = data.prepare<ZoneRow>(`${SELECT} ORDER BY zones.name`);
    const selectOne = data.prepare<ZoneRow>(`${SELECT} WHERE zones.id = ?`);
    this.get = data.cached((id: string) => selectOne.first(id));
    this.selectName = data.prepare<ZoneRow>(`${SELECT} WHERE zones.name = ?`);
    this.insert = data.prepare(
      "INSERT INTO zones (id, name, account_id, plan, type, created_on, modified_on) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.update = data.prepare(
      "UPDATE zones SET paused = ?, type = ?, plan = ?, modified_on = ? WHERE id = ?",
    );
    this.delete = data.prepare("DELETE FROM zones WHERE id = ?");
  }

  list(): ZoneRow[] {
    return this.selectAll.all();
  }

  getByName(name: string): ZoneRow | undefined {
    return this.selectName.first(name);
  }

  create(row: NewZone): void {
    this.insert.run(row.id, row.name, row.account_id, row.plan, row.type, row.created_on, row.modified_on);
  }

  replace({ id, paused, type, plan, modified_on: modifiedOn }: ZoneRow): void {
    this.update.run(paused, type, plan, modifiedOn, id);
  }

  remove(id: string): void {
    this.delete.run(id);
  }
}
