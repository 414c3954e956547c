import { AccountStore } from "./accounts";
import type { DataFile } from "./database";
import { ListStore } from "./lists";
import { RulesetStore } from "./rulesets";
import { TokenStore } from "./tokens";
import { ZoneStore } from "./zones";

export class Store {
  readonly settings: SettingStore;
  readonly accounts: AccountStore;
  readonly zones: ZoneStore;
  readonly tokens: TokenStore;
  readonly rulesets: RulesetStore;
  readonly lists: ListStore;

  constructor(readonly data: DataFile) {
    this.settings = new SettingStore(data);
    this.accounts = new AccountStore(data);
    this.zones = new ZoneStore(data);
    this.tokens = new TokenStore(data);
    this.rulesets = new RulesetStore(data);
    this.lists = new ListStore(data);
  }
}

/** A value that the platform keeps for its next start. */
type Setting = "vendor" | "apiKey" | "bootstrapToken" | "profile";

class SettingStore {
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
