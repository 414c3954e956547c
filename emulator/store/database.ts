import Database from "libsql";

export type SqlValue = string | number | null;

/** A prepared statement whose rows are of type `Row`. */
export interface Statement<Row> {
  all(...values: SqlValue[]): Row[];
  first(...values: SqlValue[]): Row | undefined;
  /** Returns the number of changed rows. */
  run(...values: SqlValue[]): number;
}

/** Results that one query caches. Some are whole rulesets. */
const MAX_CACHED = 64;

/** The data folder cannot be used: for example, its file is damaged or was written by a later release. */
export class UnreadableDataError extends Error {}

/** Another process has locked the data file. */
export class DataInUseError extends Error {}

/** The disk is full, or the data file cannot be written for another reason. What was stored before stays. */
export class UnwritableDataError extends Error {}

/** A text contains NUL or half of a surrogate pair. */
export class UnstorableTextError extends Error {
  constructor() {
    super("a name or description must not contain NUL (U+0000) or half of a surrogate pair");
  }
}

/** The migrations of the schema. A data file stores how many it has. A released migration never changes. */
const MIGRATIONS = [
  `
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_on TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE zones (
  id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL REFERENCES accounts (id),
  plan TEXT NOT NULL, type TEXT NOT NULL, created_on TEXT NOT NULL, modified_on TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX zones_by_account ON zones (account_id);
CREATE TABLE tokens (
  id TEXT PRIMARY KEY, owner TEXT NOT NULL, value_hash TEXT NOT NULL UNIQUE, issued_on TEXT NOT NULL,
  made INTEGER NOT NULL, last_used_on TEXT, document TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX tokens_by_owner ON tokens (owner, made);
CREATE TABLE rulesets (
  id TEXT PRIMARY KEY, scope TEXT NOT NULL, kind TEXT NOT NULL, phase TEXT NOT NULL, name TEXT NOT NULL,
  latest INTEGER NOT NULL, made INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX rulesets_by_scope ON rulesets (scope, made);
CREATE UNIQUE INDEX one_entrypoint ON rulesets (scope, phase) WHERE kind IN ('zone', 'root');
CREATE TABLE ruleset_versions (
  ruleset_id TEXT NOT NULL REFERENCES rulesets (id) ON DELETE CASCADE, version INTEGER NOT NULL,
  description TEXT NOT NULL, last_updated TEXT NOT NULL, rules TEXT NOT NULL,
  PRIMARY KEY (ruleset_id, version)
) WITHOUT ROWID;
CREATE TABLE rule_versions (
  ruleset_id TEXT NOT NULL REFERENCES rulesets (id) ON DELETE CASCADE, rule_id TEXT NOT NULL,
  version INTEGER NOT NULL, content TEXT NOT NULL,
  PRIMARY KEY (ruleset_id, rule_id, version)
) WITHOUT ROWID;
`,
  "ALTER TABLE zones ADD COLUMN paused INTEGER NOT NULL DEFAULT 0",
  `
ALTER TABLE zones ADD COLUMN vanity_name_servers TEXT NOT NULL DEFAULT '[]';
ALTER TABLE accounts ADD COLUMN document TEXT NOT NULL DEFAULT '{}';
`,
  `
CREATE TABLE lists (
  id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), name TEXT NOT NULL, kind TEXT NOT NULL,
  description TEXT NOT NULL, created_on TEXT NOT NULL, modified_on TEXT NOT NULL, items TEXT NOT NULL,
  UNIQUE (account_id, name)
) WITHOUT ROWID;
CREATE TABLE list_operations (
  id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), list_id TEXT NOT NULL, started_on TEXT NOT NULL,
  completes_on TEXT NOT NULL, changes INTEGER NOT NULL, before TEXT NOT NULL, error TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX list_operations_by_account ON list_operations (account_id, completes_on);
`,
  `
ALTER TABLE zones ADD COLUMN tags TEXT NOT NULL DEFAULT '{}';
ALTER TABLE zones ADD COLUMN tags_updated_at TEXT NOT NULL DEFAULT '';
`,
  "CREATE TABLE permission_groups (id TEXT PRIMARY KEY, name TEXT NOT NULL, scope TEXT NOT NULL, access TEXT NOT NULL) WITHOUT ROWID",
] as const;

/** All tables except `settings`, parents before children. */
export const DATA_TABLES = [
  "accounts",
  "zones",
  "tokens",
  "rulesets",
  "ruleset_versions",
  "rule_versions",
  "lists",
  "list_operations",
  "permission_groups",
] as const;

/**
 * The embedded database of a platform. A write is in the write-ahead log when `transaction` returns, so it survives the death
 * of the process. A power failure can lose the last transactions, but never a part of one.
 */
export class DataFile {
  /** Counts writes and rollbacks, which invalidate cached results. */
  private changes = 0;

  private constructor(
    private readonly database: Database.Database,
    private readonly file: string,
  ) {}

