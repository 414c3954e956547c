import Database from "libsql";

export type Value = string | number | null;

/** A prepared statement whose rows are of type `Row`. */
export interface Statement<Row> {
  all(...values: Value[]): Row[];
  first(...values: Value[]): Row | undefined;
  /** How many rows it changed. */
  run(...values: Value[]): number;
}

/** Results that one look-up remembers: some are whole rulesets. */
const REMEMBERED = 64;

/** The file was written by a later release, or by something else. */
export class UnreadableDataError extends Error {}

/** Another process holds the file. */
export class DataInUseError extends Error {}

/** What a new file is made of, step by step; an older file lacks the last ones. A step that was released never changes. */
const STEPS = [
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
] as const;

/** Every table but `settings`, parents before children. */
export const DATA_TABLES = [
  "accounts",
  "zones",
  "tokens",
  "rulesets",
  "ruleset_versions",
  "rule_versions",
] as const;

/**
 * The embedded database of one platform. An answered write is in the file's log when `transaction` returns, so it survives
 * the death of the process; a loss of power may take the last ones, never a part of one.
 */
export class DataFile {
  /** Counts whatever may have changed what is read here. */
  private changes = 0;

  private constructor(private readonly database: Database.Database) {}

  /**
   * Opens `file`, or makes it. Holds it until `close` or the process's end.
   * @throws DataInUseError, UnreadableDataError
   */
  static open(file: string): DataFile {
    const database = connect(file);
    try {
      database.pragma("locking_mode = EXCLUSIVE");
      // Before anything is written: the file of a later release stays as it is.
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
    return new DataFile(database);
  }

  prepare<Row = never>(sql: string): Statement<Row> {
    const statement = this.database.prepare(sql);
    return {
      // The columns of a statement are those of the tables above, in the types in which this room wrote them.
      all: (...values) => statement.all(...values) as Row[],
      first: (...values) => statement.all(...values)[0] as Row | undefined,
      run: (...values) => {
        this.changes += 1;
        return statement.run(...values).changes;
      },
    };
  }

  /**
   * The look-up `read` with its results remembered until something is written or undone: no other process can write, so the
   * file would tell the same. Callers share a result, and must not change it.
   */
  remember<Key extends Value[], Result>(read: (...key: Key) => Result): (...key: Key) => Result {
    const known = new Map<string, Result>();
    let seen = this.changes;
    return (...key) => {
      if (seen !== this.changes || known.size >= REMEMBERED) known.clear();
      seen = this.changes;
      const name = JSON.stringify(key);
      const remembered = known.get(name);
      if (remembered !== undefined) return remembered;
      const result = read(...key);
      known.set(name, result);
      return result;
    };
  }

  /** Runs `work` wholly or not at all; what it returns is stored by then. `keep` decides by the result whether to store. */
  transaction<T>(work: () => T, keep: (result: T) => boolean = () => true): T {
    this.database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      const kept = keep(result);
      this.database.exec(kept ? "COMMIT" : "ROLLBACK");
      if (!kept) this.changes += 1;
      return result;
    } catch (error) {
      this.changes += 1;
      // Some faults of the disk have ended it already; others leave it open, also where it was the end that failed.
      if (this.database.inTransaction) this.database.exec("ROLLBACK");
      throw error;
    }
  }

  /** The log goes into the file, and the file is free at once: closing alone waits for statements to be collected. */
  close(): void {
    this.database.pragma("journal_mode = DELETE");
    this.database.pragma("locking_mode = NORMAL");
    this.database.pragma("user_version");
    this.database.close();
  }
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
  if (version <= STEPS.length) return version;
  throw new UnreadableDataError(
    `${file} has format ${version}, and this release knows format ${STEPS.length}. Use the release that wrote it, or another folder.`,
  );
}

function prepareSchema(database: Database.Database, version: number): void {
  for (const step of STEPS.slice(version)) database.exec(step);
  database.exec(`PRAGMA user_version = ${STEPS.length}`);
}

/** Damage is found now, and not by whoever reads the damaged page. */
function checkPages(database: Database.Database, file: string): void {
  // The first fault, or the one word `ok`.
  const [row] = database.pragma("quick_check(1)") as { quick_check: string }[];
  if (row?.quick_check !== "ok") throw damaged(file, row?.quick_check ?? "");
}

function damaged(file: string, found: string): UnreadableDataError {
  return new UnreadableDataError(
    `${file} is damaged or no database (${found.replaceAll(/\s+/g, " ")}). Restore it, or use another folder.`,
  );
}

function userVersion(database: Database.Database): number {
  // `PRAGMA user_version` answers one row with this one column.
  const rows = database.pragma("user_version") as { user_version: number }[];
  return rows[0]?.user_version ?? 0;
}

function explain(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof UnreadableDataError) return error;
  const code = "code" in error ? error.code : undefined;
  if (code === "SQLITE_BUSY") {
    return new DataInUseError(
      `${file} is in use by another platform. Stop that one, or give this one another folder with --data.`,
    );
  }
  if (code === "SQLITE_NOTADB" || code === "SQLITE_CORRUPT") {
    return damaged(file, error.message);
  }
  return new UnreadableDataError(
    `${file} cannot be opened for writing (${error.message}). Check the folder's rights, or use another one.`,
  );
}
