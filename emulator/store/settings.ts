import type { DataFile } from "./database";

/** A value that the platform keeps for its next start. */
export type Setting = "vendor" | "apiKey" | "bootstrapToken" | "profile";

export class SettingStore {
  private readonly select;
  private readonly upsert;

  constructor(data: DataFile) {
    this.select = data.prepare<{ value: string }>("SELECT value FROM settings WHERE key = ?");
    this.upsert = data.prepare(
      "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    );
  }

  get(key: Setting): string | undefined {
    return this.select.first(key)?.value;
  }

  set(key: Setting, value: string): void {
    this.upsert.run(key, value);
  }
}
