import { AccountStore } from "./accounts";
import type { DataFile } from "./database";
import { RulesetStore } from "./rulesets";
import { SettingStore } from "./settings";
import { TokenStore } from "./tokens";
import { ZoneStore } from "./zones";

/** The stored data of a platform, one store per kind of object. */
export class Store {
  readonly settings: SettingStore;
  readonly accounts: AccountStore;
  readonly zones: ZoneStore;
  readonly tokens: TokenStore;
  readonly rulesets: RulesetStore;

  constructor(readonly data: DataFile) {
    this.settings = new SettingStore(data);
    this.accounts = new AccountStore(data);
    this.zones = new ZoneStore(data);
    this.tokens = new TokenStore(data);
    this.rulesets = new RulesetStore(data);
  }
}