  /**
   * Opens or creates a file, and locks it until `close` or the end of the process.
   * @throws DataInUseError, UnreadableDataError
   */
  static open(file: string): DataFile {
    const database = connect(file);
    try {
      database.pragma("locking_mode = EXCLUSIVE");
      // Checked before the first write, so that a file of a later release stays unchanged.
      const version = knownVersion(database, file);
      database.pragma("journal_mode = WAL");
      database.pragma("synchronous = NORMAL");
      database.pragma("foreign_keys = ON");
      database.exec("BEGIN IMMEDIATE");
      if (version > 0) checkPages(database, file);
      prepareSchema(database, version);
      database.exec("COMMIT");
    } catch (error) {
      database.close();
      throw explain(error, file);
    }
    return new DataFile(database, file);
  }

  prepare<Row = never>(sql: string): Statement<Row> {
    const statement = this.database.prepare(sql);
    return {
      // Only this folder writes the tables, so the rows have the types of the statements.
      all: (...values) => statement.all(...values) as Row[],
      first: (...values) => statement.all(...values)[0] as Row | undefined,
      run: (...values) => {
        values.forEach(checkStorable);
        this.changes += 1;
        return this.write(() => statement.run(...values).changes);
      },
    };
  }

  /**
   * Caches the results of a query until the next write or rollback. The file is locked, so no other process can change it.
   * Callers share the results and must not change them.
   */
  cached<Key extends SqlValue[], Result>(read: (...key: Key) => Result): (...key: Key) => Result {
    const cache = new Map<string, Result>();
    let seen = this.changes;
    return (...key) => {
      if (seen !== this.changes || cache.size >= MAX_CACHED) cache.clear();
      seen = this.changes;
      const name = JSON.stringify(key);
      const hit = cache.get(name);
      if (hit !== undefined) return hit;
      const result = read(...key);
      cache.set(name, result);
      return result;
    };
  }

  /** Runs `work` in a transaction, which is committed if `keep` accepts the result, and rolled back otherwise or on errors. */
  transaction<T>(work: () => T, keep: (result: T) => boolean = () => true): T {
    this.write(() => this.database.exec("BEGIN IMMEDIATE"));
    try {
      const result = work();
      const kept = keep(result);
      this.write(() => this.database.exec(kept ? "COMMIT" : "ROLLBACK"));
      if (!kept) this.changes += 1;
      return result;
    } catch (error) {
      this.changes += 1;
      // Some disk errors end the transaction. Others leave it open, even if the COMMIT failed.
      if (this.database.inTransaction) this.database.exec("ROLLBACK");
      throw error;
    }
  }

  /** @throws UnwritableDataError */
  private write<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof Error && /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(codeOf(error)))
        throw new UnwritableDataError(
          `cannot write ${this.file} (${error.message}). Free space on its disk, then repeat the request.`,
        );
      throw error;
    }
  }

  /** Writes the log into the file and unlocks it. Closing alone keeps the lock until all statements are garbage-collected. */
  close(): void {
    this.database.pragma("journal_mode = DELETE");
    this.database.pragma("locking_mode = NORMAL");
    this.database.pragma("user_version");
    this.database.close();
  }
}

/** SQLite ends a text at NUL, and UTF-8 has no half of a surrogate pair: it would store another text than the caller has. */
function checkStorable(value: SqlValue): void {
  if (typeof value === "string" && /[\0\p{Surrogate}]/u.test(value)) throw new UnstorableTextError();
}

export function clearTables(data: DataFile): void {
  for (const table of DATA_TABLES.toReversed()) data.prepare(`DELETE FROM ${table}`).run();
}

function connect(file: string): Database.Database {
  try {
    return new Database(file);
  } catch (error) {
    throw explain(error, file);
  }
}

function knownVersion(database: Database.Database, file: string): number {
  const version = userVersion(database);
  if (version <= MIGRATIONS.length) return version;
  throw new UnreadableDataError(
    `${file} has format ${version}, but this release supports format ${MIGRATIONS.length}. Use the release that wrote it, or another folder.`,
  );
}

function prepareSchema(database: Database.Database, version: number): void {
  for (const step of MIGRATIONS.slice(version)) database.exec(step);
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

/** Finds damage at the start, before a request reads a damaged page. */
function checkPages(database: Database.Database, file: string): void {
  // The row contains the first problem, or `ok`.
  const [row] = database.pragma("quick_check(1)") as { quick_check: string }[];
  if (row?.quick_check !== "ok") throw damaged(file, row?.quick_check ?? "");
}

function damaged(file: string, found: string): UnreadableDataError {
  return new UnreadableDataError(
    `${file} is damaged or not a database (${found.replaceAll(/\s+/g, " ")}). Restore it, or use another folder.`,
  );
}

function userVersion(database: Database.Database): number {
  // `PRAGMA user_version` returns one row with this column.
  const rows = database.pragma("user_version") as { user_version: number }[];
  return rows[0]?.user_version ?? 0;
}

function explain(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof UnreadableDataError) return error;
  const code = codeOf(error);
  if (code === "SQLITE_BUSY") {
    return new DataInUseError(
      `${file} is in use by another platform. Stop it, or use another folder with --data.`,
    );
  }
  if (code === "SQLITE_NOTADB" || code === "SQLITE_CORRUPT") {
    return damaged(file, error.message);
  }
  return notWritable(file, error);
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

export function notWritable(file: string, error: unknown): UnreadableDataError {
  const why = error instanceof Error ? error.message : String(error);
  return new UnreadableDataError(
    `cannot open ${file} for writing (${why}). Check the permissions of the folder, or use another folder.`,
  );
}
