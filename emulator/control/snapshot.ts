import { z } from "zod";
import {
  Condition,
  Kind,
  ListItem,
  ListKind,
  PERMISSION_SCOPES,
  Phase,
  Policy,
  Rule,
  TokenStatus,
  ZONE_PLANS,
} from "../../provider/api";
import { ControlError } from "../failures";
import { sha256 } from "../ids";
import { BOOTSTRAP_ID, ensureBootstrapToken } from "../initial-data";
import type { Platform } from "../platform";
import {
  clearTables,
  DATA_TABLES,
  type DataFile,
  type SqlValue,
  UnstorableTextError,
  UnwritableDataError,
} from "../store/database";
import type * as Documents from "./documents";

const Time = z.iso.datetime({ offset: true });
const Version = z.int().positive();

/** A text that is JSON of this form. */
function jsonText(schema: z.ZodType) {
  return z.string().superRefine((text, context) => {
    const parsed = schema.safeParse(valueOf(text));
    if (parsed.success) return;
    context.addIssue({
      code: "custom",
      message: `is not the JSON of this column: ${z.prettifyError(parsed.error)}`,
    });
  });
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TokenDocument = z.strictObject({
  name: z.string(),
  status: TokenStatus,
  modifiedOn: Time,
  notBefore: Time.nullable(),
  expiresOn: Time.nullable(),
  policies: z.array(Policy),
  condition: Condition.nullable(),
});
const AccountDocument = z.strictObject({
  type: z.string().optional(),
  parent: z.string().optional(),
  enforceTwoFactor: z.boolean().optional(),
  abuseContactEmail: z.string().nullish(),
});

/** The rows of each table, so that what a snapshot restores can be read. A column with a default is optional. */
const SNAPSHOT_ROWS = {
  accounts: z.looseObject({
    id: z.string(),
    name: z.string(),
    created_on: Time,
    document: jsonText(AccountDocument).optional(),
  }),
  zones: z.looseObject({
    id: z.string(),
    name: z.string(),
    account_id: z.string(),
    plan: z.enum(ZONE_PLANS),
    type: z.string(),
    created_on: Time,
    modified_on: Time,
    paused: z.literal([0, 1]).optional(),
    vanity_name_servers: jsonText(z.array(z.string())).optional(),
    tags: jsonText(z.record(z.string(), z.string())).optional(),
    tags_updated_at: z.union([Time, z.literal("")]).optional(),
  }),
  tokens: z.looseObject({
    id: z.string(),
    owner: z.string().regex(/^(user|account):./, "must be user:<id> or account:<id>"),
    value_hash: z.string(),
    issued_on: Time,
    made: z.int(),
    last_used_on: Time.nullable(),
    document: jsonText(TokenDocument),
  }),
  rulesets: z.looseObject({
    id: z.string(),
    scope: z.string().regex(/^((zone|account):.|vendor$)/, "must be zone:<id>, account:<id> or vendor"),
    kind: Kind,
    phase: Phase,
    name: z.string(),
    latest: Version,
    made: z.int(),
  }),
  ruleset_versions: z.looseObject({
    ruleset_id: z.string(),
    version: Version,
    description: z.string(),
    last_updated: Time,
    rules: jsonText(z.array(z.tuple([z.string(), Version]))),
  }),
  rule_versions: z.looseObject({
    ruleset_id: z.string(),
    rule_id: z.string(),
    version: Version,
    content: jsonText(z.looseObject({ ...Rule.shape, version: z.string() })),
  }),
  lists: z.looseObject({
    id: z.string(),
    account_id: z.string(),
    name: z.string(),
    kind: ListKind,
    description: z.string(),
    created_on: Time,
    modified_on: Time,
    items: jsonText(z.array(ListItem)),
  }),
  list_operations: z.looseObject({
    id: z.string(),
    account_id: z.string(),
    list_id: z.string(),
    started_on: Time,
    completes_on: Time,
    changes: z.int(),
    before: jsonText(z.strictObject({ items: z.array(ListItem), modified_on: Time })),
    error: z.string(),
  }),
  permission_groups: z.looseObject({
    id: z.string(),
    name: z.string(),
    scope: z.enum(PERMISSION_SCOPES),
    access: z.enum(["read", "write"]),
  }),
} satisfies Record<(typeof DATA_TABLES)[number], z.ZodType>;

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
    // Snapshots of earlier releases have none.
    lists: z.array(SNAPSHOT_ROWS.lists).optional(),
    list_operations: z.array(SNAPSHOT_ROWS.list_operations).optional(),
    permission_groups: z.array(SNAPSHOT_ROWS.permission_groups).optional(),
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
    const rows = tables[table] ?? [];
    const columns = columnsOf(store.data, table, rows[0] ?? {});
    const insert = store.data.prepare(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    rows.forEach((row, index) => {
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
