import type { Condition, Policy } from "../../provider/api/wire";
import type { DataFile } from "./database";

/** `user:<id>` or `account:<id>`. */
export type StoredTokenOwner = `user:${string}` | `account:${string}`;

/** A token without its value, of which only a hash is stored. */
export interface StoredToken {
  readonly id: string;
  readonly owner: StoredTokenOwner;
  readonly name: string;
  /** The status that was set. A token past its `expiresOn` still has `active` here. */
  readonly status: string;
  readonly issuedOn: string;
  readonly modifiedOn: string;
  readonly lastUsedOn: string | null;
  readonly notBefore: string | null;
  readonly expiresOn: string | null;
  readonly policies: readonly Policy[];
  readonly condition: Condition | null;
}

interface TokenRow {
  readonly id: string;
  readonly owner: StoredTokenOwner;
  readonly issued_on: string;
  readonly last_used_on: string | null;
  readonly document: string;
}

type TokenDocument = Omit<StoredToken, "id" | "owner" | "issuedOn" | "lastUsedOn">;

export class TokenStore {
  readonly getByValueHash: (hash: string) => StoredToken | undefined;
  /** The parsed documents by token id. Every request looks up its token, and parsing is slow. */
  private readonly parsed = new Map<string, { readonly text: string; readonly document: TokenDocument }>();
  private readonly selectOwner;
  private readonly selectOne;
  private readonly countOwner;
  private readonly insert;
  private readonly update;
  private readonly updateValue;
  private readonly updateUse;
  private readonly delete;

  constructor(data: DataFile) {
    this.selectOwner = data.prepare<TokenRow>("SELECT * FROM tokens WHERE owner = ? ORDER BY made");
    this.selectOne = data.prepare<TokenRow>("SELECT * FROM tokens WHERE id = ?");
    const selectHash = data.prepare<TokenRow>("SELECT * FROM tokens WHERE value_hash = ?");
    this.getByValueHash = data.cached((hash: string) => {
      const row = selectHash.first(hash);
      return row && this.fromRow(row);
    });
    this.countOwner = data.prepare<{ count: number }>("SELECT count(*) AS count FROM tokens WHERE owner = ?");
    this.insert = data.prepare(
      "INSERT INTO tokens SELECT ?1, ?2, ?3, ?4, coalesce(max(made), 0) + 1, ?5, ?6 FROM tokens WHERE owner = ?2",
    );
    this.update = data.prepare("UPDATE tokens SET document = ? WHERE id = ?");
    this.updateValue = data.prepare("UPDATE tokens SET value_hash = ? WHERE id = ?");
    this.updateUse = data.prepare("UPDATE tokens SET last_used_on = ? WHERE id = ?");
    this.delete = data.prepare("DELETE FROM tokens WHERE id = ?");
  }

  /** Lists the tokens of an owner, oldest first. */
  list(owner: StoredTokenOwner): StoredToken[] {
    return this.selectOwner.all(owner).map((row) => this.fromRow(row));
  }

  count(owner: StoredTokenOwner): number {
    return this.countOwner.first(owner)?.count ?? 0;
  }

  get(id: string): StoredToken | undefined {
    const row = this.selectOne.first(id);
    return row && this.fromRow(row);
  }

  create(token: StoredToken, valueHash: string): void {
    this.insert.run(token.id, token.owner, valueHash, token.issuedOn, token.lastUsedOn, toDocument(token));
  }

  replace(token: StoredToken): void {
    this.update.run(toDocument(token), token.id);
  }

  replaceValue(id: string, valueHash: string): void {
    this.updateValue.run(valueHash, id);
  }

  updateLastUsed(id: string, time: string): void {
    this.updateUse.run(time, id);
  }

  remove(id: string): void {
    this.delete.run(id);
    this.parsed.delete(id);
  }

  private fromRow(row: TokenRow): StoredToken {
    const { id, owner, issued_on: issuedOn, last_used_on: lastUsedOn } = row;
    return { id, owner, issuedOn, lastUsedOn, ...this.documentOf(row) };
  }

  private documentOf({ id, document: text }: TokenRow): TokenDocument {
    const known = this.parsed.get(id);
    if (known?.text === text) return known.document;
    // Only toDocument writes this column.
    const document = JSON.parse(text) as TokenDocument;
    this.parsed.set(id, { text, document });
    return document;
  }
}

function toDocument(token: StoredToken): string {
  const { name, status, modifiedOn, notBefore, expiresOn, policies, condition } = token;
  return JSON.stringify({
    name,
    status,
    modifiedOn,
    notBefore,
    expiresOn,
    policies,
    condition,
  } satisfies TokenDocument);
}
