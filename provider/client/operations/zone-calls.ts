import type { Account, AccountQuery, User, Zone, ZoneCreate, ZoneQuery } from "../../api/wire";
import type { OperationCaller } from "./operation-caller";
import { listPages, PAGE_SIZE } from "./list-pages";

export interface ZoneCalls {
  /** Returns all pages, or the first `pages` of 50 zones each. */
  list(query?: Omit<ZoneQuery, "page" | "per_page">, pages?: number): Promise<Zone[]>;
  get(id: string): Promise<Zone>;
  create(body: ZoneCreate): Promise<Zone>;
  remove(id: string): Promise<void>;
}

export interface AccountCalls {
  /** Returns all pages. */
  list(query?: Omit<AccountQuery, "page" | "per_page">): Promise<Account[]>;
  get(id: string): Promise<Account>;
}

export interface UserCalls {
  /** Returns the user of the credential. Throws PermissionError for an account-owned token. */
  get(): Promise<User>;
}

export function zoneCalls({ call, page }: OperationCaller): ZoneCalls {
  return {
    list: (query = {}, pages) =>
      listPages(
        "zones",
        async (number) => page("listZones", { query: { ...query, page: number, per_page: PAGE_SIZE } }),
        pages,
      ),
    get: async (id) => call("getZone", { parameters: { zone_id: id } }),
    create: async (body) => call("createZone", { body }),
    async remove(id) {
      await call("removeZone", { parameters: { zone_id: id } });
    },
  };
}

export function accountCalls({ call, page }: OperationCaller): AccountCalls {
  return {
    list: (query = {}) =>
      listPages("accounts", async (number) =>
        page("listAccounts", { query: { ...query, page: number, per_page: PAGE_SIZE } }),
      ),
    get: async (id) => call("getAccount", { parameters: { account_id: id } }),
  };
}

export function userCalls({ call }: OperationCaller): UserCalls {
  return { get: async () => call("getUser") };
}
