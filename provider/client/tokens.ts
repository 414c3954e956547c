import type { BodyOf, QueryOf } from "../api/operations";
import type { PermissionGroup, Token, TokenVerification, TokenWithValue } from "../api/tokens";
import type { Call } from "./caller";
import { listPages, PAGE_SIZE } from "./pages";
import { ownerPath, type TokenOwner } from "./request-path";

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
  permissionGroups(owner: TokenOwner, query?: QueryOf<"listPermissionGroups">): Promise<PermissionGroup[]>;
}

export function tokenCalls(call: Call): TokenCalls {
  const at = (owner: TokenOwner, id: string) => ({ scope: ownerPath(owner), parameters: { token_id: id } });
  return {
    create: async (owner, body) => (await call("createToken", { scope: ownerPath(owner), body })).result,
    list: (owner, query = {}) =>
      listPages("tokens", async (page) => {
        const input = { scope: ownerPath(owner), query: { ...query, page, per_page: PAGE_SIZE } };
        const { result, info } = await call("listTokens", input);
        return { items: result, info };
      }),
    get: async (owner, id) => (await call("getToken", at(owner, id))).result,
    replace: async (owner, id, body) => (await call("replaceToken", { ...at(owner, id), body })).result,
    remove: async (owner, id) => void (await call("removeToken", at(owner, id))),
    roll: async (owner, id) => (await call("rollToken", { ...at(owner, id), body: {} })).result,
    verify: async (owner) => (await call("verifyToken", { scope: ownerPath(owner) })).result,
    permissionGroups: async (owner, query = {}) =>
      (await call("listPermissionGroups", { scope: ownerPath(owner), query })).result,
  };
}
