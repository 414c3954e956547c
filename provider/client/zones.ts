import type { BodyOf, QueryOf } from "../api/operations";
import type { Account, User, Zone } from "../api/zones";
import type { Call } from "./caller";
import { listPages, PAGE_SIZE } from "./pages";

export interface ZoneCalls {
  /** All pages. */
  list(query?: Omit<QueryOf<"listZones">, "page" | "per_page">): Promise<Zone[]>;
  get(id: string): Promise<Zone>;
  create(body: BodyOf<"createZone">): Promise<Zone>;
  remove(id: string): Promise<void>;
}

export interface AccountCalls {
  /** All pages. */
  list(query?: Omit<QueryOf<"listAccounts">, "page" | "per_page">): Promise<Account[]>;
  get(id: string): Promise<Account>;
}

export interface UserCalls {
  /** Whose credential this is; a token that an account owns is refused with PermissionError. */
  get(): Promise<User>;
}

export function zoneCalls(call: Call): ZoneCalls {
  return {
    list: (query = {}) =>
      listPages("zones", async (page) => {
        const { result, info } = await call("listZones", { query: { ...query, page, per_page: PAGE_SIZE } });
        return { items: result, info };
      }),
    get: async (id) => (await call("getZone", { parameters: { zone_id: id } })).result,
    create: async (body) => (await call("createZone", { body })).result,
    remove: async (id) => void (await call("removeZone", { parameters: { zone_id: id } })),
  };
}

export function accountCalls(call: Call): AccountCalls {
  return {
    list: (query = {}) =>
      listPages("accounts", async (page) => {
        const { result, info } = await call("listAccounts", {
          query: { ...query, page, per_page: PAGE_SIZE },
        });
        return { items: result, info };
      }),
    get: async (id) => (await call("getAccount", { parameters: { account_id: id } })).result,
  };
}

export function userCalls(call: Call): UserCalls {
  return { get: async () => (await call("getUser")).result };
}
