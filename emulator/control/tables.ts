import { DATA_TABLES, type DataFile } from "../store/database";

/** Deletes every row of data. Settings (who the user is, the vendor) stay. */
export function clearTables(data: DataFile): void {
  for (const table of DATA_TABLES.toReversed()) data.prepare(`DELETE FROM ${table}`).run();
}
