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

export function tokenStore(data: DataFile) {
  /** The parsed documents by token id. Every request looks up its token, and parsing is slow. */
  const parsed = new Map<string, { readonly text: string; readonly document: TokenDocument }>();
  const selectOwner = data.prepare<TokenRow>("SELECT * FROM tokens WHERE owner = ? ORDER BY made");
  const selectOne = data.prepare<TokenRow>("SELECT * FROM tokens WHERE id = ?");
  const selectHash = data.prepare<TokenRow>("SELECT * FROM tokens WHERE value_hash = ?");
  const countOwner = data.prepare<{ count: number }>("SELECT count(*) AS count FROM tokens WHERE owner = ?");
  const insert = data.prepare(
    "INSERT INTO tokens SELECT ?1, ?2, ?3, ?4, coalesce(max(made), 0) + 1, ?5, ?6 FROM tokens WHERE owner = ?2",
  );
  const update = data.prepare("UPDATE tokens SET document = ? WHERE id = ?");
  const updateValue = data.prepare("UPDATE tokens SET value_hash = ? WHERE id = ?");
  const updateUse = data.prepare("UPDATE tokens SET last_used_on = ? WHERE id = ?");
  const remove = data.prepare("DELETE FROM tokens WHERE id = ?");

  function fromRow(row: TokenRow): StoredToken {
    const { id, owner, issued_on: issuedOn, last_used_on: lastUsedOn } = row;
    return { id, owner, issuedOn, lastUsedOn, ...documentOf(row) };
  }

  function documentOf({ id, document: text }: TokenRow): TokenDocument {
    const known = parsed.get(id);
    if (known?.text === text) return known.document;
    // Only toDocument writes this column.
    const document = JSON.parse(text) as TokenDocument;
    parsed.set(id, { text, document });
    return document;
  }

  return {
    /** Lists the tokens of an owner, oldest first. */
    list: (owner: StoredTokenOwner) => selectOwner.all(owner).map(fromRow),
    count: (owner: StoredTokenOwner) => countOwner.first(owner)?.count ?? 0,
    get: (id: string) => selectOne.all(id).map(fromRow).at(0),
    getByValueHash: data.cached((hash: string) => selectHash.all(hash).map(fromRow).at(0)),
    create(token: StoredToken, valueHash: string) {
      insert.run(token.id, token.owner, valueHash, token.issuedOn, token.lastUsedOn, toDocument(token));
    },
    replace: (token: StoredToken) => update.run(toDocument(token), token.id),
    replaceValue: (id: string, valueHash: string) => updateValue.run(valueHash, id),
    updateLastUsed: (id: string, time: string) => updateUse.run(time, id),
    remove(id: string) {
      remove.run(id);
      parsed.delete(id);
    },
  };
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
