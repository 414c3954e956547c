import { z } from "zod";
import type { Platform } from "../platform";
import { sha256 } from "../ids";
import { BOOTSTRAP_ID, ensureBootstrapToken } from "../initial-data";
import {
  clearTables,
  DATA_TABLES,
  UnstorableTextError,
  UnwritableDataError,
  type DataFile,
  type SqlValue,
} from "../store/database";
import { ControlError } from "./control-error";
import type * as Documents from "./documents";
import { SNAPSHOT_ROWS } from "./snapshot-rows";

const FORMAT = 1;

type Row = Readonly<Record<string, unknown>>;

/** All stored data except the platform's own credentials. Token values are stored as hashes. */
export const Snapshot = z.strictObject({
  format: z.literal(FORMAT),
  tables: z.strictObject({
    accounts: z.array(SNAPSHOT_ROWS.accounts),
    zones: z.array(SNAPSHOT_ROWS.zones),
    tokens: z.array(SNAPSHOT_ROWS.tokens),
    rulesets: z.array(SNAPSHOT_ROWS.rulesets),
    ruleset_versions: z.array(SNAPSHOT_ROWS.ruleset_versions),
    rule_versions: z.array(SNAPSHOT_ROWS.rule_versions),
  }),
});
export type Snapshot = Documents.Snapshot;

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
  refuseMissingVersions(store.data);
  const bootstrapToken = store.settings.get("bootstrapToken") ?? "";
  const holder = store.tokens.getByValueHash(sha256(bootstrapToken));
  if (holder && holder.id !== BOOTSTRAP_ID)
    throw new ControlError(
      `tables.tokens: the platform's own token has the id ${BOOTSTRAP_ID}, not "${holder.id}"`,
    );
  ensureBootstrapToken(store, clock, vendor, bootstrapToken);
}

/** Omits columns with a default that a snapshot of an earlier release lacks. */
function columnsOf(data: DataFile, table: string, row: Row): string[] {
  return data
    .prepare<{ name: string; dflt_value: string | null }>("SELECT name, dflt_value FROM pragma_table_info(?)")
    .all(table)
    .filter(({ name, dflt_value: fallback }) => fallback === null || row[name] !== undefined)
    .map(({ name }) => name);
}

function insertRow(
  run: (...values: SqlValue[]) => number,
  columns: readonly string[],
  row: Row,
  at: string,
): void {
  const values = columns.map((column) => {
    const value = row[column];
    if (value === undefined) throw new ControlError(`${at} has no ${column}`);
    if (typeof value === "string" || typeof value === "number" || value === null) return value;
    throw new ControlError(`${at}.${column} is neither text, number nor null`);
  });
  try {
    run(...values);
  } catch (error) {
    if (error instanceof UnstorableTextError || error instanceof UnwritableDataError) throw error;
    throw new ControlError(`${at} does not fit: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Rulesets name their latest version, and versions their rules, by values that are no foreign keys. */
function refuseMissingVersions(data: DataFile): void {
  const ruleset = data
    .prepare<{ id: string; latest: number }>(
      `SELECT id, latest FROM rulesets WHERE NOT EXISTS
        (SELECT 1 FROM ruleset_versions v WHERE v.ruleset_id = rulesets.id AND v.version = latest)`,
    )
    .first();
  if (ruleset)
    throw new ControlError(
      `tables.rulesets: ${ruleset.id} has no version ${ruleset.latest} in tables.ruleset_versions`,
    );
  const rule = data
    .prepare<{ id: string; version: number; rule: string }>(
      `SELECT v.ruleset_id AS id, v.version, o.value AS rule FROM ruleset_versions v CROSS JOIN json_each(v.rules) o
        WHERE NOT EXISTS (SELECT 1 FROM rule_versions c
          WHERE c.ruleset_id = v.ruleset_id AND c.rule_id = o.value ->> 0 AND c.version = o.value ->> 1)`,
    )
    .first();
  if (rule)
    throw new ControlError(
      `tables.ruleset_versions: version ${rule.version} of ${rule.id} has the rule ${rule.rule}, which tables.rule_versions has not`,
    );
}
