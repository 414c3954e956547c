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
  /** A JSON array of host names. */
  readonly vanity_name_servers: string;
  /** A JSON object with sorted keys. */
  readonly tags: string;
  /** When tags were last written; empty without tags. */
  readonly tags_updated_at: string;
}

/** The columns with defaults: not paused, no vanity name servers, no tags. */
type Defaulted = "paused" | "vanity_name_servers" | "tags" | "tags_updated_at";

/** A zone to insert. The name of its account is joined. */
export type NewZone = Omit<ZoneRow, "account_name" | Defaulted> & Partial<Pick<ZoneRow, Defaulted>>;

const SELECT =
  "SELECT zones.*, accounts.name AS account_name FROM zones JOIN accounts ON accounts.id = zones.account_id";

export function zoneStore(data: DataFile) {
  const selectAll = data.prepare<ZoneRow>(`${SELECT} ORDER BY zones.name`);
  const selectOne = data.prepare<ZoneRow>(`${SELECT} WHERE zones.id = ?`);
  const selectName = data.prepare<ZoneRow>(`${SELECT} WHERE zones.name = ?`);
  const insert = data.prepare(
    "INSERT INTO zones (id, name, account_id, plan, type, created_on, modified_on, paused, vanity_name_servers, tags, tags_updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const update = data.prepare(
    "UPDATE zones SET paused = ?, type = ?, plan = ?, modified_on = ?, vanity_name_servers = ?, tags = ?, tags_updated_at = ? WHERE id = ?",
  );
  const remove = data.prepare("DELETE FROM zones WHERE id = ?");
  return {
    list: () => selectAll.all(),
    get: data.cached((id: string) => selectOne.first(id)),
    getByName: (name: string) => selectName.first(name),
    create(row: NewZone) {
      const {
        paused = 0,
        vanity_name_servers: vanity = "[]",
        tags = "{}",
        tags_updated_at: tagged = "",
      } = row;
      const { id, name, account_id: account, plan, type, created_on: created, modified_on: modified } = row;
      insert.run(id, name, account, plan, type, created, modified, paused, vanity, tags, tagged);
    },
    replace(row: ZoneRow) {
      const { paused, type, plan, modified_on: modified, vanity_name_servers: vanity } = row;
      update.run(paused, type, plan, modified, vanity, row.tags, row.tags_updated_at, row.id);
    },
    remove: (id: string) => remove.run(id),
  };
}
