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
  it("of format 1 keeps its zones, which are not paused", () => {
    DataFile.open(file).close();
    rewrite(`ALTER TABLE zones DROP COLUMN paused;
      INSERT INTO accounts VALUES ('a', 'Account', '2026-01-01T00:00:00Z');
      INSERT INTO zones VALUES ('z', 'kept.example', 'a', 'pro', 'full', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
      PRAGMA user_version = 1`);
    expect(zones()).toEqual([{ name: "kept.example", paused: 0 }]);
    expect(zones()).toHaveLength(1);
  });

  it("of a later release is refused, with both formats", () => {
    DataFile.open(file).close();
    rewrite("PRAGMA user_version = 99");
    expect(() => DataFile.open(file)).toThrow(
      new UnreadableDataError(
        `${file} has format 99, and this release knows format 2. Use the release that wrote it, or another folder.`,
      ),
    );
  });
});
