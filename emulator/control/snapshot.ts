import { z } from "zod";
import type { Platform } from "../platform";
import { ensureBootstrapToken } from "../initial-data";
import { clearTables, DATA_TABLES, type DataFile, type SqlValue } from "../store/database";
import { ControlError } from "./control-error";

const FORMAT = 1;

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** All stored data except the platform's own credentials. Token values are stored as hashes. */
export const Snapshot = z.strictObject({
  format: z.literal(FORMAT),
  tables: z.strictObject({
    accounts: z.array(Row),
    zones: z.array(Row),
    tokens: z.array(Row),
    rulesets: z.array(Row),
    ruleset_versions: z.array(Row),
    rule_versions: z.array(Row),
  } satisfies Record<(typeof DATA_TABLES)[number], z.ZodType>),
});
export type Snapshot = z.infer<typeof Snapshot>;

export function readSnapshot({ store: { data } }: Platform): unknown {
  const tables = DATA_TABLES.map((table) => [table, data.prepare(`SELECT * FROM ${table}`).all()] as const);
  return { format: FORMAT, tables: Object.fromEntries(tables) };
}

/** Replaces all data by a snapshot. @throws ControlError if a row does not fit its table */
export function writeSnapshot(platform: Platform, { tables }: Snapshot): void {
  const { store, clock, vendor } = platform;
  clearTables(store.data);
  for (const table of DATA_TABLES) {
    const columns = columnsOf(store.data, table, tables[table][0] ?? {});
    const insert = store.data.prepare(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    tables[table].forEach((row, index) => {
      insertRow(insert.run.bind(insert), columns, row, `tables.${table}[${index}]`);
    });
  }
  ensureBootstrapToken(store, clock, vendor, store.settings.get("bootstrapToken") ?? "");
}

/** Omits columns with a default that a snapshot of an earlier release lacks. */
function columnsOf(data: DataFile, table: string, row: z.infer<typeof Row>): string[] {
  return data
    .prepare<{ name: string; dflt_value: string | null }>("SELECT name, dflt_value FROM pragma_table_info(?)")
    .all(table)
    .filter(({ name, dflt_value: fallback }) => fallback === null || row[name] !== undefined)
    .map(({ name }) => name);
}

function insertRow(
  run: (...values: SqlValue[]) => number,
  columns: readonly string[],
  row: z.infer<typeof Row>,
  at: string,
): void {
  const values = columns.map((column) => {
    const value = row[column];
    if (value === undefined) throw new ControlError(`${at} has no ${column}`);
    return value;
  });
  try {
    run(...values);
  } catch (error) {
    throw new ControlError(`${at} does not fit: ${error instanceof Error ? error.message : String(error)}`);
  }
}
