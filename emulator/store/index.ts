import { accountStore } from "./accounts";
import type { DataFile } from "./database";
import { listStore } from "./lists";
import { permissionGroupStore } from "./permission-groups";
import { rulesetStore } from "./rulesets";
import { tokenStore } from "./tokens";
import { zoneStore } from "./zones";

export type Store = ReturnType<typeof openStore>;

export function openStore(data: DataFile) {
  return {
    data,
    settings: settingStore(data),
    accounts: accountStore(data),
    zones: zoneStore(data),
    tokens: tokenStore(data),
    rulesets: rulesetStore(data),
    lists: listStore(data),
    permissionGroups: permissionGroupStore(data),
  };
}

/** A value that the platform keeps for its next start. */
type Setting = "vendor" | "apiKey" | "bootstrapToken" | "profile";

function settingStore(data: DataFile) {
  const select = data.prepare<{ value: string }>("SELECT value FROM settings WHERE key = ?");
  const upsert = data.prepare(
    "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  return {
    get: (key: Setting) => select.first(key)?.value,
    set: (key: Setting, value: string) => upsert.run(key, value),
  };
}
