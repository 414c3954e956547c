import type { BodyOf, QueryOf } from "../api/operations";
import type { PermissionGroup, Token, TokenVerification, TokenWithValue } from "../api/tokens";
import { learnSecret } from "../redaction";
import type { Caller } from "./caller";
import { listPages, PAGE_SIZE } from "./pages";
import { ownerPath, type TokenOwner } from "./request-path";
import type { VerifyValue } from "./verify-value";

export interface TokenCalls {
  /** The one answer that holds the value. Sent once unless it surely was not carried out. */
  create(owner: TokenOwner, body: BodyOf<"createToken">): Promise<TokenWithValue>;
  /** All pages. */
  list(owner: TokenOwner, query?: Omit<QueryOf<"listTokens">, "page" | "per_page">): Promise<Token[]>;
  get(owner: TokenOwner, id: string): Promise<Token>;
  /** The whole token: what is left out of the body is removed. */
  replace(owner: TokenOwner, id: string, body: BodyOf<"replaceToken">): Promise<Token>;
  remove(owner: TokenOwner, id: string): Promise<void>;
  /** The new value; the old one ends at once. Sent once unless it surely was not carried out. */
  roll(owner: TokenOwner, id: string): Promise<string>;
  /** Of the credential itself. */
  verify(owner: TokenOwner): Promise<TokenVerification>;
  /** Of another token, by its value. One that is not known is asked for again for some 15 s: a fresh token may need that. */
  verifyValue: VerifyValue;
  permissionGroups(owner: TokenOwner, query?: QueryOf<"listPermissionGroups">): Promise<PermissionGroup[]>;
}

export function tokenCalls({ call, page }: Caller, verifyValue: VerifyValue): TokenCalls {
  const at = (owner: TokenOwner, id: string) => ({ scope: ownerPath(owner), parameters: { token_id: id } });
  return {
    async create(owner, body) {
      const token = await call("createToken", { scope: ownerPath(owner), body });
      learnSecret(token.value);
      return token;
    },
    list: (owner, query = {}) =>
      listPages("tokens", async (number) =>
        page("listTokens", {
          scope: ownerPath(owner),
          query: { ...query, page: number, per_page: PAGE_SIZE },
        }),
      ),
    get: async (owner, id) => call("getToken", at(owner, id)),
    replace: async (owner, id, body) => call("replaceToken", { ...at(owner, id), body }),
    async remove(owner, id) {
      await call("removeToken", at(owner, id));
    },
    async roll(owner, id) {
      const value = await call("rollToken", { ...at(owner, id), body: {} });
      learnSecret(value);
      return value;
    },
    verify: async (owner) => call("verifyToken", { scope: ownerPath(owner) }),
    verifyValue,
    permissionGroups: async (owner, query = {}) =>
      call("listPermissionGroups", { scope: ownerPath(owner), query }),
  };
}
