import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "libsql";
import { DataFile, UnreadableDataError } from "../../../emulator/store/database";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "edge-database-"));
  file = path.join(folder, "data.db");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function rewrite(sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

function zones(): unknown[] {
  const data = DataFile.open(file);
  try {
    return data.prepare<{ name: string; paused: number }>("SELECT name, paused FROM zones").all();
  } finally {
    data.close();
  }
}

describe("a data file", () => {
  it("of format 1 keeps its zones, which are not paused, and its accounts", () => {
    DataFile.open(file).close();
    rewrite(`ALTER TABLE zones DROP COLUMN paused;
      ALTER TABLE zones DROP COLUMN vanity_name_servers;
      ALTER TABLE zones DROP COLUMN tags;
      ALTER TABLE zones DROP COLUMN tags_updated_at;
      ALTER TABLE accounts DROP COLUMN document;
      INSERT INTO accounts VALUES ('a', 'Account', '2026-01-01T00:00:00Z');
      INSERT INTO zones VALUES ('z', 'kept.example', 'a', 'pro', 'full', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
      DROP TABLE lists;
      DROP TABLE list_operations;
      DROP TABLE permission_groups;
      PRAGMA user_version = 1`);
    expect(zones()).toEqual([{ name: "kept.example", paused: 0 }]);
    expect(zones()).toHaveLength(1);
  });

  it("of a later release is refused with both formats", () => {
    DataFile.open(file).close();
    rewrite("PRAGMA user_version = 99");
    expect(() => DataFile.open(file)).toThrow(
      new UnreadableDataError(
        `${file} has format 99, but this release supports format 6. Use the release that wrote it, or another folder.`,
      ),
    );
  });
});

describe("a cached query", () => {
  let data: DataFile;
  let reads: number;
  let insert: (key: string, value: string) => number;
  let read: (key: string) => string | undefined;
  beforeEach(() => {
    data = DataFile.open(file);
    reads = 0;
    const upsert = data.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)");
    insert = (key, value) => upsert.run(key, value);
    const select = data.prepare<{ value: string }>("SELECT value FROM settings WHERE key = ?");
    read = (key) => {
      reads += 1;
      return select.first(key)?.value;
    };
  });
  afterEach(() => data.close());

  it("reads once until the next write", () => {
    insert("a", "1");
    const cached = data.cached(read);
    expect([cached("a"), cached("a")]).toEqual(["1", "1"]);
    expect(reads).toBe(1);
    insert("b", "2");
    expect([cached("a"), cached("b")]).toEqual(["1", "2"]);
    expect(reads).toBe(3);
  });

  it("equals a direct query after any sequence of writes, commits, rollbacks and errors", () => {
    const key = fc.constantFrom("a", "b", "c");
    const end = fc.constantFrom("kept", "dropped", "broken", "none");
    const step = fc.record({ write: key, end, before: key, after: key });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const cached = data.cached(read);
        steps.forEach(({ write, end, before, after }, index) => {
          const work = () => {
            insert(write, `${index}`);
            expect(cached(write)).toBe(read(write));
            if (end === "broken") throw new Error("broken off");
          };
          expect(cached(before)).toBe(read(before));
          try {
            if (end === "none") work();
            else data.transaction(work, () => end === "kept");
          } catch (error) {
            expect(error).toEqual(new Error("broken off"));
          }
          expect([cached(write), cached(after)]).toEqual([read(write), read(after)]);
        });
      }),
    );
  });
});
